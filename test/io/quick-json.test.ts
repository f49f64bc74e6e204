import {describe, expect, it} from '@jest/globals';
import fc from 'fast-check';
import type {Location} from '../../src/core/problem.ts';
import {locate} from '../../src/io/locate.ts';
import {quickPositions} from '../../src/io/quick-json.ts';

const uri = 'file:///openapi.json';

function quick(text: string, location: Omit<Location, 'uri'>) {
  const [position] = quickPositions(text, JSON.parse(text.replace(/^\ufeff/, '')), [{uri, ...location}]);
  return position && `${position.line}:${position.column}`;
}

const PATHS =
  '{\n  "paths": {\n    "/a": {"get": {}},\n    "/b": {\n      "get" : {},\n      "put":\n{}\n    }\n  }\n}';

describe('a place in JSON whose content is at hand', () => {
  it.each([
    {text: PATHS, pointer: '', at: undefined, want: '1:1'},
    {text: PATHS, pointer: '/paths', at: undefined, want: '2:12'},
    {text: PATHS, pointer: '/paths/~1a', at: 'key', want: '3:5'},
    {text: PATHS, pointer: '/paths/~1b', at: 'key', want: '4:5'},
    {text: PATHS, pointer: '/paths/~1b/put', at: 'key', want: '6:7'},
    {text: PATHS, pointer: '/paths/~1b/put', at: 'value', want: '7:1'},
    {text: '{\n"b": 1}', pointer: '/b', at: 'key', want: '2:1'},
    {
      text: '{\r\n\t"tags": ["b",\n "a"],\r\n\t"a": {"b":\n 1},\r\n\t"b": 1}',
      pointer: '/b',
      at: 'key',
      want: '6:2',
    },
    {text: '{\n  "a": {\n    "a": 1,\n    "b": 2\n  },\n  "b": 3\n}', pointer: '/b', at: 'key', want: '6:3'},
    {text: '{\n "é": "\\"b\\": 1", "c": 1,\n "b": 2}', pointer: '/é', at: 'value', want: '2:7'},
  ] as const)('$pointer in $text is at $want', ({text, pointer, at, want}) => {
    expect(quick(text, {pointer, ...(at && {at})})).toBe(want);
  });

  it.each([
    {why: 'the text is one line', text: '{"a": 1, "b": 2}', pointer: '/b'},
    {why: 'nothing is indented', text: '{\n"a": {\n"b": 1}, "b": 2}', pointer: '/a/b'},
    {why: 'another entry stands on the line', text: '{\n "a": 1, "c": 1,\n "b": 2}', pointer: '/b'},
    {why: 'integers are listed out of their order', text: '{\n "b": 1,\n "1": 2}', pointer: '/1'},
    {why: 'a key is written with escapes', text: '{\n "a": 1,\n "\\u0062": 2}', pointer: '/b'},
    {why: 'it is not there', text: '{\n "a": 1\n}', pointer: '/b'},
    {why: 'it stands in a list', text: '[\n 1]', pointer: '/0'},
    {why: 'the text begins with a byte order mark', text: '\ufeff{\n "a": 1}', pointer: '/a'},
  ])('is not told when $why', ({text, pointer}) => {
    expect(quick(text, {pointer, at: 'key'})).toBeUndefined();
  });

  it('is the one that a pass through the text finds', () => {
    const key = fc.constantFrom('a', 'b', 'c', '/x', 'ä"\\');
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        {maxDepth: 4},
        fc.constantFrom(1, '"a": 1, "b": 2,', null),
        tie('map'),
        fc.array(tie('any'), {maxLength: 3}),
      ),
      map: fc.dictionary(key, tie('any'), {maxKeys: 5}),
    })).map;
    const escaped = (token: string) => token.replaceAll('~', '~0').replaceAll('/', '~1');
    let told = 0;
    fc.assert(
      fc.property(
        value,
        fc.nat(3),
        fc.array(key, {minLength: 1, maxLength: 3}),
        (document, indent, tokens) => {
          const text = JSON.stringify(document, null, indent);
          const location: Location = {
            uri,
            pointer: tokens.map((token) => `/${escaped(token)}`).join(''),
            at: 'key',
          };
          const [position] = quickPositions(text, document, [location]);
          const texts = new Map([[uri, {bytes: Buffer.from(text), syntax: 'json' as const}]]);
          if (position === undefined) return;
          told += 1;
          expect(position).toEqual(locate([location], texts).get(location));
        },
      ),
      {numRuns: 2000},
    );
    expect(told).toBeGreaterThan(0);
  });
});
