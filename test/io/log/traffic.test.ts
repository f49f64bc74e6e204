import {expect, test} from '@jest/globals';
import fc from 'fast-check';
import {MAX_UNDESCRIBED} from '../../../src/core/base/limits.ts';
import {check} from '../../../src/core/generate/check.ts';
import {readDescribed} from '../../../src/core/generate/described.ts';
import {routeTable} from '../../../src/core/generate/route-table.ts';
import type {LoggedRequest} from '../../../src/io/log/access-log.ts';
import {Durations, MAX_UNDESCRIBED_LENGTH, Traffic} from '../../../src/io/log/traffic.ts';
import {matchedApis} from '../../../src/io/run/generate/read-apis.ts';

const get = (path: string): LoggedRequest => ({method: 'GET', path});

/** The traffic of requests that no route describes. */
function undescribed(...requests: readonly LoggedRequest[]): Traffic {
  const described = readDescribed({openapi: '3.1.0', paths: {'/{a}/b/c/d': {get: {}}}}, {uri: 'a'});
  const table = routeTable(check(described, {settings: {'service.name': 'a'}}));
  const traffic = new Traffic(matchedApis([{source: 'a', title: 'a', ...table}]));
  for (const [index, request] of requests.entries()) traffic.add(request, () => `line ${index + 1}`);
  return traffic;
}

test('the most frequent requests are first, then by text', () => {
  const traffic = undescribed(get('/c'), get('/a'), get('/b'), get('/b'), {method: 'PUT', path: '/pets'});
  expect(traffic.mostUndescribed()).toEqual([
    {shape: 'GET /b', example: {method: 'GET', path: '/b'}, count: 2},
    {shape: 'GET /a', example: {method: 'GET', path: '/a'}, count: 1},
    {shape: 'GET /c', example: {method: 'GET', path: '/c'}, count: 1},
    {shape: 'PUT /pets', example: {method: 'PUT', path: '/pets'}, count: 1},
  ]);
});

test('requests are of one shape where only numbers and identifiers differ', () => {
  const id = 'a3b0c442-98fc-41c1-8b9f-c4ac8996fb92';
  const paths = ['/pets/1', `/pets/${id}`, '/pets/0123456789ab.json', '/pets/7.json', '/v1/deadbeef', '/a1'];
  const shapes = undescribed(...[...paths, '/2026-11-23'].map(get)).mostUndescribed();
  expect(shapes.map(({shape, count}) => `${count} ${shape}`)).toEqual([
    '2 GET /pets/*',
    '2 GET /pets/*.json',
    '1 GET /*-*-*',
    '1 GET /a1',
    '1 GET /v1/deadbeef',
  ]);
});

test('no more than a limit of different shapes are remembered, and those no longer than another', () => {
  const many = Array.from({length: MAX_UNDESCRIBED + 1}, (_, index) => get(`/a${index}`));
  const traffic = undescribed(get(`/${'a'.repeat(2 * MAX_UNDESCRIBED_LENGTH)}`), ...many, get('/a0'));
  const found = traffic.mostUndescribed();
  expect(found).toHaveLength(MAX_UNDESCRIBED);
  expect(found[0]).toEqual({shape: 'GET /a0', example: get('/a0'), count: 2});
  expect(Math.max(...found.map(({example}) => example.path.length))).toBe(MAX_UNDESCRIBED_LENGTH);
  expect(traffic.undescribed).toBe(MAX_UNDESCRIBED + 3);
});

test('a quantile is right to half a per cent', () => {
  const durations = fc.array(fc.double({min: 0, max: 1e9, noNaN: true}), {minLength: 1, maxLength: 300});
  fc.assert(
    fc.property(durations, fc.constantFrom(0, 0.5, 0.9, 0.99, 1), (values, share) => {
      const counted = new Durations();
      for (const value of values) counted.add(value);
      const sorted = values.toSorted((a, b) => a - b);
      const exact = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
      const found = counted.quantile(share) ?? 0;
      expect(Math.abs(found - exact)).toBeLessThanOrEqual(exact * 0.005_001);
    }),
  );
});
