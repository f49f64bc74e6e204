import {nearestKey, nearestWord} from '../base/nearest-key.ts';
import {childLocation, type FoundFault, keyLocation, type Location} from '../base/problem.ts';
import {invalid, quote} from '../base/quote.ts';
import {childrenOf, type Entry, EXTENSION, SCOPE_NAMES, type Scope, SETTINGS, withoutFlag} from './table.ts';
import type {Mismatch} from './types/index.ts';

/** Where a value was given: at a place in a document, or by a flag. */
export type Source = {readonly location: Location} | {readonly flag: string};

/** The keys that may be set at one place. */
export interface KnownKeys {
  readonly what: 'setting' | 'option';
  readonly entries: readonly Entry[];
  /** Whether `service.name: …` may be written for `service: {name: …}`. */
  readonly dotted: boolean;
  /** At one place of a description: what is a setting, but not here. */
  readonly scope?: Scope;
}

/** A key, and what it takes. */
export type TypedKey = Pick<Entry, 'key' | 'type' | 'example'>;

export function wrongValue(entry: TypedKey, mismatch: Mismatch, source: Source): FoundFault {
  const {at, key, found, expected, hint: fix} = mismatch;
  const {type} = entry;
  const choices = mismatch.choices ?? type.choices;
  const name = key
    ? `key in \`${entry.key}\``
    : `\`${[entry.key, ...at.filter((part) => typeof part === 'string')].join('.')}\``;
  const facts = {code: type.rule, setting: entry.key};
  const meant = durationMeant(entry, found);
  const word = choices && typeof found === 'string' && !fix ? nearestWord(found, choices) : undefined;
  const suggestion = word === undefined ? {} : {suggestion: word};
  if ('flag' in source) {
    const allowed = at.length === 0 ? (type.flag.expected ?? expected) : expected;
    const isList = type.flag.repeatable === true && typeof found === 'string' && found.includes(',');
    const example = isList ? `repeat the flag for each` : `for example \`${flagExample(entry)}\``;
    const hint = fix ?? (meant ? `write \`--${meant.key} ${meant.text}\`` : example);
    return {...facts, message: invalid(name, found, allowed), hint, ...suggestion, ...source};
  }
  const isValid = (value: unknown) =>
    !key && type.check(at.reduceRight((inner, part) => ({[part]: inner}), value)).length === 0;
  // What YAML 1.1 reads as `false`, YAML 1.2 reads as a text.
  const isNo = typeof found === 'string' && /^(no?|off)$/i.test(found);
  const example = isNo && isValid(false) ? false : entry.example;
  const place = at.map(String).reduce(childLocation, source.location);
  const isDotted = source.location.pointer.endsWith(`/${entry.key}`);
  return {
    ...facts,
    message: invalid(name, found, expected),
    hint:
      fix ??
      quotingHint(found, isValid) ??
      (meant
        ? `write \`${isDotted ? meant.key : meant.key.split('.').at(-1)}: ${meant.text}\``
        : `for example \`${exampleOf({...entry, example})}\``),
    ...suggestion,
    location: key ? keyLocation(place) : place,
  };
}

/** A value that is not a map where there are keys in a key, or in `x-apigen` itself. */
export function wrongGroup(key: string, found: unknown, [first]: readonly Entry[], location: Location) {
  const example = first === undefined ? `${key}: {}` : exampleOf(first);
  return {
    code: 'setting-value',
    message: invalid(`\`${key}\``, found, 'a map of settings'),
    hint: `for example \`${key === EXTENSION ? `${EXTENSION}: {${example}}` : example}\``,
    location,
  };
}

/** @param other the key that was given before, maybe of the other form of the setting */
export function repeatedKey(key: string, other: string, source: Source): FoundFault {
  const message =
    key === other
      ? `\`${key}\` is set twice, nested and by its dotted name`
      : `\`${key}\` cannot be combined with \`${other}\` at the same level: both set the same`;
  return {code: 'setting-value', message, hint: 'keep one of the two', setting: key, ...source};
}

