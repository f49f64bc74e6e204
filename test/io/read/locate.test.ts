import {expect, test} from '@jest/globals';
import fc from 'fast-check';
import {isMap, isScalar, LineCounter, parseDocument, visit} from 'yaml';
import {appendToken} from '../../../src/core/base/json.ts';
import type {Location} from '../../../src/core/base/problem.ts';
import {locate} from '../../../src/io/read/locate.ts';

const uri = 'file:///openapi';

type Place = Omit<Location, 'uri'>;

/** `line:column` of places in a text. */
function positions(text: string, places: readonly Place[]): string[] {
  const locations = places.map((place) => ({uri, ...place}));
  const found = locate(locations, new Map([[uri, Buffer.from(text)]]));
  return locations.map((location) => {
    const {line, column} = found.get(location) ?? {};
    return `${line}:${column}`;
  });
}

const PATHS =
  '{\n  "paths": {\n    "/a": {"get": {}},\n    "/b": {\n      "get" : {},\n      "put":\n{}\n    }\n  }\n}';

test.each<{text: string; pointer: string; at?: 'key' | 'value'; want: string}>([
  {text: PATHS, pointer: '/paths/~1b/put', at: 'key', want: '6:7'},
  {text: PATHS, pointer: '/paths/~1b/put', at: 'value', want: '7:1'},
  {text: '\ufeff{\n "a": 1}', pointer: '/a', at: 'key', want: '2:2'},
  {text: '{\n "é": "\\"b\\": 1", "c": 1,\n "b": 2}', pointer: '/b', at: 'key', want: '3:2'},
  {text: '{"é😀": 1, "b": 2}', pointer: '/b', at: 'key', want: '1:12'},
  {text: '[1, -2.5e3 ,"]", [{"a": [\t]}, null]\n]', pointer: '/3/1', want: '1:31'},
  {text: '{"a": "}", "b": {"c\\u0064": "\\\\"}, "e": {}}', pointer: '/b/cd', want: '1:29'},
  {text: '{"a": {"b": {}, "c": 1}}', pointer: '/a/b/d', want: '1:13'},
  {text: '{"a": []}', pointer: '/a/0', want: '1:7'},
  // Nothing after it is read.
  {text: '{"a": {"b": 1, "c": }', pointer: '/a/b', want: '1:13'},
])('a place in JSON $pointer is at $want', ({text, pointer, at, want}) => {
  expect(positions(text, [{pointer, ...(at && {at})}])).toEqual([want]);
});

const ANCHORS = `a: &x
  b: 1
c:
  <<: *x
  d: 2
e: *x
f:
  - <<: [{g: 3}, *x]
`;

test.each<{text: string; pointer: string; at?: 'key' | 'value'; want: string}>([
  {text: 'a:\n  b: 1', pointer: '/a/b', at: 'key', want: '2:3'},
  {text: 'a:\nb: 1', pointer: '/a', want: '1:1'},
  {text: '---\n"a" : \'b\'', pointer: '/a', at: 'key', want: '2:1'},
  {text: 'a: {b: [1, {c: 2}]}', pointer: '/a/b/1/c', want: '1:16'},
  {text: '\ufeffa: 1\rb: 2\r\nc: 3', pointer: '/c', at: 'key', want: '3:1'},
  {text: 'ä😀: {b: 1}', pointer: '/ä😀/b', want: '1:10'},
  {text: ANCHORS, pointer: '/c/b', want: '2:6'},
  {text: ANCHORS, pointer: '/e', want: '6:4'},
  {text: ANCHORS, pointer: '/e/b', want: '2:6'},
  {text: ANCHORS, pointer: '/f/0/g', want: '8:14'},
  {text: 'a: &x\n  b: *x', pointer: '/a/b/b/b', want: '2:6'},
  // What begins as JSON does.
  {text: '{"a": {200: {"b": 1}}}', pointer: '/a/200/b', want: '1:19'},
  {text: '{"a": [xy, 1], "b": 2}', pointer: '/b', want: '1:21'},
  {text: '{"a": 1, # "}\n "b": {}}', pointer: '/b', at: 'key', want: '2:2'},
  {text: '{"a": {\'}\': 1}, "b": 2}', pointer: '/b', want: '1:22'},
  {text: '{"a": &x {"c": 1}, "b": *x}', pointer: '/b/c', want: '1:16'},
  {text: '{"a": , "b": 2}', pointer: '/b', want: '1:14'},
  // What was changed since it was read.
  {text: '{"a": [1', pointer: '/a/1', want: '1:1'},
  {text: 'a: [', pointer: '/a', want: '1:1'},
])('a place in YAML $pointer is at $want', ({text, pointer, at, want}) => {
  expect(positions(text, [{pointer, ...(at && {at})}])).toEqual([want]);
});

/** Every place of a text, and where `yaml`'s parser finds it. */
function placesOf(text: string): {place: Place; want: string}[] {
  const lines = new LineCounter();
  const document = parseDocument(text, {lineCounter: lines, uniqueKeys: false});
  const wanted = (offset = 0) => {
    const {line, col} = lines.linePos(offset);
    return `${line}:${col}`;
  };
  const found: {place: Place; want: string}[] = [];
  const pointerOf = (ancestors: readonly unknown[], key: unknown) =>
    [...ancestors, key].reduce<string>((pointer, node) => {
      const name = typeof node === 'object' && node !== null && 'key' in node ? node.key : undefined;
      return isScalar(name) ? appendToken(pointer, String(name.value)) : pointer;
    }, '');
  visit(document, {
    Pair(_, {key, value}, ancestors) {
      const pointer = pointerOf(ancestors, {key});
      if (isScalar(key)) found.push({place: {pointer, at: 'key'}, want: wanted(key.range?.[0])});
      if (isScalar(value) || isMap(value)) found.push({place: {pointer}, want: wanted(value.range?.[0])});
    },
  });
  return found;
}

const key = fc.constantFrom('a', 'b', 'c d', '/x', 'ä"\\', '😀', '1');
const {tree} = fc.letrec((tie) => ({
  tree: fc.dictionary(
    key,
    fc.oneof({maxDepth: 4}, fc.constantFrom(1, 'text', '"a": 1, "b": 2,', 'ü'), tie('tree')),
    {maxKeys: 4, noNullPrototype: true},
  ),
}));

test('every place in JSON is where a YAML parser finds it', () => {
  fc.assert(
    fc.property(tree, fc.nat(3), (content, indent) => {
      const text = JSON.stringify(content, null, indent);
      const places = placesOf(text);
      expect(
        positions(
          text,
          places.map(({place}) => place),
        ),
      ).toEqual(places.map(({want}) => want));
    }),
  );
});
