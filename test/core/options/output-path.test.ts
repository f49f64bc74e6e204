import {describe, expect, test} from '@jest/globals';
import {isOutputPath, outputPath} from '../../../src/core/options/output-path.ts';

const NAMES = {service: 'petstore', namespace: 'shop', api: 'pets@v1'};

describe('outputPath', () => {
  test.each([
    {template: '{api}.yaml', want: 'pets@v1.yaml'},
    {template: '{namespace}/{service}-{api}.yaml', want: 'shop/petstore-pets@v1.yaml'},
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
  {template: 'mesh/', want: false},
  {template: 'mesh\\{api}.yaml', want: false},
  {template: 'a\0b', want: false},
  {template: 'https://me:secret@host/{api}.yaml', want: false},
  {template: 's3://bucket/{api}.yaml', want: false},
])('$template is an output path: $want', ({template, want}) => {
  expect(isOutputPath(template)).toBe(want);
});
