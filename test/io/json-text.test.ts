import {describe, expect, it} from '@jest/globals';
import fc from 'fast-check';
import {asciiJson} from '../../src/io/json-text.ts';

describe('the text of a JSON document in ASCII', () => {
  it.each([
    ['ASCII, as it stands', '{"a": "\\u00e9"}', '{"a": "\\u00e9"}'],
    ['one character', '{"a": "é"}', '{"a": "\\u00e9"}'],
    ['a key', '{"é": 1}', '{"\\u00e9": 1}'],
    [
      'a run of characters',
      '["né à Zürich – 東京"]',
      '["n\\u00e9 \\u00e0 Z\\u00fcrich \\u2013 \\u6771\\u4eac"]',
    ],
    ['a character beyond the basic plane', '["🐶"]', '["\\ud83d\\udc36"]'],
    ['an escaped backslash further away', '["\\\\ é"]', '["\\\\ \\u00e9"]'],
    ['a character outside of a string, which is no JSON either way', '[é]', '[\\u00e9]'],
  ])('has an escape for %s', (_, text, ascii) => {
    expect(asciiJson(Buffer.from(text))).toBe(ascii);
  });

  it.each([
    ['a backslash before the character', '["\\é"]'],
    ['more characters than pay', JSON.stringify(Array.from({length: 10_001}, () => 'é'))],
  ])('is not made with %s', (_, text) => {
    expect(asciiJson(Buffer.from(text))).toBeUndefined();
  });

  it('means the same', () => {
    fc.assert(
      fc.property(fc.jsonValue({stringUnit: 'binary'}), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.parse(asciiJson(Buffer.from(text)) ?? text)).toEqual(JSON.parse(text));
      }),
    );
  });
});
