import {describe, expect, test} from '@jest/globals';
import {counted, invalid, printable, quote, reportJson, typeName} from '../../../src/core/base/quote.ts';

describe('a value in a message', () => {
  test.each([
    {value: 'a "b"', want: '"a \\"b\\""'},
    {value: 5, want: '5'},
    {value: undefined, want: 'undefined'},
    {value: {a: 1}, want: 'a map'},
    {value: [1], want: 'a list'},
    {value: 'a\nb\u001b[0m\u2028', want: '"a\\nb\\u001b[0m\\u2028"'},
    {value: 'a'.repeat(300), want: `"${'a'.repeat(199)}… (300 characters)`},
    {value: `http://u:${'p'.repeat(20_000)}`, want: `"http://u:${'p'.repeat(190)}… (20009 characters)`},
    {
      value: `http://u:${'p'.repeat(300)}@h/${'a'.repeat(10_000)}`,
      want: `"http://h/${'a'.repeat(190)}… (10312 characters)`,
    },
    {value: '://'.repeat(3400), want: `"${'://'.repeat(66)}:… (10200 characters)`},
    {value: '\u200b'.repeat(300), want: `"${'\\u200b'.repeat(33)}\\… (300 characters)`},
    {value: `${'a'.repeat(198)}😀${'b'.repeat(9)}`, want: `"${'a'.repeat(198)}… (209 characters)`},
  ])('$want', ({value, want}) => {
    expect(quote(value)).toBe(want);
  });

  test.each([
    {value: 0, want: 'invalid `a` 0: expected b'},
    {value: undefined, want: 'invalid `a`: expected b, found nothing'},
    {value: new Date(0), want: 'invalid `a`: expected b, found a date'},
    {value: [], want: 'invalid `a`: expected b, found an empty list'},
    {value: [1], want: 'invalid `a`: expected b, found a list'},
    {value: {}, want: 'invalid `a`: expected b, found an empty map'},
    {value: new Set(), want: 'invalid `a`: expected b, found a list'},
  ])('$want', ({value, want}) => {
    expect(invalid('`a`', value, 'b')).toBe(want);
  });
});

test('what a value is', () => {
  const values = ['a', 1, true, undefined, null, {}, [], new Set(), new Date(0)];
  expect(values.map(typeName)).toEqual([
    ...['a string', 'a number', 'a boolean', 'nothing', 'nothing', 'a map', 'a list', 'a list', 'a date'],
  ]);
});

test('a number of things', () => {
  const counts = [counted(1, 'SecurityPolicy'), counted(2000, 'SecurityPolicy'), counted(2, 'key')];
  expect(counts).toEqual(['1 SecurityPolicy', '2,000 SecurityPolicies', '2 keys']);
});

test('no text can forge a line, or change the direction of one', () => {
  expect(printable('a\r\n\u0085\u2029\u202e\ufeffb\u00e9')).toBe(
    'a\\u000d\\u000a\\u0085\\u2029\\u202e\\ufeffb\u00e9',
  );
});

test.each([
  {
    name: 'marks of direction and joiners',
    text: 'a\u200b\u200d\u2066b\u061c',
    want: 'a\\u200b\\u200d\\u2066b\\u061c',
  },
  {name: 'a tag', text: 'a\u{e0041}', want: 'a\\udb40\\udc41'},
  {name: 'a password', text: 'at "https://me:secret@host/a"', want: 'at "https://host/a"'},
  {name: 'a password with /', text: 'http://me:a/b@host/a', want: 'http://host/a'},
  {
    name: 'a scoped package',
    text: 'https://unpkg.com:443/@apigen/cli',
    want: 'https://unpkg.com:443/@apigen/cli',
  },
  {name: 'a password without a scheme', text: '`//me:secret@host/a@b`', want: '`//host/a@b`'},
  {name: 'a password after one slash', text: 'https:/me:secret@host/a', want: 'https:/host/a'},
  {name: 'a password in a query', text: 'http://a/?b=http://me:secret@c', want: 'http://a/?b=http://c'},
  {name: 'a second password', text: 'http://a:b@c,http://d:e@f,//g:h/i@j', want: 'http://c,http://f,//j'},
  {name: 'a mail address', text: 'mailto:me@host', want: 'mailto:me@host'},
  {name: 'an expression', text: String.raw`pathRegex: /\.a/@[^/]*`, want: String.raw`pathRegex: /\.a/@[^/]*`},
  {
    name: 'the last of many passwords',
    text: `${'http://'.repeat(9999)}me:a@b`,
    want: `${'http://'.repeat(9999)}b`,
  },
])('$name is not printed', ({text, want}) => {
  expect(printable(text)).toBe(want);
});

test('a report as JSON names no user of an address', () => {
  expect(reportJson({place: 'https://user:secret@host/a.yaml:1', list: ['http://u@h']})).toBe(
    '{\n  "place": "https://host/a.yaml:1",\n  "list": [\n    "http://h"\n  ]\n}\n',
  );
});
