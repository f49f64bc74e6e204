import {expect, test} from '@jest/globals';
import {routeReader} from '../../../src/core/meshes.ts';
import {
  comparedPath,
  hostOfRequest,
  isForHost,
  pathOfTarget,
  readRequest,
} from '../../../src/core/routes/request.ts';

test.each([
  {text: 'GET /v1/pets/42', want: {method: 'GET', path: '/v1/pets/42'}},
  {text: ' get  /a/ HTTP/2 ', want: {method: 'GET', path: '/a/'}},
  {text: '/a b', want: {path: '/a%20b'}},
  {text: 'GET /a?b HTTP/1.1', want: {method: 'GET', path: '/a'}},
  {text: 'M-SEARCH /a#b', want: {method: 'M-SEARCH', path: '/a'}},
  {
    text: 'https://user:p@Example.com:80/a/{id}?b',
    want: {path: '/a/%7Bid%7D'},
    host: 'Example.com',
  },
  {text: 'PUT h2c+x://[::1]:80', want: {method: 'PUT', path: '/'}, host: '[::1]'},
  {text: '/a/http://b', want: {path: '/a/http://b'}},
  {text: 'pets', want: undefined},
  {text: 'GET', want: undefined},
])('the request $text', ({text, want, host}) => {
  expect(readRequest(text)).toEqual(want);
  expect(hostOfRequest(text)).toBe(host);
});

test.each([
  {target: 'http://a?b', want: '/'},
  {target: 'http://a/b?c', want: '/b'},
  {target: '?a', want: ''},
  {target: '*', want: '*'},
])('the path of the target $target in a log', ({target, want}) => {
  expect(pathOfTarget(target)).toBe(want);
});

test.each([
  {hostnames: [], host: 'a.example', want: true},
  {hostnames: ['a.example'], host: undefined, want: true},
  {hostnames: ['a.example', 'b.example'], host: 'A.example', want: true},
  {hostnames: ['b.example'], host: 'a.example', want: false},
  {hostnames: ['*.example'], host: 'a.b.example', want: true},
  {hostnames: ['*.example'], host: 'example', want: false},
])('routes for the hostnames $hostnames get requests to $host: $want', ({hostnames, host, want}) => {
  expect(isForHost(host, hostnames)).toBe(want);
});

/** What Envoy 1.40 compares with the options of each of these, and what the source of nginx and Traefik says. */
test.each([
  ['/%7Ea%41%2d', '/~aA-', '/~aA-', '/~aA-', '/~aA-', '/~aA-'],
  ['/a/../b', '/b', '/b', '/b', '/b', '/b'],
  ['/a/%2e%2E/b/%2e', '/b/', '/b/', '/b/', '/b/', '/b/'],
  ['/a/b/..', '/a/', '/a/', '/a/', '/a/', '/a/'],
  ['/../..', '/', '/', '/', '/', '/'],
  ['//a//b//', '//a//b//', '/a/b/', '/a/b/', '/a/b/', '/a/b/'],
  ['/a//../b', '/a/b', '/a/b', '/a/b', '/b', '/b'],
  ['/%c3%b6%2c', '/%c3%b6%2c', '/%c3%b6%2c', '/%c3%b6%2c', '/%C3%B6%2C', '/%C3%B6,'],
  ['/a%2fb', '/a%2fb', '/a%2fb', '/a/b', '/a%2Fb', '/a/b'],
  ['/a%5Cb', '/a%5Cb', '/a%5Cb', '/a/b', '/a%5Cb', '/a%5Cb'],
  ['/a%2F..%2Fb', '/a%2F..%2Fb', '/a%2F..%2Fb', '/b', '/a%2F..%2Fb', '/b'],
  [
    '/%3f%23%25%20%zz',
    '/%3f%23%25%20%zz',
    '/%3f%23%25%20%zz',
    '/%3f%23%25%20%zz',
    '/%3F%23%25%20%zz',
    '/%3F%23%25%20%zz',
  ],
])('the path %s as it is compared', (sent, ...want) => {
  const gateways = (['istio', 'contour', 'envoy-gateway', 'traefik', 'nginx'] as const).map((mesh) =>
    comparedPath(sent, routeReader(mesh, 'public').pathSteps),
  );
  expect(gateways).toEqual(want);
  const meshes = (['istio', 'cilium', 'linkerd'] as const).map((mesh) =>
    comparedPath(sent, routeReader(mesh, undefined).pathSteps),
  );
  expect(meshes).toEqual([want[0], want[0], sent]);
});
