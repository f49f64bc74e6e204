import {describe, expect, test} from '@jest/globals';
import {generate} from '../../src/index.ts';
import {ask} from './ask.ts';
import {whileServed} from './differences.ts';
import {gatewayPrograms} from './programs.ts';
import {placedIn} from './served.ts';
import {tokenWith, withKeys} from './tokens.ts';

const document = {
  openapi: '3.1.0',
  'x-apigen': {
    ...{gateway_api: '1.4', rate_limit: {requests: 3, per: 'hour'}},
    security: {
      ...{enforce: true, undeclared: 'public'},
      schemes: {login: {issuer: 'me', jwks_uri: 'https://id.example.com/jwks', any_audience: true}},
    },
  },
  components: {securitySchemes: {login: {type: 'http', scheme: 'bearer'}}},
  paths: {
    '/all': {get: {}, post: {}},
    '/client': {get: {'x-apigen': {rate_limit: {requests: 2, by: 'client'}}}},
    '/free/{id}': {get: {'x-apigen': {rate_limit: {requests: 0}}}},
    '/guarded': {get: {security: [{login: []}]}},
    '/timeout': {get: {'x-apigen': {timeouts: {request: '300ms'}}}},
  },
};

/** Of the owner of the Gateway: `mergeType` keeps what it says. */
const OF_GATEWAY = {
  ...{apiVersion: 'gateway.envoyproxy.io/v1alpha1', kind: 'BackendTrafficPolicy'},
  metadata: {name: 'public', namespace: 'limits'},
  spec: {
    targetRefs: [{group: 'gateway.networking.k8s.io', kind: 'Gateway', name: 'public'}],
    faultInjection: {abort: {httpStatus: 418, percentage: 100}},
  },
};

(gatewayPrograms() ? describe : describe.skip)('Envoy Gateway limits rates', () => {
  const served = (namespace: string) =>
    generate(document, {settings: {'service.name': 'pets', 'service.port': 80, ...placedIn(namespace)}});
  const running = whileServed(async () => [
    {objects: withKeys(served('shop').objects)},
    {objects: [...withKeys(served('limits').objects), OF_GATEWAY]},
  ]);
  const statuses = async (requests: readonly string[], namespace = 'shop') => {
    const port = running.gateway?.ports.get(`${namespace}/public/http`) ?? 0;
    const found: number[] = [];
    for (const text of requests) {
      const [method = '', path = '', from = '', token] = text.split(' ');
      const headers = token ? {authorization: `Bearer ${token}`} : {};
      found.push((await ask(port, {method, path, from, headers})).status);
    }
    return found;
  };

  test.each([
    {
      title: 'of each operation for itself',
      requests: ['GET /all', 'GET /all', 'GET /all', 'GET /all', 'POST /all', 'GET /all'],
      want: [200, 200, 200, 429, 200, 429],
    },
    {
      title: 'of each address for itself',
      requests: [1, 1, 1, 2, 2, 2].map((last) => `GET /client 127.0.0.${last}`),
      want: [200, 200, 429, 200, 200, 429],
    },
    {
      title: 'of no operation without a limit',
      requests: ['GET /free/1', 'GET /free/1', 'GET /free/1', 'GET /free/1'],
      want: [200, 200, 200, 200],
    },
  ])('$title', async ({requests, want}) => {
    expect(await statuses(requests)).toEqual(want);
  });

  test('of requests that are not refused', async () => {
    const [without, right] = ['GET /guarded', `GET /guarded 127.0.0.1 ${tokenWith({iss: 'me'})}`];
    const requests = [...Array<string>(4).fill(without), ...Array<string>(4).fill(right)];
    expect(await statuses(requests)).toEqual([401, 401, 401, 401, 200, 200, 200, 429]);
  });

  test('next to what a policy for the Gateway says', async () => {
    expect(await statuses(['GET /all', 'GET /free/1'], 'limits')).toEqual([418, 418]);
  });

  test('next to the timeout of the same operation', async () => {
    const port = running.gateway?.ports.get('shop/public/http') ?? 0;
    const slow = {method: 'GET', path: '/timeout', headers: {'x-sleep': '2000'}};
    expect((await ask(port, slow)).status).toBe(504);
  });
});
