import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';
import {dump, load, YAMLException} from 'js-yaml';
import {appendToken} from '../../../src/core/json.ts';
import {outline} from '../../../src/core/openapi/outline.ts';
import {locate} from '../../../src/io/positions/locate.ts';
import {readYamlParts, type YamlOutline} from '../../../src/io/read/yaml-parts.ts';
import {SCHEMA} from '../../../src/io/read/yaml-schema.ts';

const PATHS = `# comment
openapi: 3.1.0
paths: # all of them
  # the first
  /a:
    get:
      responses: {200: {description: OK}}

  /b:
    put:
      description: |
        paths:
          /c: text
tags:
- name: a
- name: b
components: {}
`;

/** The texts of the parts, with the keys that lead to them. */
function partsOf(text: string, partBytes: number): unknown {
  const bytes = Buffer.from(text);
  return readYamlParts(bytes, {partBytes})?.parts.map(({parents, names, start, end}) => [
    ...parents,
    names,
    bytes.toString('utf8', start, end),
  ]);
}

describe('a large YAML document', () => {
  test('is divided at the keys of large maps', () => {
    expect(partsOf(PATHS, 60)).toEqual([
      [['openapi'], '# comment\nopenapi: 3.1.0\n'],
      [['paths'], 'paths: # all of them\n  # the first\n  '],
      ['paths', ['/a'], '  /a:\n    get:\n      responses: {200: {description: OK}}\n\n'],
      ['paths', ['/b'], '  /b:\n    '],
      ['paths', '/b', ['put'], '    put:\n      '],
      ['paths', '/b', 'put', ['description'], '      description: |\n        paths:\n          /c: text\n'],
      [['tags', 'components'], 'tags:\n- name: a\n- name: b\ncomponents: {}\n'],
    ]);
  });

  test.each([
    {name: 'an anchor', text: 'a: &x 1\nb: *x\n'},
    {name: 'an alias to another part', text: 'a:\n  b: &x 1\n  c: 2\nd: *x\n'},
    {name: 'a tag', text: 'a: !!str 1\nb: 2\n'},
    {name: 'a merge key', text: '<<: {a: 1}\nb: 2\n'},
    {name: 'a duplicate key in another part', text: 'a: 1\nb: 2\na: 3\n'},
    {name: 'a duplicate key further down', text: 'a: {b: {c: {d: {e: {f: 1, f: 2}}}}}\n'},
    {name: 'a key that is written in two ways', text: 'a: {b: {c: {d: {e: {16: 1, 0x10: 2}}}}}\n'},
    {name: 'two empty keys', text: 'a: {b: {c: {d: {e: {: 1, null: 2}}}}}\n'},
    {name: 'a map as a key', text: 'a: 1\n? {b: c}\n: d\n'},
    {name: 'the key __proto__', text: 'a: 1\n__proto__: 2\n'},
    {name: 'two documents', text: 'a: 1\n---\nb: 2\n'},
    {name: 'a list at the root', text: '- a: 1\n- b: 2\n'},
    {name: 'a text at the root', text: 'a\nb\n'},
    {name: 'keys that are indented less than the first', text: '  a: 1\nb: 2\n'},
    {name: 'a map in flow style', text: '{a: 1}\n'},
    {name: 'a map in flow style between keys', text: 'a: 1\n{}\n'},
    {name: 'no content', text: '# comment\n'},
  ])('with $name is parsed as a whole', ({text}) => {
    expect(tryParts(text, 1)).toBeUndefined();
    expect(tryParts(text, 1000)).toBeUndefined();
  });

  test.each([
    {name: 'a byte order mark', text: '\ufeffa: 1\nb: 2\n'},
    {name: 'a document start', text: '---\na: 1\nb: 2\n'},
    {name: 'CR LF', text: 'a:\r\n  b: 1\r\n  c: 2\r\nd: 3\r\n'},
    {name: 'no final line break', text: 'a:\n  b: 1\n  c: 2'},
    {name: 'indentation that varies', text: 'a:\n    b: 1\n    c:\n     d: {}\n     e: {}\nf:\n g: 1\n'},
    {
      name: 'quoted keys and texts on several lines',
      text: '"a: b":\n  \'c\': "x\n\n    y"\n  d: z\n    z\ne: 1\n',
    },
    {
      name: 'texts that look like keys',
      text: 'a:\n  b: >\n    a:\n     c: 1\n\n  d: |2-\n      x\n    y: 1\ne: 1\n',
    },
    {name: 'comments without indentation', text: 'a:\n# x\n  b: 1\n# y:\n  c: 2\nd: 3\n'},
    {name: 'other alphabets', text: 'ключ:\n  名前: é\n  😀: ä\nß: 1\n'},
    {
      name: 'keys that are written with ?',
      text: 'a:\n  ? b\n  :\n    x: 1\n  ? "c"\n  : y\n? d\n: e: 1\n',
    },
    {name: 'keys that are no texts', text: 'a:\n  1: x\n  -1: x\n  1.5: x\n  true: x\n  null: x\nb: 1\n'},
  ])('with $name has the outline of the whole', ({text}) => {
    for (const partBytes of [5, 10, 1000])
      expect(tryParts(text, partBytes)?.content).toEqual(outline(load(text, {schema: SCHEMA})));
  });

  test('is read as a whole in parts', () => {
    const levels = Number.POSITIVE_INFINITY;
    for (const partBytes of [60, 1000])
      expect(readYamlParts(Buffer.from(PATHS), {partBytes, levels})?.content).toEqual(load(PATHS));
  });
});

