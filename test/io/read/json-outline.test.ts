import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';
import {isMap} from '../../../src/core/json.ts';
import {outline} from '../../../src/core/openapi/outline.ts';
import {repeatsKey} from '../../../src/io/read/json-keys.ts';
import {readJsonOutline} from '../../../src/io/read/json-outline.ts';

/** The outline that is read in parts, or of the whole; `undefined` when there is none. */
function attempt(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function ofWhole(bytes: Buffer): unknown {
  const content: unknown = JSON.parse(bytes.toString().replace(/^\ufeff/, ''));
  return isMap(content) && !repeatsKey(bytes) ? outline(content) : undefined;
}

describe('the outline of a JSON document', () => {
  test.each([
    '{}',
    ' {\n} ',
    '\ufeff{"a": 1}',
    '{"paths": {"/a": {"get": {"responses": {"200": {"description": "é😀"}}}}}, "info": null}',
    '{"paths" : {"\\u002fa":{"x-apigen" :{"a": {"b": {"c": [{"d": 1}]}}}}}}',
    '{"x-apigen": {"a": {"b": {"c": {"d": 1}}}}, "additionalOperations": {"a": {"b": {"c": {"d": 1}}}}}',
    '{"__proto__": {"a": 1}, "constructor": {"b": {}}}',
    '{"paths": {"/a": {"get": {"a": {"x": 1, "x": 2}}}}}',
  ])('%s', (text) => {
    const bytes = Buffer.from(text);
    expect(readJsonOutline(bytes)).toEqual(ofWhole(bytes));
  });

  test.each([
    '',
    '[]',
    '1',
    '{',
    '{}}',
    '{} {}',
    '{,}',
    '{"a": 1,}',
    '{"a" 1}',
    '{"a": 1 "b": 2}',
    '{a: 1}',
    '{1: 1}',
    '{"a": {"b": {"c": 1]}}',
    '{"a": {"b": 01}}',
    '{"a":\u00a01}',
    '{"a":\u000b1}',
    '{"a\n": 1}',
    '{"a": "\\x"}',
    '{"paths": {"/a": {"get": {}},, "/b": {}}}',
    '{"a": 1, "a": 2}',
    '{"paths": {"/a": {}, "/\\u0061": {}}}',
    '{"paths": {"/a": {"get": {"tags": 1, "tags": 2}}}}',
    '{"paths": {"/a": {"get": {"responses": {"200": 1 "404": 2}}}}}',
    '{"paths": {"/a": {"get": {"responses": {"200" 1}}}}}',
    '{"paths": {"/a": {"get": {"responses": {"200": 1,}}}}}',
    '{"paths": {"/a": {"get": {"responses": {200: 1}}}}}',
    '{"paths": {"/a": {"get": {"responses": {"200": 1, "200": 2}}}}}',
    '{"paths": {"/a": {"x-apigen": {"timeouts": {"t": 1, "t": 2}}}}}',
  ])('is none of %j', (text) => {
    expect(attempt(() => readJsonOutline(Buffer.from(text)))).toBeUndefined();
  });

  test('is that of the whole, whatever is changed in a text', () => {
    const edits = fc.array(
      fc.record({
        at: fc.nat(),
        remove: fc.nat(2),
        insert: fc.constantFrom('', ' ', ',', ':', '"', '{', '}', '0', '\\', '"a":1,'),
      }),
      {maxLength: 2},
    );
    const names = fc.constantFrom('a', 'b', 'x-apigen', 'additionalOperations', 'responses', '500', '1');
    const value = fc.letrec((tie) => ({
      value: fc.oneof({depthSize: 'small'}, fc.jsonValue({maxDepth: 1}), tie('map')),
      map: fc.dictionary(names, tie('value'), {maxKeys: 4}),
    })).map;
    fc.assert(
      fc.property(value, fc.nat(2), edits, (content, indent, changes) => {
        const text = changes.reduce(
          (whole, {at, remove, insert}) => {
            const offset = at % (whole.length + 1);
            return whole.slice(0, offset) + insert + whole.slice(offset + remove);
          },
          JSON.stringify(content, null, indent),
        );
        const bytes = Buffer.from(text);
        expect(attempt(() => readJsonOutline(bytes))).toEqual(attempt(() => ofWhole(bytes)));
      }),
      {numRuns: 1000},
    );
  });
});
