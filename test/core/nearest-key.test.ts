import {expect, test} from '@jest/globals';
import {nearestKey} from '../../src/core/nearest-key.ts';

test.each([
  {name: 'servce.port', keys: ['service.port', 'service.name'], want: 'service.port'},
  {name: 'ab', keys: ['abcd'], want: 'abcd'},
  {name: 'wholly different', keys: ['port', 'name'], want: undefined},
  {name: 'port', keys: [], want: undefined},
])('the key meant by "$name" among $keys is $want', ({name, keys, want}) => {
  expect(nearestKey(name, keys)).toBe(want);
});
