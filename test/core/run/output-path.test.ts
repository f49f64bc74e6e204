import {describe, expect, test} from '@jest/globals';
import {apiName, isOutputPath, leavesFolder, outputPath} from '../../../src/core/run/output-path.ts';

const NAMES = {service: 'petstore', namespace: 'shop', api: 'pets@v1'};

describe('outputPath', () => {
  test.each([
    {template: 'mesh/profile.yaml', want: 'mesh/profile.yaml'},
    {template: '{api}.yaml', want: 'pets@v1.yaml'},
    {template: '{namespace}/{service}-{api}.yaml', want: 'shop/petstore-pets@v1.yaml'},
    {template: '{service}{service}', want: 'petstorepetstore'},
  ])('$template is $want', ({template, want}) => {
    expect(outputPath(template, NAMES)).toBe(want);
  });

  test('a name that looks like a pattern is used as it is', () => {
    expect(outputPath('{api}', {...NAMES, api: '$&{SERVICE}'})).toBe('$&{SERVICE}');
  });
});

test.each([
  {template: 'a.yaml', want: true},
  {template: '{api}/{service}.{namespace}.yaml', want: true},
  {template: '{name}.yaml', want: false},
  {template: 'a/{Service}.yaml', want: false},
  {template: '{}', want: false},
  {template: '', want: false},
  {template: ' ', want: false},
  {template: 'mesh/', want: false},
  {template: 'mesh\\', want: false},
  {template: 'mesh\\{api}.yaml', want: false},
  {template: 'a\0b', want: false},
  {template: 'https://me:secret@host/{api}.yaml', want: false},
  {template: 'https:/host/{api}.yaml', want: false},
  {template: 's3://bucket/{api}.yaml', want: false},
])('$template is an output path: $want', ({template, want}) => {
  expect(isOutputPath(template)).toBe(want);
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
