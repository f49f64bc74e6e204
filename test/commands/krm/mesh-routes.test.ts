import {describe, expect, test} from '@jest/globals';
import {Ajv2020} from 'ajv/dist/2020.js';
import {
  meshRoutesSchema,
  readMeshRoutes,
  SPEC_ENTRIES,
  withSpecOptions,
} from '../../../src/commands/krm/mesh-routes.ts';
import {hintOf} from '../../../src/core/problem.ts';
import {nest} from '../../core/settings/nest.ts';

const at = {uri: 'resource:///functionConfig', pointer: ''};
const HEAD = {apiVersion: 'apigen.dev/v1alpha1', kind: 'MeshRoutes'};
const validate = new Ajv2020({allowUnionTypes: true, keywords: ['errorMessage']}).compile(meshRoutesSchema());

const isRead = (config: object) => readMeshRoutes(config, at).problems.length === 0;

describe.each(SPEC_ENTRIES)('spec.$key: the check and the schema agree', ({key, type, example}) => {
  const values = [example, null].map((value) => ({value, isRight: true}));
  const wrong = type.wrong.slice(0, 1).map((value) => ({value, isRight: false}));

  test.each([...values, ...wrong])('on $value', ({value, isRight}) => {
    const config = {...HEAD, spec: nest(key, value)};
    expect([isRead(config), validate(config)]).toEqual([isRight, isRight]);
  });
});

test.each([
  {config: {...HEAD}, isRight: true},
  {config: {...HEAD, metadata: {name: 'routes'}, spec: null}, isRight: true},
  {config: {...HEAD, spec: []}, isRight: false},
  {config: {...HEAD, spec: {settings: {disabled: true}}}, isRight: false},
  {config: {...HEAD, spec: {output: 'a.yaml'}}, isRight: false},
  {config: {...HEAD, apiVersion: 'apigen.dev/v1'}, isRight: false},
  {config: {...HEAD, data: {}}, isRight: false},
])('$config', ({config, isRight}) => {
  expect([isRead(config), validate(config)]).toEqual([isRight, isRight]);
});

describe('what is wrong with a functionConfig', () => {
  const SET_BOTH = 'set `apiVersion: apigen.dev/v1alpha1` and `kind: MeshRoutes`';
  const EXAMPLE = 'for example `descriptions: ["services/*/openapi.yaml"]`';
  const ITEM = 'expected a path, an address, a reference to a ConfigMap, or an OpenAPI description';

  /** `pointer code: message; hint` of each problem. */
  test.each<{config: unknown; want: string[]}>([
    ...[undefined, ['a'], {...HEAD, apiVersion: 'v1', other: 1}, {...HEAD, kind: undefined}].map(
      (config) => ({
        config,
        want: [` input: the functionConfig is not a MeshRoutes; ${SET_BOTH}`],
      }),
    ),
    {
      config: {...HEAD, spce: {}, data: {}, spec: 1},
      want: [
        '/spce key input: unknown key "spce"; known here: `apiVersion`, `kind`, `metadata`, `spec`',
        '/data key input: unknown key "data"; known here: `apiVersion`, `kind`, `metadata`, `spec`',
        '/spec input: invalid `spec` 1: expected a map; for example `spec: {descriptions: ["openapi.yaml"]}`',
      ],
    },
    {
      config: {...HEAD, spec: {descriptions: 'a.yaml'}},
      want: [
        `/spec/descriptions setting-value: invalid \`descriptions\` "a.yaml": expected a list of paths, addresses, references to ConfigMaps, and OpenAPI descriptions; ${EXAMPLE}`,
      ],
    },
    {
      config: {...HEAD, spec: {descriptions: ['a.yaml', '', 2]}},
      want: [
        `/spec/descriptions/1 setting-value: invalid \`descriptions.1\` "": ${ITEM}; ${EXAMPLE}`,
        `/spec/descriptions/2 setting-value: invalid \`descriptions.2\` 2: ${ITEM}; ${EXAMPLE}`,
      ],
    },
  ])('$config', ({config, want}) => {
    const {problems} = readMeshRoutes(config, at);
    expect(problems.map(({severity}) => severity)).toEqual(want.map(() => 'error'));
    const words = problems.map((problem) => {
      const place = `${problem.location?.pointer}${problem.location?.at === 'key' ? ' key' : ''}`;
      return `${place} ${problem.code}: ${problem.message}; ${hintOf(problem)}`;
    });
    expect(words).toEqual(want);
  });
});

test.each([
  {spec: {}, want: {descriptions: [], settings: {}, run: {}}},
  {
    spec: {
      descriptions: ['a.yaml', {openapi: '3.1.0'}],
      onlyDescribed: true,
      overlays: ['b.yaml'],
      settings: {namespace: 'shop', service: {name: 'pets', port: 80}},
    },
    want: {
      descriptions: ['a.yaml', {openapi: '3.1.0'}],
      settings: {namespace: 'shop', 'service.name': 'pets', 'service.port': 80},
      run: {onlyDescribed: true, overlays: ['b.yaml']},
    },
  },
])('what $spec asks for', ({spec, want}) => {
  expect(readMeshRoutes({...HEAD, spec}, at)).toEqual({meshRoutes: want, problems: []});
});

describe('a hint names options of spec', () => {
  test.each([
    {
      hint: 'use `--remote-refs`, as an option of the decorator `remoteRefs: true`',
      want: 'bundle the description first, for example with `redocly bundle`',
    },
    {
      hint: 'use `--allow-empty`, as an option of the decorator `allowEmpty: true`',
      want: 'use `spec.allowEmpty: true`',
    },
    {
      hint: 'use `--allow-empty` or `--only-described`',
      want: 'use `spec.allowEmpty: true` or `spec.onlyDescribed: true`',
    },
    {hint: 'use `--output a.yaml`', want: 'use `--output a.yaml`'},
    {hint: 'use `--unknown`', want: 'use `--unknown`'},
  ])('$hint', ({hint, want}) => {
    expect(withSpecOptions(hint)).toBe(want);
  });
});
