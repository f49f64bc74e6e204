import {describe, expect, test} from '@jest/globals';
import type {FlagValues} from '../../../../src/core/settings/table.ts';
import {HTTP_ROUTE} from '../../../../src/core/targets/http-route/index.ts';
import {HTTP_ROUTES} from '../../../../src/core/targets/http-route/object-kinds.ts';
import type {MatchedPath, TargetInput} from '../../../../src/core/targets/target.ts';
import {outputOf} from '../../routes-of.ts';

const SETTINGS = {target: 'httproute', 'service.name': 'petstore', 'service.port': 80} as const;
const get = {get: {}};
const withTimeout = (seconds: number) => ({get: {'x-apigen': {timeouts: {request_timeout: seconds}}}});

const inputOf = (paths: object, settings: FlagValues): TargetInput =>
  outputOf({openapi: '3.1.0', paths}, {settings: {...SETTINGS, ...settings}}).input;

const path = (type: MatchedPath['type'], value: string): MatchedPath => ({type, value});

describe('the matches in the order of', () => {
  const paths = {
    '/{any}': withTimeout(1),
    '/pets': withTimeout(2),
    '/pets/{id}': withTimeout(3),
    '/pets/{id}/x/{y}': withTimeout(4),
    '/longer-than-the-expressions': withTimeout(5),
  };

  test.each([
    {
      mesh: 'linkerd' as const,
      want: ['/longer-than-the-expressions', '/pets', '/pets/[^/]*', '/pets/[^/]*/x/[^/]*', '/[^/]*', '/'],
    },
    {
      mesh: 'istio' as const,
      want: ['/longer-than-the-expressions', '/pets', '/pets/[^/]*/x/[^/]*', '/pets/[^/]*', '/[^/]*', '/.*'],
    },
    {
      mesh: 'cilium' as const,
      want: ['/longer-than-the-expressions', '/pets', '/pets/[^/]*/x/[^/]*', '/pets/[^/]*', '/[^/]*', '/'],
    },
  ])('$mesh', ({mesh, want}) => {
    expect(HTTP_ROUTE.matches(inputOf(paths, {mesh})).map(({value}) => value)).toEqual(want);
  });

  test('a gateway, which counts bytes', () => {
    const [narrow, later] = ['/aöööö/{y}', `/{x}/${'b'.repeat(37)}`];
    const input = inputOf({[narrow]: get, [later]: get}, {mesh: 'envoy-gateway', 'gateway.name': 'public'});
    const matches = HTTP_ROUTE.matches(input);
    expect(matches.map(({operation}) => operation?.pathItem.path)).toEqual([narrow, later]);
  });
});

const order = 'the mesh uses the first rule that matches';
const longest = 'the mesh prefers the longest expression';
const [exact, prefix, expression] = [
  path('Exact', '/a'),
  path('PathPrefix', '/'),
  path('RegularExpression', '/.'),
];
const long = path('RegularExpression', '/[^/]*');

test.each<{mesh?: 'linkerd' | 'istio' | 'cilium'; match: MatchedPath; later: MatchedPath; want: string}>([
  {match: exact, later: expression, want: order},
  {match: exact, later: prefix, want: 'the mesh prefers Exact to PathPrefix'},
  {match: long, later: expression, want: order},
  {mesh: 'istio', match: exact, later: expression, want: 'the mesh prefers Exact to RegularExpression'},
  {mesh: 'istio', match: long, later: expression, want: longest},
  {mesh: 'istio', match: expression, later: expression, want: order},
  {mesh: 'cilium', match: long, later: expression, want: longest},
  {mesh: 'cilium', match: long, later: prefix, want: 'the mesh prefers RegularExpression to PathPrefix'},
])('a match is preferred by $mesh: $match to $later', ({mesh, match, later, want}) => {
  const {settings} = inputOf({}, mesh ? {mesh} : {});
  expect(HTTP_ROUTE.preference(match, later, settings)).toBe(want);
});

const object = (spec: unknown) => ({
  apiVersion: 'gateway.networking.k8s.io/v1',
  kind: 'HTTPRoute',
  metadata: {name: 'petstore', namespace: 'shop'},
  spec,
});
const match = (value: unknown, method?: string) => ({path: {type: 'RegularExpression', value}, method});
const timeouts = {request: '10s'};

test.each([
  {
    name: 'by match, without the Service',
    spec: {
      rules: [
        {matches: [match('/a', 'GET'), match('/b', 'PUT')], timeouts, backendRefs: [{name: 'petstore'}]},
        {matches: [match('/')], backendRefs: [{name: 'petstore'}]},
      ],
    },
    want: [
      {route: 'GET /a', fields: {timeouts}},
      {route: 'PUT /b', fields: {timeouts}},
      {route: 'what is not described', fields: {}},
    ],
  },
  {
    name: 'without what makes an expression longer, at its end only',
    spec: {rules: [{matches: [match('/(?:)a(?:)(?:)', 'GET')]}]},
    want: [{route: 'GET /(?:)a', fields: {}}],
  },
  {
    name: 'of a cluster, which anybody may have changed',
    spec: {rules: [null, {matches: 'GET'}, {matches: ['GET', {method: 'GET'}, {path: '/a'}]}]},
    want: [
      {route: '', fields: {}},
      {route: '', fields: {}},
      {route: '', fields: {}},
    ],
  },
  {name: 'without a spec', spec: null, want: []},
])('the routes of an HTTPRoute $name, for differences', ({spec, want}) => {
  expect(HTTP_ROUTES.routes(object(spec))).toEqual(want);
});
