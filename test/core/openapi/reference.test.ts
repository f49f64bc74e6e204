import {expect, test} from '@jest/globals';
import {targetLocation} from '../../../src/core/openapi/reference.ts';

const base = 'file:///specs/openapi.yaml';

test.each([
  {reference: '', want: {uri: base, pointer: ''}},
  {reference: '#', want: {uri: base, pointer: ''}},
  {reference: '#/paths/~1pets', want: {uri: base, pointer: '/paths/~1pets'}},
  {reference: '#/paths/~1a%7Bb%7D', want: {uri: base, pointer: '/paths/~1a{b}'}},
  {reference: 'pets.yaml', want: {uri: 'file:///specs/pets.yaml', pointer: ''}},
  {reference: '../a%20b.yaml#/c', want: {uri: 'file:///a%20b.yaml', pointer: '/c'}},
  {reference: 'https://example.com/a.yaml#/b', want: {uri: 'https://example.com/a.yaml', pointer: '/b'}},
  {reference: '#pets', want: undefined},
  {reference: '#/%', want: undefined},
  {reference: '%.yaml', want: undefined},
  {reference: 'http://', want: undefined},
])('the place that a $ref points to $reference: $want', ({reference, want}) => {
  expect(targetLocation(reference, base)).toEqual(want);
});
