import {expect, test} from '@jest/globals';
import {givenValues, resolveSetting} from '../../../src/core/settings/precedence.ts';
import {SETTINGS} from '../../../src/core/settings/table.ts';

test.each(SETTINGS)('$key: without a value it is the default', ({key, default: byDefault}) => {
  expect(resolveSetting(key, {root: {[key]: null}, path: {[key]: undefined}})).toEqual(byDefault);
});

const ports = {
  operation: {'service.port': 1},
  path: {'service.port': 2},
  flag: {'service.port': 3},
  root: {'service.port': 4},
  document: {'service.port': 5},
};

test('the value of the strongest level wins', () => {
  const levels = Object.entries(ports);
  const resolved = levels.map((_, first) =>
    resolveSetting('service.port', Object.fromEntries(levels.slice(first))),
  );
  expect(resolved).toEqual([1, 2, 3, 4, 5]);
});

test('every value is listed with its level, the strongest first', () => {
  const levels = {root: {namespace: 'a'}, operation: {namespace: 'b'}};
  expect(givenValues('namespace', levels)).toEqual([
    {key: 'namespace', written: 'b', level: 'operation', where: 'at the operation', value: 'b'},
    {key: 'namespace', written: 'a', level: 'root', where: 'at the root', value: 'a'},
    {key: 'namespace', written: 'default', level: 'default', where: 'by default', value: 'default'},
  ]);
  expect(givenValues('labels', {flag: {labels: {}}})).toEqual([
    {key: 'labels', written: {}, level: 'flag', where: 'in the flags or options', value: {}},
  ]);
});

test('two forms of a setting are one', () => {
  const [request, request_timeout] = ['timeouts.request', 'timeouts.request_timeout'] as const;
  const levels = {
    operation: {},
    path: {[request]: '1.5s'},
    flag: {[request_timeout]: 0},
    root: {[request]: '0'},
  };
  const given = givenValues(request_timeout, levels);
  expect(given.map(({key, written, level, value}) => [key, written, level, value])).toEqual([
    [request, '1.5s', 'path', 1.5],
    [request_timeout, 0, 'flag', 0],
    [request, '0', 'root', 0],
  ]);
});

test('maps are merged key by key, the strongest level last, and null removes a key', () => {
  const levels = {
    operation: {labels: {a: 'operation', f: null}},
    path: {labels: {a: 'path', b: 'path'}},
    flag: {labels: {b: 'flag', c: 'flag', e: 'flag'}},
    root: {labels: {c: 'root', d: 'root', f: 'root'}},
    document: {labels: {d: 'document', e: null, g: null}},
  };
  expect(resolveSetting('labels', levels)).toEqual({
    a: 'operation',
    b: 'path',
    c: 'flag',
    d: 'root',
    e: 'flag',
  });
});