export function misplacedKey(key: string, scope: Scope, location: Location): FoundFault {
  const message = `\`${key}\` has no effect at ${SCOPE_NAMES[scope]}`;
  const scopes = SETTINGS.find((setting) => `${setting.key}.`.startsWith(`${key}.`))?.scopes ?? [];
  const places = scopes.map((one) => SCOPE_NAMES[one]).join(' or ');
  return {code: 'setting-scope', message, hint: `move it to \`${EXTENSION}\` at ${places}`, location};
}

/** @param name the last part of the key, as written: it may contain dots */
export function unknownKey(key: string, name: string, known: KnownKeys, source: Source): FoundFault {
  const message = `unknown ${known.what} ${quote(key)}`;
  return {code: 'unknown-setting', message, ...suggest(key, name, known), ...source};
}

/** A hint for a value that would be valid with quotes, or without them. */
function quotingHint(found: unknown, isValid: (value: unknown) => boolean): string | undefined {
  if ((typeof found === 'number' || typeof found === 'boolean') && isValid(String(found)))
    return `quote it: \`"${found}"\``;
  if (typeof found !== 'string' || !/^(-?(0|[1-9][0-9]*)|true|false)$/.test(found)) return undefined;
  return isValid(JSON.parse(found)) ? `remove the quotes: \`${found}\`` : undefined;
}

/** The setting whose form a value of another one has, and the value as it takes it: `request: 500ms` for 0.5 seconds. */
function durationMeant({key}: TypedKey, found: unknown): {key: string; text: string} | undefined {
  const isMeant = (setting: string) => `.${key}`.endsWith(`.${setting}`);
  const form = SETTINGS.find((setting) => setting.formOf && [setting.key, setting.formOf.key].some(isMeant));
  const text: unknown = form?.type.meant?.(found);
  return form && typeof text === 'string' ? {key: form.key, text} : undefined;
}

/** The example of an entry as YAML: `service: {port: 8080}`. */
function exampleOf({key, example}: TypedKey): string {
  const [first = '', ...rest] = key.split('.');
  const value = JSON.stringify(example).replaceAll('":', '": ');
  return `${first}: ${rest.map((name) => `{${name}: `).join('')}${value}${'}'.repeat(rest.length)}`;
}

/** The example of an entry as a flag: `--service.port 8080`. */
export function flagExample({key, type, example}: TypedKey): string {
  const texts = type.flag.print(example);
  const word = (text: string) => (/[\s"{]/.test(text) ? `'${text}'` : text);
  return texts.length === 0 ? `--${key}` : texts.map((text) => `--${key} ${word(text)}`).join(' ');
}

function suggest(key: string, name: string, {what, entries, dotted}: KnownKeys) {
  if (name === '$ref') return {hint: 'write the settings themselves: references are not followed here'};
  const keys = entries.map((entry) => entry.key);
  const entry = entries.find((candidate) => candidate.key === key);
  if (!dotted && entry) return {hint: `nest it: \`${exampleOf(entry)}\``};
  const inDescription = what === 'option' ? withoutFlag(key) : undefined;
  if (inDescription !== undefined) return {hint: inDescription};
  const parent = key.slice(0, key.length - name.length);
  const siblings = childrenOf(entries, parent).map((child) => child.name);
  const inParent = keys.flatMap((candidate) =>
    candidate.startsWith(parent) ? candidate.slice(parent.length) : [],
  );
  const near = nearestKey(name, [...siblings, ...inParent]);
  if (near !== undefined) return {suggestion: parent + near};
  const elsewhere = keys.filter((candidate) => !candidate.startsWith(parent));
  const ending = keys.filter((candidate) =>
    [`.${name}`, `_${name}`].some((end) => `.${candidate}`.endsWith(end)),
  );
  const likely = ending.find((candidate) => candidate === name || candidate.startsWith('service.'));
  const meant = likely ?? nearestKey(key, elsewhere) ?? ending[0];
  if (meant !== undefined) return {suggestion: meant};
  return {hint: `known here: ${siblings.map((sibling) => `\`${sibling}\``).join(', ')}`};
}
