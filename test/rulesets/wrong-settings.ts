import {isMap} from '../../src/core/json.ts';
import {
  EXTENSION,
  SCOPES,
  type Scope,
  SETTINGS,
  type Setting,
  settingsIn,
} from '../../src/core/settings/table.ts';

export type SettingRule = 'setting-value' | 'setting-name' | 'unknown-setting' | 'setting-scope';

/** One `x-apigen` and the rule that it breaks; none for a valid one. */
export interface SettingCase {
  readonly scope: Scope;
  readonly value: unknown;
  readonly want?: SettingRule;
  /** True when nothing else names a service. */
  readonly nameless?: boolean;
  /** What is allowed, in the words of the value type. */
  readonly expected?: readonly string[];
}

/** An `x-apigen` with a value for each of some settings. */
function valuesOf(settings: readonly Setting[], value: (setting: Setting) => unknown): unknown {
  const values: Record<string, unknown> = {};
  for (const setting of settings) {
    const [group = '', name] = setting.key.split('.');
    const inGroup = values[group];
    values[group] =
      name === undefined ? value(setting) : {...(isMap(inGroup) && inGroup), [name]: value(setting)};
  }
  return values;
}

/** All settings at a level: right, not set, and where they have no effect. */
function casesAt(scope: Scope): SettingCase[] {
  const elsewhere = SETTINGS.filter(({scopes}: Setting) => !scopes.includes(scope));
  const misplaced: SettingCase = {scope, value: valuesOf(elsewhere, rightValue), want: 'setting-scope'};
  return [
    {scope, value: valuesOf(settingsIn(scope), rightValue)},
    {scope, value: valuesOf(settingsIn(scope), () => null)},
    ...(elsewhere.length > 0 ? [misplaced] : []),
  ];
}
const rightValue = ({example}: Setting) => example;

/** All settings with a wrong value, by the rule that reports it. The tests of the types have all examples. */
const WRONG_CASES = (['setting-value', 'setting-name'] as const).map((want): SettingCase => {
  const settings = SETTINGS.filter(({type}) => type.rule === want);
  return {
    scope: 'root',
    value: valuesOf(settings, ({type}) => type.wrong[0]),
    want,
    expected: settings.flatMap(({type}) => type.check(type.wrong[0]).map(({expected}) => expected)),
  };
});

/** Wrong and empty values of a group such as `service`, and of keys in it. */
const GROUP_CASES: readonly SettingCase[] = [
  {scope: 'path', value: {timeouts: null}},
  {scope: 'path', value: {timeouts: {}}},
  {scope: 'path', value: {timeouts: 5}, want: 'setting-value'},
  {scope: 'path', value: {timeouts: [{request_timeout: 5}]}, want: 'setting-value'},
  {scope: 'path', value: {'timeouts.request_timeout': 5}, want: 'unknown-setting'},
  {scope: 'path', value: {timeout: {request_timeout: 5}}, want: 'unknown-setting'},
  {scope: 'path', value: {timeouts: {request_timeouts: 5}}, want: 'unknown-setting'},
];

const EXTENSION_CASES: readonly SettingCase[] = [
  {scope: 'root', value: null},
  {scope: 'root', value: {}},
  {scope: 'root', value: 'pets', want: 'setting-value'},
  {scope: 'path', value: 5, want: 'setting-value'},
  {scope: 'operation', value: true, want: 'setting-value'},
  {scope: 'operation', value: ['pets'], want: 'setting-value'},
  {scope: 'root', value: {$ref: 'settings.yaml'}, want: 'unknown-setting'},
  {scope: 'operation', value: {unheard: {of: null}}, want: 'unknown-setting'},
];

/** Settings at a path or an operation alone, which name no service. */
const NAMELESS_CASES: readonly SettingCase[] = [
  {scope: 'path', nameless: true, value: null},
  {scope: 'operation', nameless: true, value: {}},
  {scope: 'path', nameless: true, value: {timeouts: null}},
  {scope: 'operation', nameless: true, value: {timeouts: {request_timeout: 5}}},
  {scope: 'path', nameless: true, value: {service: {name: 'pets'}}, want: 'setting-scope'},
];

/** What mesh, Redocly, both Spectral rulesets and the JSON Schema agree on. */
export const SETTING_CASES: readonly SettingCase[] = [
  ...EXTENSION_CASES,
  ...SCOPES.flatMap(casesAt),
  ...WRONG_CASES,
  ...GROUP_CASES,
  ...NAMELESS_CASES,
];

/** The rule of the ruleset without npm that covers each rule. */
export const YAML_RULES: Readonly<Record<SettingRule, string>> = {
  'setting-value': 'apigen-setting-value',
  'setting-name': 'apigen-setting-value',
  'unknown-setting': 'apigen-unknown-setting',
  'setting-scope': 'apigen-unknown-setting',
};

/** A description with `value` as `x-apigen` in a scope; in JSON, which is YAML too. */
export function descriptionWith({scope, value, nameless}: SettingCase): string {
  const at = (place: Scope) => (place === scope ? {[EXTENSION]: value} : {});
  const root = scope === 'root' || nameless ? at('root') : {[EXTENSION]: {service: {name: 'pets'}}};
  const paths = {'/pets': {...at('path'), get: {...at('operation')}}};
  return JSON.stringify({openapi: '3.1.0', ...root, paths}, null, 2);
}

/** Whether the description of a case has no setting at all, and may not be meant for a mesh. */
export function setsNothing({scope, value, nameless = scope === 'root'}: SettingCase): boolean {
  return value === null && nameless;
}

/** A name for a case, from what it holds. */
export function nameOf({scope, value, want, nameless}: SettingCase): string {
  return `${scope}${nameless ? ' alone' : ''} ${JSON.stringify(value).slice(0, 80)}: ${want ?? 'valid'}`;
}
