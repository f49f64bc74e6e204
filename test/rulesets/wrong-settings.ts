import {EXTENSION, SCOPES, type Scope, SETTINGS, type Setting} from '../../src/core/settings/table.ts';

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

function nest(key: string, value: unknown): unknown {
  return key.split('.').reduceRight((inner, name) => ({[name]: inner}), value);
}

/** Every example of the setting's type, at one scope. */
function valueCases({key, type, scopes, example}: Setting, scope: Scope): SettingCase[] {
  if (!scopes.includes(scope)) return [{scope, value: nest(key, example), want: 'setting-scope'}];
  const right = [...type.right, example, null].map((value) => ({scope, value: nest(key, value)}));
  const wrong = type.wrong.map((value) => ({
    scope,
    value: nest(key, value),
    want: type.rule,
    expected: type.check(value).map((mismatch) => mismatch.expected),
  }));
  return [...right, ...wrong];
}

/** Wrong and empty values of a group such as `service`, and of keys in it. */
function groupCases({key, scopes, example}: Setting, scope: Scope): SettingCase[] {
  const [group = '', name] = key.split('.');
  if (name === undefined || !scopes.includes(scope)) return [];
  return [
    {scope, value: {[group]: null}},
    {scope, value: {[group]: {}}},
    {scope, value: {[group]: 5}, want: 'setting-value'},
    {scope, value: {[group]: [nest(name, example)]}, want: 'setting-value'},
    {scope, value: {[key]: example}, want: 'unknown-setting'},
    {scope, value: {[`${group}s`]: {[name]: example}}, want: 'unknown-setting'},
    {scope, value: {[group]: {[`${name}s`]: example}}, want: 'unknown-setting'},
  ];
}

function extensionCases(scope: Scope): SettingCase[] {
  return [
    {scope, value: null},
    {scope, value: {}},
    ...['pets', 5, true, ['pets']].map((value) => ({scope, value, want: 'setting-value' as const})),
    {scope, value: {$ref: 'settings.yaml'}, want: 'unknown-setting'},
    {scope, value: {unheard: {of: null}}, want: 'unknown-setting'},
  ];
}

/** Settings at a path or an operation alone, which name no service. */
const NAMELESS_CASES = (['path', 'operation'] as const).flatMap((scope): SettingCase[] => [
  {scope, nameless: true, value: null},
  {scope, nameless: true, value: {}},
  {scope, nameless: true, value: {timeouts: null}},
  {scope, nameless: true, value: {timeouts: {request_timeout: 5}}},
  {scope, nameless: true, value: {service: {name: 'pets'}}, want: 'setting-scope'},
]);

/** What mesh, Redocly, both Spectral rulesets and the JSON Schema agree on: every row of SETTINGS, and every value type. */
export const SETTING_CASES: readonly SettingCase[] = [
  ...withoutRepeats(
    SCOPES.flatMap((scope) => [
      ...extensionCases(scope),
      ...SETTINGS.flatMap((setting) => [...valueCases(setting, scope), ...groupCases(setting, scope)]),
    ]),
  ),
  ...NAMELESS_CASES,
];

/** Settings of one group share the cases of the group. */
function withoutRepeats(cases: readonly SettingCase[]): SettingCase[] {
  return [...new Map(cases.map((one) => [JSON.stringify([one.scope, one.value]), one])).values()];
}

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
