import {expect, test} from '@jest/globals';
import {MAX_UNDESCRIBED, MAX_UNDESCRIBED_LENGTH} from '../../../src/core/limits.ts';
import type {LoggedRequest} from '../../../src/core/routes/access-log.ts';
import {outputMatcher} from '../../../src/core/routes/route-matcher.ts';
import {routeTable} from '../../../src/core/routes/route-table.ts';
import {Traffic} from '../../../src/core/routes/traffic.ts';

/** The output of an API with a GET of each path. */
function outputOf(...paths: readonly string[]) {
  const {output} = routeTable({
    openapi: '3.1.0',
    paths: Object.fromEntries(paths.map((path) => [path, {get: {}}])),
  });
  if (output === undefined) throw new Error('not a description');
  return output;
}

const get = (path: string, milliseconds?: number): LoggedRequest => ({
  method: 'GET',
  path,
  ...(milliseconds === undefined ? {} : {milliseconds}),
});

/** What was counted for each operation: requests and the median. */
function counted(outputs: readonly ReturnType<typeof outputOf>[], requests: readonly LoggedRequest[]) {
  const traffic = new Traffic(outputs.map(outputMatcher));
  for (const [index, request] of requests.entries()) traffic.add(request, index + 1);
  const operations = outputs.flatMap(({input}) => input.routes);
  const routes = operations.map((operation) => {
    const found = traffic.of(operation);
    return found && [found.requests, found.durations?.quantile(0.5)];
  });
  return {traffic, routes};
}

test('requests are counted for the route that the mesh uses', () => {
  const {traffic, routes} = counted(
    [outputOf('/pets', '/pets/mine', '/pets/{id}', '/unused')],
    [get('/pets'), get('/pets/mine', 10), get('/pets/1', 20), get('/pets/2'), get('/pets/3', 40), get('/x')],
  );
  expect(routes).toEqual([[1, undefined], [1, 10], [3, 20], undefined]);
  expect(traffic).toMatchObject({requests: 6, undescribed: 1, unread: 0, firstUnread: undefined});
});

test('a request counts for each API that has a route for it', () => {
  const {traffic, routes} = counted([outputOf('/a', '/b'), outputOf('/a')], [get('/a'), get('/b')]);
  expect(routes).toEqual([
    [1, undefined],
    [1, undefined],
    [1, undefined],
  ]);
  expect(traffic).toMatchObject({requests: 2, undescribed: 0});
  expect(traffic.mostUndescribed()).toEqual([]);
});

test('lines that are not requests are counted apart, with the number of the first', () => {
  const traffic = new Traffic([]);
  traffic.add(get('/a'), 1);
  traffic.add(undefined, 2);
  traffic.add(undefined, 3);
  expect(traffic).toMatchObject({requests: 1, unread: 2, firstUnread: 2, undescribed: 1});
});

test('what no route describes, the most frequent first and then by text', () => {
  const {traffic} = counted(
    [outputOf('/pets')],
    [get('/c'), get('/a'), get('/b'), get('/b'), {method: 'PUT', path: '/pets'}],
  );
  expect(traffic.mostUndescribed()).toEqual([
    {request: 'GET /b', count: 2},
    {request: 'GET /a', count: 1},
    {request: 'GET /c', count: 1},
    {request: 'PUT /pets', count: 1},
  ]);
});

test('no more than a limit of different requests are remembered, and those no longer than another', () => {
  const many = Array.from({length: MAX_UNDESCRIBED + 1}, (_, index) => get(`/${index}`));
  const long = get(`/${'a'.repeat(MAX_UNDESCRIBED_LENGTH)}`);
  const {traffic} = counted([], [long, ...many, get('/0')]);
  const found = traffic.mostUndescribed();
  expect(found).toHaveLength(MAX_UNDESCRIBED);
  expect(found[0]).toEqual({request: 'GET /0', count: 2});
  const lengths = found.map(({request}) => request.length);
  expect(Math.max(...lengths)).toBe(MAX_UNDESCRIBED_LENGTH);
  expect(traffic.undescribed).toBe(MAX_UNDESCRIBED + 3);
});
