import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';
import {appendToken, isMap, ownValue, pointerTokens, valueAt} from '../../../src/core/base/json.ts';

describe('a JSON pointer', () => {
  test('gives the tokens that it was made from', () => {
    fc.assert(
      fc.property(fc.array(fc.string({unit: fc.constantFrom('~', '/', '0', '1', 'a')})), (tokens) => {
        expect(pointerTokens(tokens.reduce(appendToken, ''))).toEqual(tokens);
      }),
    );
  });

  const document = {a: {'b/c~d': [1, {e: 2}]}, '': {'': 3}};
  test.each([
    {pointer: '', want: document},
    {pointer: '/a/b~1c~0d/0', want: 1},
    {pointer: '/a/b~1c~0d/1/e', want: 2},
    {pointer: '//', want: 3},
    {pointer: '/a/b~1c~0d/00', want: undefined},
    {pointer: '/a/b~1c~0d/length', want: undefined},
    {pointer: '/a/b~1c~0d/2', want: undefined},
    {pointer: '/a/constructor', want: undefined},
    {pointer: '/a/b~1c~0d/0/e', want: undefined},
  ])('$pointer', ({pointer, want}) => {
    expect(valueAt(document, pointer)).toEqual(want);
  });
});

test('what is a map', () => {
  const others = [null, [], new Map(), new Date(), new Uint8Array(), 'a'];
  expect([{}, Object.create(null), ...others].map(isMap)).toEqual([true, true, ...others.map(() => false)]);
});

test('only own keys count', () => {
  expect(ownValue({}, 'constructor')).toBeUndefined();
  expect(ownValue({constructor: 1}, 'constructor')).toBe(1);
});
