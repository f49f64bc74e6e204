import {describe, expect, test} from '@jest/globals';
import {generate} from '../../../../src/core/generate.ts';
import type {FlagValues} from '../../../../src/core/settings/table.ts';

/** The first object of a description with these settings at the root, and these as flags. */
function profile(root: object, flags: FlagValues = {}, paths: object = {'/pets': {get: {}}}) {
  const service = {name: 'petstore', ...('service' in root && Object(root.service))};
  const document = {openapi: '3.1.0', 'x-apigen': {...root, service}, paths};
  const {objects, problems} = generate(document, {settings: flags});
  expect(problems).toEqual([]);
  return objects[0];
}

test('the whole object, with its keys in the order in which they are written', () => {
  const paths = {
    '/pets/{id}': {get: {'x-apigen': {timeouts: {request_timeout: 3}}}, delete: {}},
    '/hidden': {get: {'x-apigen': {disabled: true}}},
  };
  const settings = {
    namespace: 'shop',
    labels: {team: 'shop'},
    annotations: {note: 'a b'},
    service: {namespace: 'backend'},
    cluster: {cluster_domain: 'example.com'},
    path: {base: '/v1.0/'},
  };
  expect(JSON.stringify(profile(settings, {}, paths), null, 1)).toBe(
    JSON.stringify(
      {
        apiVersion: 'mesh.io/v1alpha2',
        kind: 'ServiceProfile',
        metadata: {
          creationTimestamp: null,
          name: 'petstore.backend.svc.example.com',
          namespace: 'shop',
          labels: {team: 'shop'},
          annotations: {note: 'a b'},
        },
        spec: {
          routes: [
            {condition: {method: 'DELETE', pathRegex: '/v1\\.0/pets/[^/]*'}, name: 'DELETE /v1.0/pets/{id}'},
            {
              condition: {method: 'GET', pathRegex: '/v1\\.0/pets/[^/]*'},
              name: 'GET /v1.0/pets/{id}',
              timeout: '3s',
            },
          ],
        },
      },
      null,
      1,
    ),
  );
});

describe.each(['labels', 'annotations'] as const)('%s', (key) => {
  test.each<{what: string; root: object; flags?: FlagValues; want: unknown}>([
    {what: 'none', root: {}, want: undefined},
    {what: 'an empty map', root: {[key]: {}}, want: undefined},
    {what: 'null', root: {[key]: null}, want: undefined},
    {what: 'those of the root', root: {[key]: {a: '1'}}, want: {a: '1'}},
    {what: 'those of flags', root: {}, flags: {[key]: {a: '1'}}, want: {a: '1'}},
    {
      what: 'both: a flag wins, key by key',
      root: {[key]: {a: 'root', b: 'root'}},
      flags: {[key]: {b: 'flag', c: 'flag'}},
      want: {a: 'root', b: 'flag', c: 'flag'},
    },
    {
      what: 'null removes a key of the root',
      root: {[key]: {a: 'root', b: 'root'}},
      flags: {[key]: {b: null}},
      want: {a: 'root'},
    },
    {what: 'null removes every key', root: {[key]: {a: 'root'}}, flags: {[key]: {a: null}}, want: undefined},
  ])('$what', ({root, flags, want}) => {
    expect(profile(root, flags)?.metadata[key]).toEqual(want);
  });
});

test.each([
  {at: 'no timeout', root: {}, operation: {}, want: undefined},
  {at: 'one at the root', root: {timeouts: {request_timeout: 10}}, operation: {}, want: '10s'},
  {
    at: '0 at the operation, which means none',
    root: {timeouts: {request_timeout: 10}},
    operation: {timeouts: {request_timeout: 0}},
    want: undefined,
  },
])('$at', ({root, operation, want}) => {
  const object = profile(root, {}, {'/pets': {get: {'x-apigen': operation}}});
  const route = {condition: {method: 'GET', pathRegex: '/pets'}, name: 'GET /pets'};
  expect(object?.spec).toEqual({routes: [want === undefined ? route : {...route, timeout: want}]});
});
