import {describe, expect, test} from '@jest/globals';
import type {JsonMap} from '../../../src/core/json.ts';
import {type KnownKeys, parseFlags, readExtension, readKeys} from '../../../src/core/settings/read.ts';
import type {Entry} from '../../../src/core/settings/table.ts';
import {anyText, boolean, integer, labelMap} from '../../../src/core/settings/types/index.ts';

const entry = (key: string, type: Entry['type']): Entry => ({
  ...{key, type, group: 'test', summary: key},
  example: type.right[0],
});
const port = entry('service.port', integer({name: 'int32', minimum: 1, maximum: 9}));
const name = entry('service.name', anyText('name'));
const labels = entry('labels', labelMap);
const strict = entry('strict', boolean);
const entries = [port, name, labels, strict];

const location = {uri: 'file:///openapi.yaml', pointer: '/options'};
const at = (pointer: string) => ({...location, pointer: `/options${pointer}`});
const key = (pointer: string) => ({...at(pointer), at: 'key'});
const KNOWN: KnownKeys = {what: 'option', entries, dotted: true};

const unknown = (dotted: string, last = dotted) => ({
  kind: 'unknown',
  key: dotted,
  name: last,
  what: 'option',
  known: entries,
});

describe('nested keys', () => {
  test.each<{given: JsonMap; values: object}>([
    {given: {}, values: {}},
    {given: {service: null, strict: null, labels: null}, values: {}},
    {given: {service: {}}, values: {}},
    {given: {service: {port: 1, name: 'a'}}, values: {'service.port': 1, 'service.name': 'a'}},
    {given: {'service.port': 1, service: {name: 'a'}}, values: {'service.port': 1, 'service.name': 'a'}},
    {given: {'service.port': 1, service: {port: null}}, values: {'service.port': 1}},
    {given: {labels: {'a.b': 'c'}}, values: {labels: {'a.b': 'c'}}},
  ])('$given gives $values', ({given, values}) => {
    expect(readKeys(given, KNOWN, location)).toEqual({values, faults: []});
  });

  test('what is wrong is not a value, and the rest is', () => {
    const given = {
      ...{'service.port': 1, service: {port: 2, name: 5}, labels: {team: 1}},
      ...{strict: true, other: 1},
    };
    const {values, faults} = readKeys(given, KNOWN, location);
    expect(values).toEqual({'service.port': 2, strict: true});
    expect(faults.map(({kind}) => kind)).toEqual(['value', 'unknown', 'repeated', 'value']);
  });

  test('a dotted name is unknown where keys must be nested', () => {
    const {values, faults} = readKeys({'service.port': 1}, {...KNOWN, dotted: false}, location);
    expect(values).toEqual({});
    expect(faults).toEqual([{...unknown('service.port'), dotted: false, location: key('/service.port')}]);
  });
});

describe('x-apigen', () => {
  test.each([undefined, null, {}])('%p sets nothing', (value) => {
    expect(readExtension(value, 'root', location)).toEqual({values: {}, faults: []});
  });

  test('a setting of another scope, or its group, has no effect', () => {
    const value = {namespace: 'a', cluster: {cluster_domain: 'b'}, labels: null};
    expect(readExtension(value, 'path', location)).toEqual({
      values: {},
      faults: [
        {kind: 'scope', key: 'namespace', scope: 'path', location: key('/namespace')},
        {kind: 'scope', key: 'cluster', scope: 'path', location: key('/cluster')},
      ],
    });
  });
});

test('the texts of flags become values, of those that are given', () => {
  const texts = {
    'service.port': ['1', '07'],
    labels: ['a=b', 'c=d'],
    strict: [],
    other: ['x'],
    'service.name': undefined,
  };
  expect(parseFlags(texts, entries)).toEqual({'service.port': 7, labels: {a: 'b', c: 'd'}, strict: true});
});
