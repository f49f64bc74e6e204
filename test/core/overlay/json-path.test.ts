import {describe, expect, test} from '@jest/globals';
import {parseJsonPath} from '../../../src/core/overlay/json-path.ts';

const DOCUMENT = {a: {b: [1, {c: 2}, null]}, d: 'x', e: null};

/** What an expression selects in a document. */
function select(expression: string) {
  const query = parseJsonPath(expression);
  if ('reason' in query) return query.reason;
  const nodes = query.select(DOCUMENT);
  return 'reason' in nodes ? nodes.reason : nodes.map((path) => path.join('.'));
}

describe('an expression', () => {
  test.each<{expression: string; found: string[]}>([
    {expression: '$', found: ['']},
    {expression: "$.a['b','c'].d", found: []},
    {expression: "$['d','a']", found: ['d', 'a']},
    {expression: '$.a..*', found: ['a.b', 'a.b.0', 'a.b.1', 'a.b.2', 'a.b.1.c']},
    {expression: '$[?@.b]', found: ['a']},
    {expression: '$.e[?@]', found: []},
    {expression: '$.a.b[?count($.*) == 3]', found: ['a.b.0', 'a.b.1', 'a.b.2']},
    {expression: '$.a.b[?@.c == 2 && !@.c]', found: []},
    {expression: '$.a.b[?@.c == 2 || @ < 2]', found: ['a.b.0', 'a.b.1']},
    {expression: '$.a.b[?value(@..c) == 2]', found: ['a.b.1']},
    {expression: '$.a.b[?@ == $.a.b[0]]', found: ['a.b.0']},
  ])('$expression', ({expression, found}) => {
    expect(select(expression)).toEqual(found);
  });

  test.each([
    {expression: "$[?match(@, 'a')]", want: 'match() is not supported'},
    {expression: '$.a b', want: "expected '.', '..' or a bracketed selection, found 'b'"},
  ])('$expression is refused', ({expression, want}) => {
    expect(select(expression)).toBe(want);
  });
});
