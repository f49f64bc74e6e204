import {expect, test} from '@jest/globals';
import fc from 'fast-check';
import {generate} from '../../../src/core/generate.ts';
import {outline} from '../../../src/core/openapi/outline.ts';
import {description} from '../openapi-arbitraries.ts';

const settings = {service: {name: 'pets', more: [{deep: {deeper: 1}}]}};

test.each([
  {
    name: 'keeps the keys of operations, the status codes of their responses, and their tags',
    given: {
      openapi: '3.1.0',
      paths: {'/a': {get: {operationId: 'a', responses: {200: {description: 'OK'}}}}},
    },
    want: {openapi: '3.1.0', paths: {'/a': {get: {operationId: 'a', responses: {200: {}}}}}},
  },
  {
    name: 'keeps x-apigen whole',
    given: {'x-apigen': settings, paths: {'/a': {'x-apigen': settings, get: {'x-apigen': settings}}}},
    want: {'x-apigen': settings, paths: {'/a': {'x-apigen': settings, get: {'x-apigen': settings}}}},
  },
  {
    name: 'keeps the keys of additional operations',
    given: {paths: {'/a': {additionalOperations: {LINK: {'x-apigen': settings, tags: ['a']}}}}},
    want: {paths: {'/a': {additionalOperations: {LINK: {'x-apigen': settings, tags: ['a']}}}}},
  },
  {
    name: 'keeps what leads to an x-apigen further down',
    given: {paths: {'/a': {get: {parameters: [{a: 1}, {'x-apigen': settings}], tags: ['a']}}}},
    want: {paths: {'/a': {get: {parameters: [undefined, {'x-apigen': settings}], tags: ['a']}}}},
  },
  {
    name: 'keeps the keys of items of lists at the root',
    given: {servers: [{url: '/', variables: {a: {default: 'b'}}}, 'text', null]},
    want: {servers: [{url: '/', variables: {a: {}}}, 'text', null]},
  },
  {name: 'keeps scalars', given: {swagger: '2.0', paths: null}, want: {swagger: '2.0', paths: null}},
  {
    name: 'keeps an own key __proto__',
    given: JSON.parse('{"__proto__": 1}'),
    want: JSON.parse('{"__proto__": 1}'),
  },
  {name: 'is a list for a list', given: [1, {a: [[[[1]]]]}], want: [1, {a: [[[]]]}]},
])('an outline $name', ({given, want}) => {
  expect(outline(given)).toEqual(want);
});

test('a description and its outline give the same', () => {
  fc.assert(
    fc.property(description, (document) => {
      const {places, ...generated} = generate(document);
      const {places: placesOfOutline, ...ofOutline} = generate(outline(structuredClone(document)));
      expect(ofOutline).toEqual(generated);
      expect(placesOfOutline()).toEqual(places());
    }),
  );
});
