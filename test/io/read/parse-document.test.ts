import {describe, expect, test} from '@jest/globals';
import {parseDocument} from '../../../src/io/read/parse-document.ts';

const URI = 'file:///openapi';

function contentOf(text: string, mayLeaveOut = false) {
  const {entry, leftOut = []} = parseDocument(Buffer.from(text), URI, mayLeaveOut);
  return 'content' in entry
    ? {content: entry.content, leftOut: [...leftOut]}
    : `${entry.unreadable.location?.position?.line}: ${entry.unreadable.message}`;
}

test.each([
  {name: 'at the root', text: '{"a": 1,\n"a": 2}', want: '2: invalid YAML or JSON: duplicate key'},
  {
    name: 'deep in x-apigen',
    text: '{"a": {"b": {"c": {"d": {"x-apigen": {"e": {"f": 1,\n"f": 2}}}}}}}',
    want: '2: invalid YAML or JSON: duplicate key',
  },
  {
    name: 'that no route is read from is not looked for',
    text: '{"a": {"b": {"c": {"d": {"e": {"f": {"g": {"h": 1, "h": 2}}}}}}}}',
    want: {content: {a: {b: {c: {d: {e: {f: {g: {h: 2}}}}}}}}, leftOut: []},
  },
  {
    name: 'is not a text or a key of another map',
    text: '{"a": "a", "b\\\\": {"a": ["a", "a"]}, "c": {"a" : "\\"a\\": {"}}',
    want: {content: {a: 'a', 'b\\': {a: ['a', 'a']}, c: {a: '"a": {'}}, leftOut: []},
  },
])('a duplicate key in JSON $name', ({text, want}) => {
  expect(contentOf(text)).toEqual(want);
});

const deep = (levels: number) => `// c\n${'['.repeat(levels)}${']'.repeat(levels)}`;

test.each([
  {
    name: 'and trailing commas',
    text: '/* a */ {"b": ["c",], // d\n  }',
    want: {content: {b: ['c']}, leftOut: []},
  },
  {
    name: 'has texts that are none',
    text: '{"//a": "\\"/*b*/", /* , */ "__proto__": "//",}',
    want: {content: JSON.parse('{"//a": "\\"/*b*/", "__proto__": "//"}'), leftOut: []},
  },
  {
    name: 'and without an end',
    text: '{"a": 1 /* b',
    want: '1: invalid YAML or JSON: unexpected end of the stream within a flow collection',
  },
  {
    name: 'is not nested too deep',
    text: deep(1001),
    want: '2: invalid YAML or JSON: nested more than 1000 levels deep',
  },
])('JSON with comments $name', ({text, want}) => {
  expect(contentOf(text)).toEqual(want);
});

describe('an unquoted key in YAML', () => {
  test.each([
    {name: 'that begins as a comment', text: 'a: 1\n//b: 1', key: '//b', line: 2},
    {name: 'that begins as a long comment', text: 'a:\n- {b: 1, /* c */ d: 1}', key: '/* c */ d', line: 2},
    {name: 'with a comment and another key', text: '{a: {},\n// b\n"c": 1}', key: '// b\n"c"', line: 2},
    {name: 'with a line break', text: '? a\n  b\n: 1', key: 'a\n  b', line: 1},
    {name: 'with a quote', text: 'a":\n  b: 1', key: 'a"', line: 1},
    {name: 'with an apostrophe at an end', text: "a: 1\nb':\n  - 1", key: "b'", line: 2},
    {name: 'with a pair of quotes in flow style', text: '[{a "b": 1}]', key: 'a "b"', line: 1},
    {name: 'in a key that is a map', text: '? {a: 1, b": 1}\n: 1', key: 'b"', line: 1},
  ])('$name', ({text, key, line}) => {
    const message = `unquoted key ${JSON.stringify(key)}, which may be a comment or hide another key`;
    expect(contentOf(text)).toMatch(new RegExp(`^${line}: invalid YAML( or JSON)?: `));
    expect(String(contentOf(text)).endsWith(message)).toBe(true);
  });

  test.each([
    {name: 'may have an apostrophe in a word', text: "{l'été: 1}", key: "l'été"},
    {name: 'may have pairs of quotes', text: `a('{b}') it's "c": 1`, key: `a('{b}') it's "c"`},
    {name: 'may have a comment later', text: 'a //: 1', key: 'a //'},
  ])('$name', ({text, key}) => {
    expect(contentOf(text)).toEqual({content: {[key]: 1}, leftOut: []});
  });

  test.each(['"//a"', "'a\"'", '"a\\nb"'])('is not one in quotes: %s', (key) => {
    expect(contentOf(`{${key}: 1}`)).toHaveProperty('content');
  });

  test('is not a value', () => {
    expect(contentOf('- //a\n- b: it"s\n- {c: // d\n  }')).toEqual({
      content: ['//a', {b: 'it"s'}, {c: '// d'}],
      leftOut: [],
    });
  });
});

test.each([
  {levels: 1000, want: true},
  {levels: 1001, want: false},
])('JSON of $levels levels', ({levels, want}) => {
  const result = contentOf('['.repeat(levels) + ']'.repeat(levels));
  expect(typeof result === 'object').toBe(want);
  if (!want) expect(result).toBe('1: invalid YAML or JSON: nested more than 1000 levels deep');
});

