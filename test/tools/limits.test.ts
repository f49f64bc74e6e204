import {expect, test} from '@jest/globals';
import {generate} from '../../src/core/generate/generate.ts';
import {applyOverlays} from '../../src/core/overlay/apply-overlays.ts';
import type {FlagValues} from '../../src/core/settings/table.ts';

/** Limits that take a second or more to reach. */
const many = (count: number, entry: (index: number) => readonly [string, object]) =>
  Object.fromEntries(Array.from({length: count}, (_, index) => entry(index)));

function reached(document: object, settings: FlagValues = {}) {
  const {objects, problems} = generate(
    {openapi: '3.2.0', ...document},
    {settings: {'service.name': 'petstore', ...settings}, strict: true},
  );
  return {
    objects: objects.length,
    errors: problems.map(
      ({code, message, hint, location}) => `${location?.pointer} ${code}: ${message}; ${hint}`,
    ),
  };
}

test('100,000 operations are allowed, counted where references and aliases are followed', () => {
  const shared = {additionalOperations: many(100, (n) => [`M${n}`, {}])};
  const paths = many(1000, (n) => [`/p${n}`, n < 500 ? shared : {$ref: '#/x-a'}]);
  const document = {'x-a': shared, paths: {...paths, '/one-more': {get: {}}}};
  expect(reached(document)).toEqual({
    objects: 0,
    errors: [
      '/paths/~1one-more/get operation: more than 100000 operations; divide the description, or write fewer paths with the same `$ref` or alias',
    ],
  });
});

test('segments that combine text and parameters are compared 10,000,000 times to order the routes', () => {
  expect(reached({paths: many(5000, (n) => [`/{a}x${n}x{b}`, {get: {}}])})).toEqual({
    objects: 0,
    errors: [
      '/paths route-order-limit: too many similar paths: after 10000000 comparisons, the remaining routes are ordered by path; a route may come after one that matches all of its requests: use fewer segments that combine text and parameters, and patterns that begin with different text',
      '/paths object-size: ServiceProfile "petstore.default.svc.cluster.local" has 447961 bytes as JSON: `kubectl apply` refuses more than 262144; run `kubectl apply --server-side`',
    ],
  });
});

test('paths that match the same requests are compared 10,000,000 times', () => {
  const timeout = (seconds: number) => ({get: {'x-apigen': {timeouts: {request_timeout: seconds}}}});
  const paths = {
    ...many(3300, (n) => [`/{x}/a${n}`, timeout(n + 1)]),
    ...many(3300, (n) => [`/b${n}/{x}`, timeout(n + 1)]),
  };
  expect(reached({paths}, {mesh: 'istio', 'service.port': 80})).toEqual({
    objects: 0,
    errors: [
      '/paths route-set: too many paths that can match the same requests: expected at most 10000000 comparisons to find them; use fewer paths with parameters in different segments, and patterns that begin with different text, or divide the description among several Services',
    ],
  });
});

test('an expression of an overlay visits 4,000,000 values', () => {
  const nested = Array.from({length: 100}).reduce<unknown>((a) => ({a}), 1);
  const target = '$..*..*..*..*';
  const overlay = {uri: 'overlay.yaml', entry: {content: {overlay: '1.1.0', actions: [{target, update: 1}]}}};
  const {problems} = applyOverlays(nested, 'openapi.yaml', [overlay]);
  expect(problems.map(({message}) => message)).toEqual([
    `"${target}": the expression visits more than 4000000 values`,
  ]);
});
