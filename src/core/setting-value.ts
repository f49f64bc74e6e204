import {quote} from './problem.ts';
import type {Setting, StringFormat} from './settings.ts';

/** The value of one setting: text, a whole number, or a switch. */
export type SettingValue = string | number | boolean;

/** What a check of one value gives: the value as it counts, or what is wrong with it. */
export type CheckedValue =
  | {readonly ok: true; readonly value: SettingValue}
  | {readonly ok: false; readonly message: string; readonly hint: string};

interface Format {
  readonly rule: string;
  /** ECMA-262 source, anchored, so that it serves as `pattern` of a JSON Schema too. */
  readonly pattern: string;
  readonly maxLength?: number;
}

const LABEL = '[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?';

/** The three kinds of text. Source: Kubernetes, apimachinery `validation.IsDNS1123Label` and `IsDNS1123Subdomain`. */
export const FORMATS: Readonly<Record<StringFormat, Format>> = {
  'dns-label': {
    rule: 'a DNS label: at most 63 lower-case letters, digits and "-", with a letter or digit at both ends',
    pattern: `^${LABEL}$`,
    maxLength: 63,
  },
  'dns-subdomain': {
    rule: 'a DNS domain: labels of at most 63 lower-case letters, digits and "-", joined by ".", at most 253 characters in all',
    pattern: `^${LABEL}(\\.${LABEL})*$`,
    maxLength: 253,
  },
  'path-prefix': {
    rule: 'a path such as "/api/v1", without "//"',
    pattern: '^(?![\\s\\S]*//)[\\s\\S]*$',
  },
};

const patterns: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(FORMATS).map(([format, {pattern}]) => [format, new RegExp(pattern)]),
);

/** The rule that a setting's value must keep, as a sentence without a full stop; every judge uses these words. */
export function settingRule(setting: Setting): string {
  return `\`${setting.key}\` must be ${valueRule(setting)}`;
}

function valueRule(setting: Setting): string {
  if (setting.type === 'boolean') return 'true or false';
  if (setting.type === 'string') return FORMATS[setting.format].rule;
  const unit = setting.unit === undefined ? '' : `, ${setting.unit}`;
  return `a whole number from ${setting.minimum} to ${setting.maximum} (${setting.type}${unit})`;
}

/** The code of a wrong value's problem: names have a rule of their own in the linters. */
export function valueCode(setting: Setting): 'setting-name' | 'setting-value' {
  const named = setting.type === 'string' && setting.format !== 'path-prefix';
  return named ? 'setting-name' : 'setting-value';
}

/**
 * Judges a value of `x-apigen`, as parsed from YAML or JSON, by its type and range.
 * A number counts by its value: `10.0` and `1e1` are 10. `null` is for the caller: it means "not set".
 */
export function checkValue(setting: Setting, value: unknown): CheckedValue {
  if (holds(setting, value)) return {ok: true, value};
  const example = `\`${setting.key.split('.').join(': {')}: ${JSON.stringify(setting.example)}${'}'.repeat(setting.key.split('.').length - 1)}\``;
  return {
    ok: false,
    message: `${settingRule(setting)}, but it is ${quote(value)}`,
    hint:
      setting.type === 'string' && typeof value === 'number' && isFormat(setting.format, String(value))
        ? `put it in quotes: \`"${value}"\``
        : `write for example ${example}`,
  };
}

/**
 * Judges the text of a flag. Numbers are decimal digits only, switches `true` or `false`.
 */
export function checkFlag(setting: Setting, text: string): CheckedValue {
  const value = flagValue(setting, text);
  if (holds(setting, value)) return {ok: true, value};
  return {
    ok: false,
    message: `${settingRule(setting)}, but it is ${quote(text)}`,
    hint: `write for example \`--${setting.key} ${setting.example}\``,
  };
}

function flagValue(setting: Setting, text: string): unknown {
  if (setting.type === 'string') return text;
  if (setting.type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return /^[0-9]+$/.test(text) ? Number(text) : text;
}

function holds(setting: Setting, value: unknown): value is SettingValue {
  if (setting.type === 'boolean') return typeof value === 'boolean';
  if (setting.type === 'string') return typeof value === 'string' && isFormat(setting.format, value);
  return (
    typeof value === 'number' &&
    Number.isInteger(value) &&
    value >= setting.minimum &&
    value <= setting.maximum
  );
}

/** Whether `text` is of one of the three kinds. */
export function isFormat(format: StringFormat, text: string): boolean {
  return (
    text.length <= (FORMATS[format].maxLength ?? Number.POSITIVE_INFINITY) &&
    (patterns.get(format)?.test(text) ?? false)
  );
}