describe('a block of large YAML that no route is read from', () => {
  const filler = `  a: ${'x'.repeat(1_000_000)}\n`;
  const blocks = (text: string) => text.replace('FILL\n', filler);
  /** Read as a whole, and how it is read when blocks may be left out. */
  const read = (text: string) => [contentOf(blocks(text)), contentOf(blocks(text), true)];

  test.each([
    {name: 'is left out', text: 'a: 1\ncomponents:\nFILL\nb: 2\n', leftOut: ['components']},
    {
      name: 'has parameters, which are read',
      text: 'a: 1\ncomponents: # c\n  # parameters:\nFILL\n  parameters:\n  # b\n    p: {b: 1}\n\n  z:\n  - p\nb: 2\n',
      leftOut: ['components'],
      read: {parameters: {p: {b: 1}}},
    },
    {
      name: 'has parameters at its end',
      text: 'a: 1\r\ncomponents:\r\nFILL\n  parameters:\r\n    p: |\r\n      parameters:\r\n',
      leftOut: ['components'],
      read: {parameters: {p: 'parameters:\n'}},
    },
    {
      name: 'has other parts that are read',
      text: 'a: 1\ncomponents:\n  pathItems:\n    a: {}\nFILL\n  securitySchemes:\n    s: {}\n  parametersOf: {}\nb: 2\n',
      leftOut: ['components'],
      read: {pathItems: {a: {}}, securitySchemes: {s: {}}},
    },
    {name: 'may be the last', text: 'a: 1\ndefinitions:\n# b\nFILL\n', leftOut: ['definitions']},
    {name: 'may be a list', text: 'a: 1\r\nresponses: # b\r\n- b: 1\r\nFILL\nb: 2', leftOut: ['responses']},
    {
      name: 'may follow another',
      text: 'a: |+\n  b\n\nresponses:\n  c: {}\nx-webhooks:\nFILL\nb: 2',
      leftOut: ['responses', 'x-webhooks'],
    },
  ])('$name', ({text, leftOut, read: kept = null}) => {
    const [whole, part] = read(text);
    if (typeof whole !== 'object' || typeof part !== 'object') throw new Error('unreadable');
    expect(part.leftOut).toEqual(leftOut);
    const without = Object.fromEntries(leftOut.map((key) => [key, kept]));
    expect(part.content).toEqual({...Object(whole.content), ...without});
  });

  test.each([
    {name: 'a small text', text: 'a: 1\ncomponents:\n  b: 1\n'},
    {name: 'an alias of what is in it', text: 'a: 1\ncomponents:\n  b: &b 1\nFILL\nc: *b\n'},
    {name: 'an anchor that is defined twice', text: 'a: &b 1\ncomponents:\n  b: &b 2\nFILL\nc: *b\n'},
    {name: 'a duplicate key', text: 'a: 1\ncomponents:\nFILL\n"components":\n  b: 1\n'},
    {name: 'an error in the rest', text: 'a: 1\ncomponents:\nFILL\nb: [\nc: 1\n'},
    {name: 'a directive', text: '%YAML 1.2\n---\na: 1\ncomponents:\nFILL\n'},
    {name: 'a second document', text: '---\na: 1\ncomponents:\nFILL\n---\nb: 1\n'},
    {name: 'a lone CR', text: 'a: 1\ncomponents:\n  b: 1\rpaths:\nFILL\n'},
  ])('$name: the whole is read', ({text}) => {
    const [whole, part] = read(text);
    expect(part).toEqual(whole);
  });
});

test.each([
  {bytes: '\x1f\x8b\x08\x00', want: 'expected YAML or JSON, found a file compressed with gzip'},
  {bytes: 'PK\x03\x04\x14\x00', want: 'expected YAML or JSON, found a zip archive'},
  {bytes: '%PDF-1.7\n%\xe2\xe3', want: 'expected YAML or JSON, found a PDF file'},
  {bytes: '\x89PNG\r\n\x1a\n\x00', want: 'expected YAML or JSON, found a binary file'},
  {bytes: 'a\x00:\x00', want: 'not UTF-8 text'},
  {bytes: 'caf\xe9', want: 'not UTF-8 text'},
  {bytes: '#%RAML 1.0\ntitle: a', want: 'expected YAML or JSON, found RAML'},
  {bytes: '\n<!DOCTYPE html>', want: 'expected YAML or JSON, found an HTML page'},
  {
    bytes: '<?xml version="1.0"?>\n<definitions xmlns="http://schemas.xmlsoap.org/wsdl/">',
    want: 'expected YAML or JSON, found a WSDL description',
  },
  {
    bytes: '<application xmlns="http://wadl.dev.java.net/2009/02">',
    want: 'expected YAML or JSON, found WADL',
  },
  {bytes: 'FORMAT: 1A\nHOST: http://a\n', want: 'expected YAML or JSON, found an API Blueprint'},
  {bytes: '# a\n\ntype Query {\n  a: Int\n}\n', want: 'expected YAML or JSON, found a GraphQL schema'},
  {bytes: '"""a: b"""\nextend type A { a: Int }\n', want: 'expected YAML or JSON, found a GraphQL schema'},
  {
    bytes: '/* a */\n// b\nsyntax = "proto3";\n',
    want: 'expected YAML or JSON, found a protobuf definition',
  },
  {bytes: '<?xml version="1.0"?>', want: 'expected YAML or JSON, found XML'},
])('what is not text, or text of another format $bytes', ({bytes, want}) => {
  const {entry} = parseDocument(Buffer.from(bytes, 'latin1'), URI);
  expect('unreadable' in entry && entry.unreadable.message).toBe(want);
});

test.each([
  {text: '---\na: 1\n...\n---\n# b\n', want: {content: {a: 1}, leftOut: []}},
  {text: '---\n---\nb: 1', want: '1: invalid YAML: expected a single document, found more'},
])('documents after the first $text', ({text, want}) => {
  expect(contentOf(text)).toEqual(want);
});
