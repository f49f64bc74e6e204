import {expect, test} from '@jest/globals';
import type {Location, Problem} from '../../../src/core/base/problem.ts';
import {checkMerged} from '../../../src/core/generate/generate-merged.ts';
import {type RouteTable, routeTable} from '../../../src/core/generate/route-table.ts';
import {GATEWAY_NAMES} from '../../../src/core/meshes.ts';
import {applyOverlays} from '../../../src/core/overlay/apply-overlays.ts';
import {ofKnownRules} from '../../shown-rules.ts';
import {routesOf} from '../routes-of.ts';

const API = 'file:///openapi.yaml';
const OVERLAY = 'file:///mesh.overlay.yaml';
const ADMIN = 'file:///admin.yaml';
const own = (settings: object) => ({'x-apigen': settings});
const described = (content: object) => ({openapi: '3.1.0', ...content});

const at = ({uri, pointer}: Location) => `${uri === API ? '' : uri}#${pointer}`;
const briefly = (problems: readonly Problem[]) =>
  ofKnownRules(problems).map(({message, location}) => `${message} at ${location && at(location)}`);

/** Each route as `method path at place`, then its timeout and retries as `value from level at place`, and its problems. */
function written({routes, problems}: RouteTable) {
  return [
    ...routes.map((route) => [
      `${route.operation.method} ${route.path} at ${at(route.location)}`,
      ...route.values.slice(0, 2).map(({key, value, level, place}) => {
        const where = place?.location ? at(place.location) : (place?.flag ?? 'nowhere');
        return level === undefined ? `${key}: not set` : `${key}: ${value} from ${level} at ${where}`;
      }),
      ...briefly(route.problems),
    ]),
    ...briefly(problems),
  ];
}

const NO_TIMEOUT = 'timeouts.request_timeout: not set';
const UNSET = [NO_TIMEOUT, 'retryable: false from default at nowhere'];

test('a route has the problems of its operation and of its path', () => {
  const paths = {'/a': {...own({b: 1}), get: own({c: 1}), put: {}}, '/aa': {get: {}}};
  const table = routesOf(described({...own({other: 1}), paths}), {uri: API});
  expect(written(table)).toEqual([
    [
      'GET /a at #/paths/~1a/get',
      ...UNSET,
      'unknown setting "c" at #/paths/~1a/get/x-apigen/c',
      'unknown setting "b" at #/paths/~1a/x-apigen/b',
    ],
    ['GET /aa at #/paths/~1aa/get', ...UNSET],
    ['PUT /a at #/paths/~1a/put', ...UNSET, 'unknown setting "b" at #/paths/~1a/x-apigen/b'],
    'unknown setting "other" at #/x-apigen/other',
  ]);
});

test('a value is where it counts, not in the extension of Linkerd that it replaces', () => {
  const get = {'x-linkerd-timeout': '1s', ...own({timeouts: {request: '2s'}})};
  const table = routesOf(described({paths: {'/a': {get}}}), {uri: API, readLinkerdExtensions: true});
  expect(written(table)[0]).toContain(
    'timeouts.request_timeout: 2 from operation at #/paths/~1a/get/x-apigen/timeouts/request',
  );
});

test('several descriptions give one table: the prefix is of each, and what an overlay adds is at its place', () => {
  const update = {'/b': {get: own({retryable: true, nope: 1})}};
  const overlay = {overlay: '1.1.0', actions: [{target: '$.paths', update}]};
  const {content, origin} = applyOverlays(described({paths: {}}), API, [
    {uri: OVERLAY, entry: {content: overlay}},
  ]);
  const admin = described({...own({path: {base: '/admin'}}), paths: {'/a': {get: {}}}});
  const table = routeTable(
    checkMerged(
      [
        {name: 'shop', document: content, uri: API, documents: new Map(), origin},
        {name: 'admin', document: admin, uri: ADMIN, documents: new Map()},
      ],
      {},
    ),
  );
  const added = `${OVERLAY}#/actions/0/update/~1b/get`;
  expect(written(table)).toEqual([
    [`GET /admin/a at ${ADMIN}#/paths/~1a/get`, ...UNSET],
    [
      `GET /b at ${added}`,
      NO_TIMEOUT,
      `retryable: true from operation at ${added}/x-apigen/retryable`,
      `unknown setting "nope" at ${added}/x-apigen/nope`,
    ],
  ]);
});

test('each route names its HTTPRoute and rule, where a policy is attached', () => {
  const document = described({paths: {'/pets': {get: {operationId: 'getPets'}, put: {}}}});
  const settings = {
    mesh: 'contour',
    'gateway.name': 'public',
    'service.name': 'pets',
    group: 'operation',
  } as const;
  const placesWith = (gateway_api: '1.2' | '1.4') =>
    routesOf(document, {settings: {...settings, gateway_api}}).routes.map(({place}) => place);
  const object = 'pets.public-cc909380';
  expect(placesWith('1.2')).toEqual([{object}, {object}]);
  expect(placesWith('1.4')).toEqual([
    {object, rule: 'get-pets'},
    {object, rule: 'put-pets'},
  ]);
});

test('without a timeout, each gateway has one of its own', () => {
  const defaults = GATEWAY_NAMES.map((mesh) => {
    const settings = {mesh, 'gateway.name': 'public'};
    const {routes} = routesOf(described({paths: {'/a': {get: {}}}}), {settings});
    return `${mesh} ${routes[0]?.values[0]?.otherwise}`;
  });
  expect(defaults.join(', ')).toBe(
    'istio none, cilium none, envoy-gateway 15s, kgateway 15s, agentgateway none, contour 15s, kong 60s, traefik none, nginx 60s',
  );
});
