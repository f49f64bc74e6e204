import type {Scope} from '../../src/core/settings.ts';

/** One `x-apigen` and the rule that it breaks; none when it is right. */
export interface SettingCase {
  readonly scope: Scope;
  readonly value: unknown;
  readonly want?: 'setting-value' | 'setting-name' | 'unknown-setting' | 'setting-scope';
}

const timeout = (value: unknown) => ({timeouts: {request_timeout: value}});
const port = (value: unknown) => ({service: {name: 'pets', port: value}});
const label = 'a'.repeat(63);

/** The table that every judge is asked about: the ruleset, `apigen mesh`, the JSON Schema, the ruleset without npm. */
export const SETTING_CASES: readonly SettingCase[] = [
  {scope: 'root', value: null},
  {scope: 'root', value: {}},
  {scope: 'root', value: 'pets', want: 'setting-value'},
  {scope: 'root', value: ['pets'], want: 'setting-value'},
  {scope: 'root', value: 5, want: 'setting-value'},
  ...[1, 80, 8080.0, 65535, null].map((value) => ({scope: 'root' as const, value: port(value)})),
  ...['80', 0, -1, 65536, 1.5, true, [80], {number: 80}, ''].map((value) => ({
    scope: 'root' as const,
    value: port(value),
    want: 'setting-value' as const,
  })),
  ...(['root', 'path', 'operation'] as const).flatMap((scope) => [
    ...[0, 10, 4294967295, null].map((value) => ({scope, value: timeout(value)})),
    ...['10', '10s', 1.5, -1, 4294967296, true, [], {}].map((value) => ({
      scope,
      value: timeout(value),
      want: 'setting-value' as const,
    })),
    {scope, value: {timeouts: 10}, want: 'setting-value' as const},
    {scope, value: {timeouts: null}},
    {scope, value: {disabled: 'yes'}, want: 'setting-value' as const},
    {scope, value: {disabled: 1}, want: 'setting-value' as const},
    {scope, value: {disabled: false}},
    {scope, value: {timeout: 10}, want: 'unknown-setting' as const},
    {scope, value: {timeouts: {request_timeot: 10}}, want: 'unknown-setting' as const},
    {scope, value: {'timeouts.request_timeout': 10}, want: 'unknown-setting' as const},
    {scope, value: {$ref: 'settings.yaml'}, want: 'unknown-setting' as const},
  ]),
  ...['pets', 'a', '0', 'a-b', label].map((name) => ({scope: 'root' as const, value: {service: {name}}})),
  ...['Pets', 'pets.shop', '-pets', 'pets-', 'pets_1', '', `${label}a`, 5, true, []].map((name) => ({
    scope: 'root' as const,
    value: {service: {name}},
    want: 'setting-name' as const,
  })),
  {scope: 'root', value: {namespace: 'The Shop'}, want: 'setting-name'},
  {scope: 'root', value: {service: {name: 'pets', namespace: 1}}, want: 'setting-name'},
  {scope: 'root', value: {cluster: {cluster_domain: 'cluster.example.com'}}},
  {scope: 'root', value: {cluster: {cluster_domain: 'cluster..local'}}, want: 'setting-name'},
  {scope: 'root', value: {cluster: {cluster_domain: `${label}.`.repeat(4)}}, want: 'setting-name'},
  ...['/', '', 'api', '/api/v1/'].map((base) => ({scope: 'root' as const, value: {path: {base}}})),
  ...['/a//b', '//', 1, ['/api']].map((base) => ({
    scope: 'root' as const,
    value: {path: {base}},
    want: 'setting-value' as const,
  })),
  {scope: 'path', value: {service: {name: 'pets'}}, want: 'setting-scope'},
  {scope: 'path', value: {namespace: 'shop'}, want: 'setting-scope'},
  {scope: 'path', value: {path: '/api'}, want: 'setting-scope'},
  {scope: 'operation', value: {service: {port: 'x'}}, want: 'setting-scope'},
  {scope: 'operation', value: {cluster: {cluster_domain: 'x'}}, want: 'setting-scope'},
];

/** A description with `value` as `x-apigen` in a scope; in JSON, which is YAML too. */
export function descriptionWith({scope, value}: SettingCase): string {
  const at = (place: Scope) => (place === scope ? {'x-apigen': value} : {});
  const root = scope === 'root' ? {'x-apigen': value} : {'x-apigen': {service: {name: 'pets'}}};
  const paths = {'/pets': {...at('path'), get: {...at('operation')}}};
  return JSON.stringify({openapi: '3.1.0', ...root, paths}, null, 2);
}

/** A name for a case, from what it holds. */
export function nameOf({scope, value, want}: SettingCase): string {
  return `${scope} ${JSON.stringify(value).slice(0, 80)}: ${want ?? 'right'}`;
}
