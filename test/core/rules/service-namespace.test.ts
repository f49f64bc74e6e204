import {describe, expect, it} from '@jest/globals';
import {generate} from '../../../src/core/generate.ts';
import type {FlagValues} from '../../../src/core/settings/table.ts';

const uri = 'file:///openapi.yaml';

function findings(root: object, flags: FlagValues = {}) {
  const document = {openapi: '3.1.0', 'x-apigen': root, paths: {'/a': {get: {}}}};
  return generate(document, {uri, settings: {'service.name': 'a', ...flags}, strict: true}).problems;
}

const note = {
  code: 'service-namespace',
  severity: 'note',
  message: '`service.namespace` is not set: the Service is expected in namespace "default", not "shop"',
  hint: 'set `service.namespace` to "shop" if the Service is there too, or else to "default"',
  setting: 'service.namespace',
};

describe('`namespace` without `service.namespace`', () => {
  it.each([
    {root: {namespace: 'shop'}, flags: {}, place: {location: {uri, pointer: '/x-apigen/namespace'}}},
    {root: {}, flags: {namespace: 'shop'}, place: {flag: 'namespace'}},
    {root: {namespace: 'other'}, flags: {namespace: 'shop'}, place: {flag: 'namespace'}},
  ])('$root, $flags', ({root, flags, place}) => {
    expect(findings(root, flags)).toEqual([{...note, ...place}]);
  });

  it.each([
    {root: {}, flags: {}},
    {root: {namespace: 'default'}, flags: {}},
    {root: {namespace: 'shop', service: {namespace: 'shop'}}, flags: {}},
    {root: {namespace: 'shop', service: {namespace: 'default'}}, flags: {}},
    {root: {namespace: 'shop'}, flags: {'service.namespace': 'other'}},
    {root: {service: {namespace: 'shop'}}, flags: {}},
  ])('not with $root, $flags', ({root, flags}) => {
    expect(findings(root, flags)).toEqual([]);
  });

  it('leaves an invalid one to its own rule', () => {
    const codes = findings({namespace: 'shop', service: {namespace: 'Shop'}}).map(({code}) => code);
    expect(codes).toEqual(['setting-name']);
  });
});
