import {expect, test} from '@jest/globals';
import {LEVELS} from '../../../src/core/openapi/outline.ts';
import {SharedResponses} from '../../../src/core/openapi/shared-responses.ts';

const failing = () => ({responses: {200: {}, 500: {}}});

test.each([
  {name: 'operations with the same status codes', given: {'/a': {get: failing(), put: failing()}}, maps: 1},
  {name: 'other status codes', given: {'/a': {get: failing(), put: {responses: {500: {}}}}}, maps: 2},
  {
    name: 'keys that would be the same as text',
    given: {'/a': {get: {responses: {'200","500': {}}}, put: failing()}},
    maps: 2,
  },
  {
    name: 'responses with an `x-apigen`, which is reported in each',
    given: Object.fromEntries(
      ['/a', '/b'].map((path) => [path, {get: {responses: {200: {'x-apigen': {}}}}}]),
    ),
    maps: 2,
  },
  {
    name: 'responses with other values than maps',
    given: {'/a': {get: {responses: {200: null}}, put: {responses: {200: 'text'}}}},
    maps: 2,
  },
  {
    name: 'additional operations',
    given: {'/a': {get: failing(), additionalOperations: {COPY: failing()}}},
    maps: 1,
  },
  {
    name: 'what is in an `x-apigen`',
    given: {'/a': {'x-apigen': {get: failing()}, get: failing()}},
    maps: 2,
  },
])('$name have $maps', ({given, maps}) => {
  const description = structuredClone({paths: given});
  new SharedResponses().share(description, LEVELS);
  expect(description).toEqual({paths: given});
  const found = new Set<unknown>();
  JSON.stringify(description, (key, value) => {
    if (key === 'responses') found.add(value);
    return value;
  });
  expect(found.size).toBe(maps);
});

test('nothing can be added to maps with keys that are numbers', () => {
  const [extension, listed] = [{999: {}}, {8: {}}];
  const failed = {404: null};
  const described = {get: {responses: failed}, other: {a: {}}};
  new SharedResponses().share({paths: {'/a': described}, 'x-a': {extension, list: [listed]}}, LEVELS);
  expect([extension, listed, failed, described, described.other].map(Object.isExtensible)).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
});
