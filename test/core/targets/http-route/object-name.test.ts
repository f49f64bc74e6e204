import {describe, expect, test} from '@jest/globals';
import type {FlagValues} from '../../../../src/core/settings/table.ts';
import {dnsSubdomain} from '../../../../src/core/settings/types/index.ts';
import {
  catchAllName,
  grantName,
  objectName,
  ownLabels,
} from '../../../../src/core/targets/http-route/object-name.ts';
import {outputOf} from '../../routes-of.ts';

function settingsOf(flags: FlagValues) {
  const settings = {target: 'httproute', 'service.name': 'petstore', ...flags} as const;
  return outputOf({openapi: '3.1.0', paths: {}}, {settings}).input.settings;
}

const long = (length: number) => 'a'.repeat(length);

describe('the name for paths that begin with', () => {
  test.each([
    {start: [], want: 'petstore'},
    {start: ['pets', 'v1-beta'], want: 'petstore.pets.v1-beta'},
    {start: ['{}', 'pets', '{}'], want: 'petstore.pets-dab180c5'},
    {start: ['{}pets'], want: 'petstore.pets-e21e48d7'},
    {start: ['--pets--', '__a__b__'], want: 'petstore.pets.a-b-4fce8be1'},
    {start: ['pets', 'catch-all'], want: 'petstore.pets.catch-all'},
    {start: ['catch-all'], want: 'petstore.catch-all-541a69c6'},
    {start: ['pets-0123abcd'], want: 'petstore.pets-0123abcd-55e0d25a'},
    {start: ['pets', ''], want: 'petstore.pets-12dfa088'},
    {start: [long(244)], want: `petstore.${long(244)}`},
    {start: [long(245)], want: `petstore.${long(235)}-e7d6ea98`},
    {start: [long(234), 'b'], want: `petstore.${long(234)}.b`},
    {start: [long(234), 'B'], want: `petstore.${long(234)}-5d1dce36`},
    {start: [long(233), '{b}', 'c'], want: `petstore.${long(233)}.b-209f379d`},
  ])('$start', ({start, want}) => {
    expect(objectName(settingsOf({}), start)).toBe(want);
  });

  test('long names of Gateways are cut, and differ', () => {
    const label = 'a'.repeat(63);
    const gateway = `${label}.${label}.${label}`;
    const names = ['b', 'c'].flatMap((end) => {
      const settings = settingsOf({
        mesh: 'istio',
        namespace: label.replaceAll('a', 'n'),
        'service.name': label,
        'service.namespace': label,
        'gateway.name': `${gateway}.${end}`,
      });
      return [
        objectName(settings, []),
        objectName(settings, ['pets']),
        catchAllName(settings),
        grantName(settings),
      ];
    });
    expect(new Set(names).size).toBe(8);
    for (const name of names) expect(dnsSubdomain.check(name)).toEqual([]);
  });

  test('a Gateway with a dot in its name is not one of another namespace', () => {
    const labels = [
      {'gateway.name': 'infra.public'},
      {'gateway.name': 'public', 'gateway.namespace': 'infra'},
      {'gateway.name': 'infra.public', 'gateway.namespace': 'infra'},
    ].map((gateway) => {
      const settings = settingsOf({
        mesh: 'istio',
        namespace: 'shop',
        'service.namespace': 'store',
        ...gateway,
      });
      return {name: objectName(settings, []), label: ownLabels(settings)['apigen.dev/gateway']};
    });
    expect(labels).toEqual([
      {name: 'petstore.store.svc.shop.infra.public-c42203c4', label: 'shop.infra.public'},
      {name: 'petstore.store.svc.infra.public-f25c8184', label: 'infra.public'},
      {name: 'petstore.store.svc.infra.infra.public-c409a810', label: 'infra.infra.public'},
    ]);
  });

  test('ReferenceGrants for two namespaces have names and labels of their own', () => {
    const grants = ['shop', 'edge'].map((namespace) => {
      const settings = settingsOf({
        mesh: 'istio',
        namespace,
        'service.namespace': 'store',
        'gateway.name': 'public',
        'gateway.namespace': 'infra',
      });
      return {name: grantName(settings), label: ownLabels(settings)['apigen.dev/route-namespace']};
    });
    expect(grants).toEqual([
      {name: 'petstore.shop.infra.public-f25c8184', label: 'shop'},
      {name: 'petstore.edge.infra.public-f25c8184', label: 'edge'},
    ]);
  });

  test('the same in another namespace', () => {
    const settings = settingsOf({namespace: 'clients', 'service.namespace': 'shop'});
    expect([objectName(settings, []), objectName(settings, ['pets']), catchAllName(settings)]).toEqual([
      'petstore.shop.svc',
      'petstore.shop.svc.pets',
      'petstore.shop.svc.catch-all',
    ]);
  });
});
