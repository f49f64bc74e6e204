import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';
import {excessEntry, nextToken, skip, startOfJson} from '../../../src/io/read/json-scan.ts';

/** Whether a text is one value and nothing else. */
function isValue(text: string): boolean {
  const bytes = Buffer.from(text);
  try {
    return nextToken(bytes, skip(bytes, startOfJson(bytes))) === bytes.length;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('a value of JSON that is skipped is checked as by JSON.parse', () => {
  const values = [
    '',
    'true',
    'nul',
    'nulll',
    'True',
    '[]',
    '[',
    ']',
    '{}',
    '{]',
    '[}',
    '[,]',
    '[1,]',
    '[1 2]',
    '[[],{}]',
  ];
  const numbers = [
    '0',
    '-0',
    '-',
    '01',
    '1.',
    '.5',
    '1.5',
    '+1',
    '1e5',
    '1E-5',
    '1e',
    '1e+',
    '1.5e+05',
    'NaN',
    '0x1',
  ];
  const strings = [
    '"',
    '""',
    '"\\"',
    '"\\""',
    '"\\u00aF"',
    '"\\u00g0"',
    '"\\u00"',
    '"\\U0041"',
    '"\\n"',
    '"\\N"',
    '"\\x"',
  ];
  const maps = [
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{,}',
    '{1:1}',
    '{"a" : {"b" :[ ]} }',
    '{"a":1 "b":1}',
    '{"a"1}',
    '{"a":1]',
  ];
  const bytes = [
    '"\n"',
    '"\u007f"',
    '"é\u2028😀"',
    '1\u00a0',
    '\u000b1',
    ' \t\r\n1 ',
    '[1]]',
    '{}{}',
    '[1}',
    '[{]}',
  ];
  test.each([values, numbers, strings, maps, bytes].flat())('%j', (text) => {
    expect(isValue(text)).toBe(parses(text));
  });

  test('whatever is changed in a text', () => {
    const edits = fc.array(
      fc.record({
        at: fc.nat(),
        remove: fc.nat(2),
        insert: fc.constantFrom(
          '',
          ' ',
          ',',
          ':',
          '"',
          '{',
          '}',
          '[',
          ']',
          '0',
          '-',
          'e',
          '.',
          '\\',
          '\\u00',
          'null',
          '\n',
        ),
      }),
      {maxLength: 3},
    );
    fc.assert(
      fc.property(fc.json(), edits, (json, changes) => {
        const text = changes.reduce((whole, {at, remove, insert}) => {
          const offset = at % (whole.length + 1);
          return whole.slice(0, offset) + insert + whole.slice(offset + remove);
        }, json);
        expect(isValue(text)).toBe(parses(text));
      }),
      {numRuns: 2000},
    );
  });

  test.each(['[', '{"a":'])('brackets that are open, such as %s, are not counted on the stack', (open) => {
    const depth = 500_000;
    const close = open === '[' ? ']' : '}';
    const bytes = Buffer.from(`${open.repeat(depth)}1${close.repeat(depth)}`);
    expect(skip(bytes, 0)).toBe(bytes.length);
    expect(() => skip(Buffer.from(open.repeat(1_000_001)), 0)).toThrow(
      'nested more than 1000000 levels deep',
    );
  });
});

test.each([
  {what: 'too many', item: '1,', items: 4_000_001, want: 8_000_001},
  {what: 'as many as there may be', item: '1,', items: 4_000_000, want: undefined},
  {what: '8 bytes for each', item: '1234567,', items: 5_000_000, want: undefined},
  {what: 'fewer bytes for each', item: '123456,', items: 5_000_000, want: 30_625_006},
])('entries of which there are $what', ({item, items, want}) => {
  const bytes = Buffer.from(item.repeat(items));
  expect(excessEntry(bytes, 0, bytes.length)).toBe(want);
});
