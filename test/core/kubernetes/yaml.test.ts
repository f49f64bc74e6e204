import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';
import {CORE_SCHEMA, dump, load, YAML11_SCHEMA} from 'js-yaml';
import {parse} from 'yaml';
import {DUMP_OPTIONS, toYaml} from '../../../src/core/kubernetes/yaml.ts';
import {timesAsMany} from '../../property-runs.ts';
import {hostileText} from '../openapi-arbitraries.ts';

/** Maps and lists of hostile strings, in every nesting; with keys in the order of JavaScript, which every reader keeps. */
const {map} = fc.letrec((tie) => ({
  any: fc.oneof(
    {maxDepth: 4, depthSize: 'small'},
    hostileText,
    fc.oneof(
      fc.constantFrom(null, true, false, 0, -0, -1, 1e21, 0.1, -1e-7),
      fc.integer(),
      fc.double({noNaN: true, noDefaultInfinity: true}),
    ),
    tie('map'),
    fc.array(tie('any'), {maxLength: 4}),
  ),
  map: fc.dictionary(
    fc.oneof(hostileText, fc.constantFrom('a', 'metadata', 'x.y/z')).filter((key) => key !== '__proto__'),
    tie('any'),
    {maxKeys: 6, noNullPrototype: true},
  ),
}));
const objects = fc.array(
  map.filter((value) => typeof value === 'object' && value !== null),
  {minLength: 1, maxLength: 2},
);

const READERS = [
  {name: 'yaml, YAML 1.2', read: (text: string): unknown => parse(text)},
  {name: 'yaml, YAML 1.1', read: (text: string): unknown => parse(text, {version: '1.1'})},
  {name: 'js-yaml, YAML 1.2', read: (text: string): unknown => load(text, {schema: CORE_SCHEMA})},
  {name: 'js-yaml, YAML 1.1', read: (text: string): unknown => load(text, {schema: YAML11_SCHEMA})},
];

describe('what is written', () => {
  test.each(READERS)('is read back with $name as the same values, in the same order', ({read}) => {
    fc.assert(
      fc.property(map, (value) => {
        const back = read(toYaml([Object(value)]));
        expect(back).toEqual(value);
        expect(JSON.stringify(back)).toBe(JSON.stringify(value));
      }),
      timesAsMany(4),
    );
  });

  test('has the bytes of the dumper, where no key has line breaks and no text looks like a separator', () => {
    fc.assert(
      fc.property(objects, (values) => {
        const dumped = values.map((value) => `---\n${dump(value, DUMP_OPTIONS)}`).join('');
        fc.pre(!/^ *(- )*\? /m.test(dumped) && !/"(---|\.\.\.)/.test(JSON.stringify(values)));
        // js-yaml does not escape all of them.
        const escaped = dumped.replace(
          /(?!\n)[\p{Cc}\p{Cf}\p{DI}]/gu,
          (character) => `\\U${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(8, '0')}`,
        );
        expect(toYaml(values.map(Object))).toBe(escaped);
      }),
      timesAsMany(6),
    );
  });
});

test('maps, lists and empty ones, several documents', () => {
  const first = {a: {b: {}, c: [], d: [{x: 1, f: [[], {}, ['g']]}, [['h']]]}, i: null};
  expect(toYaml([first, {j: 'k'}])).toBe(`---
a:
  b: {}
  c: []
  d:
    - x: 1
      f:
        - []
        - {}
        - - g
    - - - h
i: null
---
j: k
`);
});

test.each('y n on off yes no true null e e5 e-5 1 0x1f 0b-1 2001-1-1'.split(' '))(
  '%s is quoted, as a key and as a value: some reader takes it for another value',
  (text) => {
    const quoted = [`'${text}'`, `"${text}"`].map((quotes) => `---\n${quotes}: ${quotes}\n`);
    expect(quoted).toContain(toYaml([{[text]: text}]));
  },
);

test.each(['shop', 'eu5', 'not', 'e-shop', 'nullable', '/api/{id}', 'GET /pets', '10s'])(
  '%s stays plain',
  (text) => {
    expect(toYaml([{[text]: text}])).toBe(`---\n${text}: ${text}\n`);
  },
);
