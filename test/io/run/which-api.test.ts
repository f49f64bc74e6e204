import {expect, test} from '@jest/globals';
import {check} from '../../../src/core/generate/check.ts';
import {claimsOf, matchPlaces} from '../../../src/core/generate/claims.ts';
import {readDescribed} from '../../../src/core/generate/described.ts';
import {routeTable} from '../../../src/core/generate/route-table.ts';
import {sharedRequests} from '../../../src/core/generate/shared-requests.ts';
import {resourceOf} from '../../../src/core/kubernetes/resource.ts';
import {GATEWAY_NAMES, type MeshName} from '../../../src/core/meshes.ts';
import {matchedApis} from '../../../src/io/run/generate/read-apis.ts';
import {apiChooser} from '../../../src/io/run/generate/which-api.ts';

type Api = readonly [hostname: string, method: string, path: string];

function readApi(source: string, mesh: MeshName, [hostname, method, path]: Api) {
  const settings = {
    mesh,
    'gateway.name': 'g',
    'gateway.hostnames': [hostname],
    'service.name': source,
    'service.port': 80,
  };
  const checked = check(readDescribed({openapi: '3.1.0', paths: {[path]: {[method]: {}}}}, {uri: source}), {
    settings,
  });
  const {output, toOrigin} = checked;
  const own = {owner: source, mesh, ...(output && {places: matchPlaces(output, toOrigin)})};
  const claims = (output?.objects ?? []).flatMap((one) => claimsOf(resourceOf(one), undefined, own));
  return {claims, api: {source, title: source, ...routeTable(checked)}};
}

const WIDE = '*.example.com';
const NARROW = 'api.example.com';

/** Requests that foo has a route for, and bar has one too, or has the path for another method, or the hostname alone. */
const PAIRS: readonly (readonly [foo: Api, bar: Api, method: string, path: string])[] = [
  [[NARROW, 'get', '/a'], [NARROW, 'get', '/a'], 'GET', '/a'],
  [[NARROW, 'put', '/items/{id}'], [NARROW, 'get', '/items/5'], 'PUT', '/items/5'],
  [[NARROW, 'put', '/items/{id}'], [NARROW, 'get', '/items/{name}'], 'PUT', '/items/5'],
  [[NARROW, 'get', '/{a}/pets'], [NARROW, 'get', '/shop/{b}'], 'GET', '/shop/pets'],
  [[WIDE, 'get', '/a'], [NARROW, 'get', '/b'], 'GET', '/a'],
  [[WIDE, 'get', '/a'], [NARROW, 'get', '/a'], 'GET', '/a'],
  [[WIDE, 'get', '/a'], [NARROW, 'get', '/{a}'], 'GET', '/a'],
  [[WIDE, 'get', '/{a}'], [NARROW, 'get', '/{b}'], 'GET', '/a'],
];

/** Who takes a request by what is written at foo. */
function takerIn(message: string | undefined): string | null {
  if (message === undefined || /does not get|gets no/.test(message)) return 'foo';
  return /gets|takes/.test(message) ? 'bar' : null;
}

test.each(GATEWAY_NAMES.flatMap((mesh) => PAIRS.map((pair) => ({mesh, pair}))))(
  '`routes match` and `shared-request` name the same API: $mesh, $pair',
  ({mesh, pair: [foo, bar, method, path]}) => {
    const read = [readApi('foo', mesh, foo), readApi('bar', mesh, bar)];
    const used = apiChooser(matchedApis(read.map(({api}) => api)))({method, path}, NARROW);
    const problems = sharedRequests(read.flatMap(({claims}) => claims));
    const message = problems.find(([owner]) => owner === 'foo')?.[1].message;
    expect(used ? used.api : 'foo').toBe(takerIn(message));
    const hasRoute = bar[1] === method.toLowerCase() && bar[2] !== '/b';
    expect(used?.isServed ?? true).toBe(used?.api !== 'bar' || hasRoute);
  },
);
