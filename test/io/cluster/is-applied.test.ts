import {expect, test} from '@jest/globals';
import {isApplied} from '../../../src/io/cluster/differences.ts';

test.each([
  {found: {a: 1, added: true}, generated: {a: 1}, want: true},
  {found: {a: 2}, generated: {a: 1}, want: false},
  {found: {}, generated: {a: 1}, want: false},
  {found: undefined, generated: {a: 1}, want: false},
  {found: [{a: 1, weight: 1}], generated: [{a: 1}], want: true},
  {found: [{a: 1, weight: 2}], generated: [{a: 1}], want: false},
  {found: [{a: 1, group: '', kind: 'Service'}], generated: [{a: 1}], want: true},
  {found: [{a: {b: 1, c: 2}}], generated: [{a: {b: 1}}], want: false},
  {found: [{a: 1}, {a: 2}], generated: [{a: 1}], want: false},
  {found: {0: 1}, generated: [1], want: false},
  {found: {a: 1, b: 2}, generated: {a: 1, b: 3}, want: false},
  {found: [1, 2], generated: [1, 3], want: false},
  {found: {a: 1, b: 2}, generated: {a: 1}, owned: {'f:a': {}}, want: true},
  {found: {a: 1, b: 2}, generated: {a: 1}, owned: {'f:a': {}, 'f:b': {}}, want: false},
  {found: {a: 1}, generated: {a: 1}, owned: {'f:a': {}, 'f:b': {}}, want: true},
  {found: {a: {b: 1, c: 2}}, generated: {a: {b: 1}}, owned: {'f:a': {'f:b': {}, 'f:c': {}}}, want: false},
])('$found has what was generated as $generated, of $owned: $want', ({found, generated, owned, want}) => {
  expect(isApplied(found, generated, owned)).toBe(want);
});
