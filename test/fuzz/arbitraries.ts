import fc from 'fast-check';
import {EXTENSION, type Scope, SETTINGS} from '../../src/core/settings/table.ts';
import {hostileText, pathTemplate} from '../core/openapi-arbitraries.ts';
import {nest} from '../core/settings/nest.ts';

/** Whatever YAML or JSON can hold. */
export const anyValue = fc.letrec((tie) => ({
  value: fc.oneof(
    {maxDepth: 3, depthSize: 'small'},
    hostileText,
    fc.constantFrom(null, true, false, '10', '', {}, []),
    fc.constantFrom(0, -1, 1, 65535, 65536, 4294967295, 4294967296, 1.5, 1e21),
    fc.array(tie('value'), {maxLength: 3}),
    fc.dictionary(hostileText, tie('value'), {maxKeys: 3, noNullPrototype: true}),
  ),
})).value;

/** Joins maps that `nest` made, such as `{service: {name}}` and `{service: {port}}`. */
function joined(maps: readonly object[]): object {
  const entries = new Map<string, unknown>();
  for (const [key, value] of maps.flatMap(Object.entries)) {
    const before = entries.get(key);
    const isGroup = isObject(before) && isObject(value) && !SETTINGS.some((setting) => setting.key === key);
    entries.set(key, isGroup ? joined([before, value]) : value);
  }
  return Object.fromEntries(entries);
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A few settings of one place. Without the name of its Service, a description gives nothing. */
function settingsAt(
  scope: Scope,
  value: (setting: (typeof SETTINGS)[number]) => fc.Arbitrary<unknown>,
  isLeftOut = (_: string) => false,
) {
  const here = SETTINGS.filter(({scopes, key}) => scopes.some((other) => other === scope) && !isLeftOut(key));
  const name = here.filter(({key}) => key === 'service.name');
  const nested = (setting: (typeof SETTINGS)[number]) =>
    value(setting).map((given) => nest(setting.key, given));
  return fc
    .subarray(here, {maxLength: 4})
    .chain((some) => fc.tuple(...[...name, ...some].map(nested)))
    .map(joined);
}

/** Values that are right for a setting. */
function rightValues({type, example, default: value}: (typeof SETTINGS)[number]) {
  const {minimum, maximum} = type.schema('');
  const some = [example, value, minimum, maximum, true, false, ...(type.choices ?? [])];
  return fc.constantFrom(...some.filter((one) => type.check(one).length === 0));
}

/** What is wrong without another setting, or with one, or with any path. */
const NOT_ALONE = /^(cors|gateway)\.|^(mesh|path\.multi_segment|timeouts\.request)$/;

/** An `x-apigen` whose values are all right, and go together. */
export const rightSettings = (scope: Scope) => settingsAt(scope, rightValues, (key) => NOT_ALONE.test(key));

/** Values that most types refuse, each near to what one of them allows. */
const NEAR_MISSES = [
  ...[
    '',
    ' ',
    '//',
    'healthz',
    '*.json',
    'Pets',
    'pets_1',
    '-public',
    'cluster..local',
    'yes',
    '10',
    '-1s',
    '61s',
  ],
  ...[
    -1,
    0.5,
    65_536,
    1,
    [''],
    [1],
    ['10.0.0.1'],
    ['GET', '*'],
    ['/a', '/a'],
    {team: 1},
    {'a/b/c': 'a'},
    {'': 42},
  ],
];

/** An `x-apigen` in which a value may be wrong, or with something else in its place. Most are right, so that one wrong value shows. */
export const anySettings = (scope: Scope) =>
  fc.oneof(
    {
      weight: 9,
      arbitrary: settingsAt(scope, (setting) =>
        fc.oneof(
          {weight: 6, arbitrary: rightValues(setting)},
          {weight: 1, arbitrary: fc.constantFrom(...NEAR_MISSES)},
          {weight: 1, arbitrary: anyValue},
        ),
      ),
    },
    {weight: 1, arbitrary: anyValue},
  );

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;
const HEADS = [{openapi: '3.0.3'}, {openapi: '3.1.0'}, {openapi: '3.2.0'}, {swagger: '2.0'}] as const;

/** An OpenAPI description of any version. Its paths are strange, and often right. */
export function descriptionWith(settings: (scope: Scope) => fc.Arbitrary<unknown>): fc.Arbitrary<object> {
  const extension = (scope: Scope) => fc.record({[EXTENSION]: settings(scope)}, {requiredKeys: []});
  const operation = fc.tuple(fc.record({summary: hostileText}, {requiredKeys: []}), extension('operation'));
  const pathItem = fc.tuple(
    fc.dictionary(fc.constantFrom(...METHODS), operation.map(merge), {maxKeys: 4, noNullPrototype: true}),
    extension('path'),
  );
  const path = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom('/', '/pets', '/pets/{id}', '/pets/{name}', '/a.b/{x}:go', '/{a}.{b}'),
    },
    {weight: 1, arbitrary: pathTemplate},
  );
  const paths = fc.dictionary(path, pathItem.map(merge), {maxKeys: 6, noNullPrototype: true});
  return fc
    .tuple(
      fc.constantFrom(...HEADS),
      fc.record({info: fc.constant({title: 'a', version: '1'}), paths}),
      extension('root'),
    )
    .map(merge);
}

const merge = (maps: readonly unknown[]): object => Object.assign({}, ...maps);

/** Descriptions of which about two in three give a profile. */
export const description = fc.oneof(
  {weight: 4, arbitrary: descriptionWith(rightSettings)},
  {weight: 1, arbitrary: descriptionWith(anySettings)},
);
