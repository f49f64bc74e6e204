import {describe, expect, test} from '@jest/globals';
import {Ajv2020} from 'ajv/dist/2020.js';
import {meshRoutesSchema, readMeshRoutes, SPEC_ENTRIES} from '../../../src/core/options/mesh-routes.ts';
import {nest} from '../../core/settings/nest.ts';

const at = {uri: 'resource:///functionConfig', pointer: ''};
const HEAD = {apiVersion: 'apigen.dev/v1alpha1', kind: 'MeshRoutes'};
const validate = new Ajv2020({allowUnionTypes: true, keywords: ['errorMessage']}).compile(meshRoutesSchema());

const isRead = (config: object) => readMeshRoutes(config, at).problems.length === 0;

describe.each(SPEC_ENTRIES)('spec.$key: the check and the schema agree', ({key, example}) => {
  const values = [example, null].map((value) => ({value, isRight: true}));
  // Neither a text, a number, a map nor a list of these.
  const wrong = {value: [null], isRight: false};

  test.each([...values, wrong])('on $value', ({value, isRight}) => {
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

test('a part of a second is written as a duration', () => {
  const {problems} = readMeshRoutes({...HEAD, spec: {settings: {timeouts: {request_timeout: 0.5}}}}, at);
  expect(problems.map(({hint}) => hint)).toEqual(['write `request: 500ms`']);
});
