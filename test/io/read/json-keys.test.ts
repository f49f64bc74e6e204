import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';
import {repeatsKey} from '../../../src/io/read/json-keys.ts';

describe('a key that occurs twice near the root of a JSON text', () => {
  test.each([
    {text: '{}', want: false},
    {text: '[]', want: false},
    {text: ' 5 ', want: false},
    {text: '{"a": 1, "b": 1}', want: false},
    {text: '{"a": 1, "a": 2}', want: true},
    {text: '\ufeff{"a": 1,\n\t"a" :\r\n2}', want: true},
    {text: '{"a": {"a": {"a": 1}}, "b": {"a": 1}}', want: false},
    {text: '{"paths": {"/a": {"get": {}}, "/a": {"put": {}}}}', want: true},
    {text: '{"paths": {"/a": {"get": {}, "get": {}}}}', want: true},
    {text: '{"paths": {"/a": {"get": {"x-apigen": {}, "x-apigen": {}}}}}', want: true},
    {text: '{"paths": {"/a": {"get": {"example": {"x": 1, "x": 2}}}}}', want: false},
    {text: '{"paths": {"/a": {"get": {"responses": {"200": {}, "200": {}}}}}}', want: true},
    {
      text: '{"paths": {"/a": {"x-apigen": {"a": {"a": {"a": {"a": {"a": {"t": 1, "t": 2}}}}}}}}}',
      want: true,
    },
    {text: '{"a": 1, "\\u0061": 2}', want: true},
    {text: '{"/a": 1, "\\/a": 2}', want: true},
    {text: '{"paths": {"/a": {"x-apigen": {"timeouts": {"t": 1, "t": 2}}}}}', want: true},
    {text: '{"paths": {"/a": {"get": {"x-apigen": {"timeouts": {"t": 1, "t": 2}}}}}}', want: true},
    {text: '[{"a": 1, "a": 2}]', want: false},
    {text: '{"a": "\\"", "b": "{\\"a\\": 1, \\"a\\": 2}", "c": ["a", {"a": 1}, "a"]}', want: false},
    {text: '{"a\\\\": 1, "a": 2, "a\\"": 3, "": 4}', want: false},
    {text: '{"ä": 1, "ä": 2}', want: true},
    {text: '{"a": [{"b": 1}, {"b": 1}], "c": [[], {}], "d": null, "a": 1}', want: true},
  ])('$text: $want', ({text, want}) => {
    expect(repeatsKey(Buffer.from(text))).toBe(want);
  });

  test('is never found in what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(4), (value, indent) => {
        expect(repeatsKey(Buffer.from(JSON.stringify(value, null, indent)))).toBe(false);
      }),
    );
  });
});
