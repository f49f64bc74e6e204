import {expect, test} from '@jest/globals';
import fc from 'fast-check';
import {requestAnswers} from '../../../../src/commands/report/page/requests.ts';
import {pageApi} from '../../../../src/commands/report/page-api.ts';
import {outputMatcher} from '../../../../src/core/generate/route-table.ts';
import type {FlagValues} from '../../../../src/core/settings/table.ts';
import {NOWHERE} from '../../../../src/io/print/problems.ts';
import {routesOf} from '../../../core/routes-of.ts';
import {given, type Paths, requestsOf} from '../../../meshes/described-paths.ts';

const TARGETS: readonly FlagValues[] = [
  {target: 'service-profile'},
  {target: 'httproute', mesh: 'linkerd'},
  {target: 'httproute', mesh: 'istio'},
  {target: 'httproute', mesh: 'cilium'},
  {mesh: 'traefik', 'gateway.name': 'public'},
  {target: 'httproute', mesh: 'linkerd', 'path.ignore_case': true},
];

function tableOf(paths: Paths, settings: FlagValues) {
  return routesOf({openapi: '3.1.0', paths}, {settings: {'path.base': '/v1', ...settings}});
}

function answersOf(table: ReturnType<typeof tableOf>): ReturnType<typeof requestAnswers> {
  const api = pageApi({...table, title: 'Pets', source: 'pets.yaml'}, NOWHERE);
  if (api === undefined) throw new Error('not a description');
  return requestAnswers(JSON.parse(JSON.stringify(api)));
}

const OTHERS = {'/pets': {get: {}, post: {}}, '/pets/{id}': {get: {}}, '/pets/mine': {get: {}}};

test('the answers are one for each method', () => {
  const answers = answersOf(tableOf(OTHERS, {}));
  const shown = answers.of({path: '/v1/pets'}).map(({routes}) => routes.map(({route}) => route.method));
  expect(shown).toEqual([['GET'], ['POST']]);
  expect(answers.of({method: 'PUT', path: '/v1/pets'})).toEqual([]);
  expect(answers.catchAllOf('/v1/pets')).toBeUndefined();
});

test('the answers are found with the prefix in front', () => {
  const answers = answersOf(tableOf(OTHERS, {'path.base': '/größe'}));
  const request = {method: 'GET', path: '/pets/mine'};
  const found = answers.of({...request, path: '/gr%C3%B6%C3%9Fe/pets/mine'});
  expect(found).toHaveLength(1);
  expect(answers.of(request)).toEqual([]);
  expect(answers.prefixesOf(request)).toEqual(['/gr%C3%B6%C3%9Fe']);
});

test('the answers are those of the servers of each path', () => {
  const paths = {'/pets': {get: {}}, '/up': {get: {}, servers: [{url: '/'}]}};
  const document = {openapi: '3.1.0', servers: [{url: '/v1'}, {url: '/v2'}], paths};
  const answers = answersOf(routesOf(document, {settings: {'path.from_servers': true}}));
  const pathsOf = (path: string) =>
    answers.of({path}).flatMap(({routes}) => routes.map(({route}) => route.path));
  expect(['/v1/pets', '/v2/pets', '/up', '/v1/up', '/pets'].map(pathsOf)).toEqual([
    ['/v1/pets'],
    ['/v2/pets'],
    ['/up'],
    [],
    [],
  ]);
  expect(answers.prefixesOf({path: '/pets'})).toEqual(['/v1', '/v2']);
});

test('the answers are without case where the output is', () => {
  const answers = answersOf(tableOf({'/Pets/{id}': {get: {}}}, {'path.ignore_case': true}));
  const found = answers.of({method: 'GET', path: '/V1/PETS/7'});
  expect(found.flatMap(({routes}) => routes.map(({route}) => route.path))).toEqual(['/v1/Pets/{id}']);
});

test('the answers say why', () => {
  const answers = answersOf(tableOf(OTHERS, {mesh: 'traefik', 'gateway.name': 'public'}));
  expect(answers.of({method: 'GET', path: '/v1/pets/mine'}).map(({why}) => why)).toEqual([
    'the first of 2 routes that match: the gateway prefers Exact to RegularExpression',
  ]);
});

test('the answers are those for the path that is compared', () => {
  const answers = answersOf(tableOf(OTHERS, {mesh: 'envoy-gateway', 'gateway.name': 'public'}));
  expect(answers.of({method: 'GET', path: '/v1/x/..//pets'}).map(({why}) => why)).toEqual([
    'the only route that matches; compared as /v1/pets',
  ]);
  expect(answers.of({path: '/v1/x%5Cy'})).toEqual([]);
  expect(answers.changeOf('/v1/x%5Cy')).toBe('; redirected to /v1/x/y');
  expect(answersOf(tableOf(OTHERS, {})).changeOf('/v1/x/../y')).toBe('');
});

test('the answers are the matches of the output', () => {
  fc.assert(
    fc.property(given, fc.constantFrom(...TARGETS), ({paths, texts}, settings) => {
      const table = tableOf(paths, settings);
      const matcher = table.output && outputMatcher(table.output);
      const answers = answersOf(table);
      for (const {method, path} of requestsOf(paths, texts)) {
        const request = {method, path: `/v1${path}`};
        const want = matcher
          ?.of(request)
          .flatMap(({operation, value}) => (operation ? [`/v1${operation.pathItem.path} ${value}`] : []));
        const found = answers
          .of(request)
          .flatMap(({routes}) => routes.map(({route, expression}) => `${route.path} ${expression}`));
        expect({request, found}).toEqual({request, found: want});
      }
    }),
  );
});
