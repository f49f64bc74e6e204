import {describe, expect, test} from '@jest/globals';
import {MAX_DEPTH, MAX_EXPRESSION_LENGTH} from '../../../src/core/limits.ts';
import {parseJsonPath} from '../../../src/core/overlay/json-path.ts';

const MOST = 1000;
const DOCUMENT = {a: {b: [1, {c: 2}, null]}, d: 'x', e: null};

/** What an expression selects in a document, the names that it begins with, and how many values it visits. */
function select(expression: string, document: unknown = DOCUMENT, most = MOST) {
  const visits = {most, left: most};
  const query = parseJsonPath(expression, visits);
  if ('reason' in query) return query.reason;
  const nodes = query.select(document);
  const found = 'reason' in nodes ? nodes.reason : nodes.map((path) => path.join('.'));
  return {found, names: query.names, visited: most - visits.left};
}

describe('an expression', () => {
  test.each<{expression: string; names: string[]; found: string[]; visited: number}>([
    {expression: '$', names: [], found: [''], visited: 0},
    {expression: '$.a.b', names: ['a', 'b'], found: ['a.b'], visited: 4},
    {expression: '$.x.y', names: ['x', 'y'], found: [], visited: 1},
    {expression: '$.a.b[0]', names: ['a', 'b'], found: ['a.b.0'], visited: 6},
    {expression: "$.a['b','c'].d", names: ['a'], found: [], visited: 6},
    {expression: "$['d','a']", names: [], found: ['d', 'a'], visited: 4},
    {expression: '$.*', names: [], found: ['a', 'd', 'e'], visited: 4},
    {expression: '$..c', names: [], found: ['a.b.1.c'], visited: 19},
    {expression: '$.a..*', names: ['a'], found: ['a.b', 'a.b.0', 'a.b.1', 'a.b.2', 'a.b.1.c'], visited: 19},
    {expression: '$[?@.b]', names: [], found: ['a'], visited: 8},
    {expression: '$.d[?@]', names: ['d'], found: [], visited: 3},
    {expression: '$.e[?@]', names: ['e'], found: [], visited: 3},
    {expression: '$.a.b[?@.c == 2]', names: ['a', 'b'], found: ['a.b.1'], visited: 12},
    {expression: '$.a.b[?!@.c]', names: ['a', 'b'], found: ['a.b.0', 'a.b.2'], visited: 13},
    {
      expression: '$.a.b[?count($.*) == 3]',
      names: ['a', 'b'],
      found: ['a.b.0', 'a.b.1', 'a.b.2'],
      visited: 22,
    },
    {expression: '$.a.b[?@ == $.a.b[0]]', names: ['a', 'b'], found: ['a.b.0'], visited: 26},
  ])('$expression visits $visited values', ({expression, ...want}) => {
    expect(select(expression)).toEqual(want);
  });

  test.each([
    {expression: '$.a.b', most: 1},
    {expression: '$..*', most: 5},
    {expression: '$[?@.b]', most: 3},
  ])('$expression visits no more than $most values', ({expression, most}) => {
    expect(select(expression, DOCUMENT, most)).toMatchObject({
      found: `the overlays visit more than ${most} values`,
    });
  });

  test.each([
    {expression: "$[?match(@, 'a')]", want: 'match() is not supported'},
    {expression: '$.a b', want: "expected '.', '..' or a bracketed selection, found 'b'"},
    {expression: '$[', want: 'unclosed bracketed selection'},
    {expression: '$[?@.a ==]', want: 'unexpected end of expression'},
    {expression: '$[?(@.a]', want: 'unbalanced brackets'},
  ])('$expression is refused', ({expression, want}) => {
    expect(select(expression)).toBe(want);
  });

  test('of the most characters is read', () => {
    const longest = `$.${'a'.repeat(MAX_EXPRESSION_LENGTH - 2)}`;
    expect([select(longest), select(`${longest}a`)]).toEqual([
      {found: [], names: [longest.slice(2)], visited: 1},
      'expected at most 16384 characters',
    ]);
  });

  test('that looks into all levels visits the deeper ones more often, and ends at a limit', () => {
    const nested = (levels: number) =>
      Array(levels)
        .fill('a')
        .reduceRight((value) => ({a: value}), {});
    expect(select('$..b', nested(16))).toEqual({found: [], names: [], visited: 54});
    expect([
      select('$..b', nested(MAX_DEPTH - 1), 1e6),
      select('$..b', nested(MAX_DEPTH), 1e6),
    ]).toMatchObject([{found: []}, {found: `the description is nested deeper than ${MAX_DEPTH} levels`}]);
  });
});
