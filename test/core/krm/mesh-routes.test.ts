import {describe, expect, test} from '@jest/globals';
import {Ajv2020} from 'ajv/dist/2020.js';
import {meshRoutesSchema} from '../../../src/core/krm/json-schema.ts';
import {readMeshRoutes, SPEC_ENTRIES, specKeys, withSpecOptions} from '../../../src/core/krm/mesh-routes.ts';
import {nest} from '../settings/nest.ts';

const at = {uri: 'resource:///functionConfig', pointer: ''};
const HEAD = {apiVersion: 'apigen.dev/v1alpha1', kind: 'MeshRoutes'};
const validate = new Ajv2020({allowUnionTypes: true, keywords: ['errorMessage']}).compile(meshRoutesSchema());

const isRead = (config: object) => readMeshRoutes(config, at).problems.length === 0;

describe.each(SPEC_ENTRIES)('spec.$key: the check and the schema agree', ({key, type, example}) => {
  const values = [example, ...type.right, null].map((value) => ({value, isRight: true}));
  const wrong = type.wrong.map((value) => ({value, isRight: false}));

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
  const ERROR = {code: 'input', severity: 'error'};
  const SET_BOTH = 'set `apiVersion: apigen.dev/v1alpha1` and `kind: MeshRoutes`';
  const SPEC = 'for example `spec: {descriptions: ["openapi.yaml"]}`';
  const below = (pointer: string) => ({...at, pointer});

  test.each<{config: unknown; want: object[]}>([
    {
      config: undefined,
      want: [{...ERROR, message: '`functionConfig` is missing', hint: SET_BOTH, location: at}],
    },
    {config: null, want: [{...ERROR, message: '`functionConfig` is missing', hint: SET_BOTH, location: at}]},
    {
      config: ['a'],
      want: [
        {
          ...ERROR,
          message: 'invalid `functionConfig`: expected a map, found a list',
          hint: SET_BOTH,
          location: at,
        },
      ],
    },
    {
      config: {apiVersion: 'v1', other: 1},
      want: [
        {
          ...ERROR,
          message: 'invalid `apiVersion` "v1": expected apigen.dev/v1alpha1',
          hint: SET_BOTH,
          location: below('/apiVersion'),
        },
        {
          ...ERROR,
          message: 'invalid `kind`: expected MeshRoutes, found nothing',
          hint: SET_BOTH,
          location: below('/kind'),
        },
      ],
    },
    {
      config: {...HEAD, spce: {}, data: {}, spec: 1},
      want: [
        {
          ...ERROR,
          message: 'unknown key "spce"',
          suggestion: 'spec',
          location: {...below('/spce'), at: 'key'},
        },
        {
          ...ERROR,
          message: 'unknown key "data"',
          hint: 'known here: `apiVersion`, `kind`, `metadata`, `spec`',
          location: {...below('/data'), at: 'key'},
        },
        {...ERROR, message: 'invalid `spec` 1: expected a map', hint: SPEC, location: below('/spec')},
      ],
    },
    {
      config: {...HEAD, spec: {descriptions: 'a.yaml'}},
      want: [
        {
          code: 'setting-value',
          severity: 'error',
          message:
            'invalid `descriptions` "a.yaml": expected a list of paths, addresses, references to ConfigMaps, and OpenAPI descriptions',
          hint: 'for example `descriptions: ["services/*/openapi.yaml"]`',
          setting: 'descriptions',
          location: below('/spec/descriptions'),
        },
      ],
    },
    {
      config: {...HEAD, spec: {descriptions: ['a.yaml', '', 2]}},
      want: ['""', '2'].map((found, index) => ({
        code: 'setting-value',
        severity: 'error',
        message: `invalid \`descriptions.${index + 1}\` ${found}: expected a path, an address, a reference to a ConfigMap, or an OpenAPI description`,
        hint: 'for example `descriptions: ["services/*/openapi.yaml"]`',
        setting: 'descriptions',
        location: below(`/spec/descriptions/${index + 1}`),
      })),
    },
  ])('$config', ({config, want}) => {
    expect(readMeshRoutes(config, at).problems).toEqual(want);
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
    {hint: 'remove `--group operation`', want: 'remove `spec.group: operation`'},
    {
      hint: 'use `--allow-empty`, as an option of the decorator `allowEmpty: true`',
      want: 'use `spec.allowEmpty: true`',
    },
    {
      hint: 'use `--group route` or `--only-described`',
      want: 'use `spec.group: route` or `spec.onlyDescribed: true`',
    },
    {hint: 'use `--output a.yaml`', want: 'use `--output a.yaml`'},
    {hint: 'use `--unknown`', want: 'use `--unknown`'},
  ])('$hint', ({hint, want}) => {
    expect(withSpecOptions(hint)).toBe(want);
  });
});

test.each([
  {flag: 'in', want: ['spec', 'descriptions']},
  {flag: 'only-described', want: ['spec', 'onlyDescribed']},
  {flag: 'service.name', want: ['spec', 'settings', 'service', 'name']},
])('the keys of --$flag', ({flag, want}) => {
  expect(specKeys(flag)).toEqual(want);
});

test('the schema refuses keys that are not known', () => {
  const {properties, ...schema} = meshRoutesSchema();
  expect(schema).toEqual({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://unpkg.com/@apigen/cli/schema-mesh-routes.json',
    title: 'MeshRoutes, the functionConfig of `apigen krm`',
    type: 'object',
    required: ['apiVersion', 'kind'],
    additionalProperties: false,
  });
  expect(properties).toMatchObject({
    apiVersion: {const: 'apigen.dev/v1alpha1'},
    kind: {const: 'MeshRoutes'},
    metadata: {type: 'object'},
    spec: {
      type: ['object', 'null'],
      properties: {
        descriptions: {
          errorMessage:
            'invalid `descriptions`: expected a list of paths, addresses, references to ConfigMaps, and OpenAPI descriptions',
        },
      },
    },
  });
});
