import {describe, expect, test} from '@jest/globals';
import {apiName, leavesFolder, outputFault, outputPath} from '../../src/core/profile-output.ts';
import type {ServiceProfile} from '../../src/index.ts';

const profile: ServiceProfile = {
  apiVersion: 'mesh.io/v1alpha2',
  kind: 'ServiceProfile',
  metadata: {creationTimestamp: null, name: 'petstore.backend.svc.cluster.local', namespace: 'shop'},
  spec: {routes: []},
};

describe('outputPath', () => {
  test.each([
    {template: 'mesh/profile.yaml', want: 'mesh/profile.yaml'},
    {template: '{api}.yaml', want: 'pets@v1.yaml'},
    {template: '{namespace}/{service}-{api}.yaml', want: 'shop/petstore-pets@v1.yaml'},
    {template: '{service}{service}', want: 'petstorepetstore'},
  ])('$template is $want', ({template, want}) => {
    expect(outputPath(template, profile, 'pets@v1')).toBe(want);
  });

  test('a name that looks like a pattern is taken as it is', () => {
    expect(outputPath('{api}', profile, '$&{service}')).toBe('$&{service}');
  });
});

describe('outputFault', () => {
  const names = 'known placeholders: `{service}`, `{namespace}`, `{api}`';
  const example = 'write for example `output: mesh/{api}.yaml`';
  test.each([
    {template: 'a.yaml', want: undefined},
    {template: '{api}/{service}.{namespace}.yaml', want: undefined},
    {
      template: '{name}.yaml',
      want: {message: 'option `output` has an unknown placeholder "{name}"', hint: names},
    },
    {
      template: 'a/{Servce}.yaml',
      want: {
        message: 'option `output` has an unknown placeholder "{Servce}"',
        hint: 'did you mean `{service}`?',
      },
    },
    {template: '{}', want: {message: 'option `output` has an unknown placeholder "{}"', hint: names}},
    {template: '', want: {message: 'option `output` must name a file, but it is ""', hint: example}},
    {template: ' ', want: {message: 'option `output` must name a file, but it is " "', hint: example}},
    {
      template: 'mesh/',
      want: {message: 'option `output` must name a file, but it is "mesh/"', hint: example},
    },
    {
      template: 'mesh\\',
      want: {message: 'option `output` must name a file, but it is "mesh\\\\"', hint: example},
    },
    {
      template: 'mesh\\{api}.yaml',
      want: {
        message: 'option `output` must have "/" between folders, but it is "mesh\\\\{api}.yaml"',
        hint: 'write `output: mesh/{api}.yaml`, which Windows takes too',
      },
    },
    {
      template: 'a\0b',
      want: {message: 'option `output` must name a file, but it is "a\\u0000b"', hint: example},
    },
  ])('$template: $want', ({template, want}) => {
    expect(outputFault(template)).toEqual(want);
  });
});

describe('apiName', () => {
  test.each([
    {alias: 'pets@v1', file: 'specs/openapi.yaml', want: 'pets@v1'},
    {alias: undefined, file: 'openapi.yaml', want: 'openapi'},
    {alias: undefined, file: 'specs/pets.v1.json', want: 'specs/pets.v1'},
    {alias: undefined, file: 'specs.d/openapi', want: 'specs.d/openapi'},
    {alias: undefined, file: '../other/openapi.yaml', want: 'openapi'},
    {alias: undefined, file: '/absolute/openapi.yaml', want: 'openapi'},
    {alias: undefined, file: 'C:/absolute/openapi.yaml', want: 'openapi'},
  ])('$alias at $file is $want', ({alias, file, want}) => {
    expect(apiName(alias, file)).toBe(want);
  });
});

test.each([
  {path: 'a', want: false},
  {path: '..a', want: false},
  {path: 'a/../b', want: false},
  {path: '', want: true},
  {path: '..', want: true},
  {path: '../a', want: true},
  {path: '/a', want: true},
  {path: 'C:\\a', want: true},
])('$path leaves its folder: $want', ({path, want}) => {
  expect(leavesFolder(path)).toBe(want);
});