function tryParts(text: string, partBytes: number): YamlOutline | undefined {
  try {
    return readYamlParts(Buffer.from(text), {partBytes});
  } catch (error) {
    if (error instanceof YAMLException) return undefined;
    throw error;
  }
}

const scalar = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    'a: b',
    '- a',
    '# a',
    '<<',
    '1',
    'null',
    'x-apigen',
    'a\nb: c\n',
    '\n  a:\n',
    '---',
    '{',
    "'",
  ),
  fc.string(),
  fc.integer(),
  fc.constant(null),
);
const key = fc.oneof(
  fc.constantFrom('a', 'b', 'x-apigen', 'additionalOperations', 'responses', '500', '/a', '1'),
  fc.string(),
);
const document = fc.letrec<{value: unknown; map: unknown}>((tie) => ({
  value: fc.oneof({depthSize: 'small'}, scalar, fc.array(tie('value'), {maxLength: 3}), tie('map')),
  map: fc.dictionary(key, tie('value'), {maxKeys: 5, noNullPrototype: true}),
})).map;

/** Texts that are nearly those that js-yaml writes. */
const text = fc
  .record({
    value: document,
    indent: fc.integer({min: 1, max: 4}),
    seqNoIndent: fc.boolean(),
    flowLevel: fc.constantFrom(-1, 2, 4),
    edits: fc.array(
      fc.record({
        at: fc.nat(),
        remove: fc.nat(2),
        insert: fc.constantFrom('', '\n', ' ', '#', '-', '"', 'a: 1\n', '&a ', '*a'),
      }),
      {maxLength: 2},
    ),
  })
  .map(({value, edits, ...options}) =>
    edits.reduce(
      (whole, {at, remove, insert}) => {
        const offset = at % (whole.length + 1);
        return whole.slice(0, offset) + insert + whole.slice(offset + remove);
      },
      dump(value, options),
    ),
  );

const sizes = fc.constantFrom(1, 10, 40, 1000);

test('a document that is read in parts has the outline of the whole', () => {
  fc.assert(
    fc.property(text, sizes, (whole, partBytes) => {
      const content = tryParts(whole, partBytes)?.content;
      if (content !== undefined) expect(content).toEqual(outline(load(whole, {schema: SCHEMA})));
    }),
    {numRuns: 500},
  );
});

test('every place of a document that is read in parts is the same as in the whole', () => {
  fc.assert(
    fc.property(text, sizes, (whole, partBytes) => {
      const parts = tryParts(whole, partBytes)?.parts;
      if (parts === undefined) return;
      const locations = ['/missing', ...pointersIn(load(whole, {schema: SCHEMA}))].flatMap((pointer) => [
        {uri: 'a', pointer},
        {uri: 'a', pointer, at: 'key' as const},
      ]);
      const bytes = Buffer.from(whole);
      const inParts = locate(locations, new Map([['a', {bytes, syntax: 'yaml', parts}]]));
      expect([...inParts]).toEqual([...locate(locations, new Map([['a', {bytes, syntax: 'yaml'}]]))]);
    }),
    {numRuns: 500},
  );
});

/** The pointers of a value and of everything in it. */
function pointersIn(value: unknown, pointer = ''): string[] {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [pointer, ...entries.flatMap(([name, entry]) => pointersIn(entry, appendToken(pointer, name)))];
}
