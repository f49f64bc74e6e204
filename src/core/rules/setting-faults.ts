import {nearestKey} from '../nearest-key.ts';
import type {Finding, Problem} from '../problem.ts';
import {invalid, quote} from '../quote.ts';
import type {RuleInput} from '../rule.ts';
import type {SettingFault} from '../settings/read.ts';
import {childrenOf, type Entry, EXTENSION, SCOPE_NAMES} from '../settings/table.ts';

type SettingCode = 'setting-value' | 'setting-name' | 'unknown-setting' | 'setting-scope';

/** The rule that a fault of a setting breaks. */
export function ruleOf(fault: SettingFault): SettingCode {
  if (fault.kind === 'value') return fault.entry.type.rule;
  if (fault.kind === 'unknown') return 'unknown-setting';
  return fault.kind === 'scope' ? 'setting-scope' : 'setting-value';
}

/** The findings about the setting faults that break one rule. */
export function findSettingFaults({settingFaults}: RuleInput, code: SettingCode): Finding[] {
  return settingFaults.filter((fault) => ruleOf(fault) === code).map(describeSettingFault);
}

/** Faults in flags and options, where each is an error: they are not part of a description. */
export function settingErrors(faults: readonly SettingFault[]): Problem[] {
  return faults.map((fault) => ({code: ruleOf(fault), severity: 'error', ...describeSettingFault(fault)}));
}

/** A fault of a setting, or of an option, in words. */
export function describeSettingFault(fault: SettingFault): Finding {
  return {...describe(fault), ...('flag' in fault ? {flag: fault.flag} : {location: fault.location})};
}

function describe(fault: SettingFault): Finding {
  switch (fault.kind) {
    case 'value':
      return describeValue(fault);
    case 'group':
      return {
        message: invalid(`\`${fault.key}\``, fault.found, 'a map of settings'),
        hint: `for example \`${groupExample(fault)}\``,
      };
    case 'repeated':
      return {
        message: `\`${fault.key}\` is set twice, nested and by its dotted name`,
        hint: 'keep one of the two',
      };
    case 'scope':
      return {
        message: `\`${fault.key}\` has no effect at ${SCOPE_NAMES[fault.scope]}`,
        hint: `move it to \`${EXTENSION}\` at the root`,
      };
    case 'unknown':
      return {message: `unknown ${fault.what} ${quote(fault.key)}`, ...suggest(fault)};
  }
}

function describeValue({entry, mismatch, ...source}: SettingFault & {kind: 'value'}): Finding {
  const {at, key, found, expected} = mismatch;
  const {type} = entry;
  const name = key ? `key in \`${entry.key}\`` : `\`${[entry.key, ...at].join('.')}\``;
  if ('flag' in source) {
    const allowed = at.length === 0 ? (type.flag.expected ?? expected) : expected;
    return {
      message: invalid(name, found, allowed),
      hint: `for example \`${asFlag(entry)}\``,
      setting: entry.key,
    };
  }
  const isValid = (value: unknown) => !key && type.check(wrap(at, value)).length === 0;
  // What YAML 1.1 reads as `false`, YAML 1.2 reads as a text.
  const isNo = typeof found === 'string' && /^(no?|off)$/i.test(found);
  const example = isNo && isValid(false) ? false : entry.example;
  return {
    message: invalid(name, found, expected),
    hint: quotingHint(found, isValid) ?? `for example \`${nested({...entry, example})}\``,
    setting: entry.key,
  };
}

/** What to do about a value that would be valid with quotes, or without them. */
function quotingHint(found: unknown, isValid: (value: unknown) => boolean): string | undefined {
  if ((typeof found === 'number' || typeof found === 'boolean') && isValid(String(found)))
    return `quote it: \`"${found}"\``;
  if (typeof found !== 'string' || !/^(-?(0|[1-9][0-9]*)|true|false)$/.test(found)) return undefined;
  return isValid(JSON.parse(found)) ? `remove the quotes: \`${found}\`` : undefined;
}

/** `value` under the keys `at`. */
function wrap(at: readonly string[], value: unknown): unknown {
  return at.reduceRight((inner, key) => ({[key]: inner}), value);
}

/** The example of an entry as YAML: `service: {port: 8080}`. */
function nested({key, example}: Entry): string {
  const [first = '', ...rest] = key.split('.');
  const close = '}'.repeat(rest.length);
  return `${first}: ${rest.map((name) => `{${name}: `).join('')}${asFlow(example)}${close}`;
}

function groupExample({key, entries: [first]}: SettingFault & {kind: 'group'}): string {
  const example = first === undefined ? `${key}: {}` : nested(first);
  return key === EXTENSION ? `${EXTENSION}: {${example}}` : example;
}

/** A value in YAML's flow style. */
function asFlow(value: unknown): string {
  return JSON.stringify(value).replaceAll('":', '": ');
}

function asFlag({key, type, example}: Entry): string {
  const texts = type.flag.print(example);
  return texts.length === 0 ? `--${key}` : texts.map((text) => `--${key} ${text}`).join(' ');
}

function suggest({
  key,
  name,
  known,
  dotted,
}: SettingFault & {kind: 'unknown'}): Pick<Finding, 'hint' | 'suggestion'> {
  if (name === '$ref') return {hint: 'write the settings themselves: references are not followed here'};
  const keys = known.map((entry) => entry.key);
  const entry = known.find((candidate) => candidate.key === key);
  if (!dotted && entry) return {hint: `nest it: \`${nested(entry)}\``};
  const parent = key.slice(0, key.length - name.length);
  const siblings = childrenOf(known, parent).map((child) => child.name);
  const inParent = keys.flatMap((candidate) =>
    candidate.startsWith(parent) ? candidate.slice(parent.length) : [],
  );
  const near = nearestKey(name, [...siblings, ...inParent]);
  const elsewhere = keys.filter((candidate) => !candidate.startsWith(parent));
  const meant =
    near === undefined
      ? (nearestKey(key, elsewhere) ?? keys.find((candidate) => candidate.endsWith(`.${name}`)))
      : parent + near;
  if (meant !== undefined) return {suggestion: meant};
  return {hint: `known here: ${siblings.map((sibling) => `\`${sibling}\``).join(', ')}`};
}
