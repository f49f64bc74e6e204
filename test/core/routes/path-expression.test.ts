import {describe, expect, test} from '@jest/globals';
import {
  expressionText,
  PARAMETER_MARK,
  pathExpression,
  pathRegex,
} from '../../../src/core/routes/path-expression.ts';

describe('pathRegex', () => {
  test.each([
    {prefix: '', template: '/pets', want: '/pets'},
    {prefix: '/api/v1', template: '/pets/{id}', want: '/api/v1/pets/[^/]*'},
    {prefix: '/v1.0', template: '/a+b/{c}.json', want: '/v1\\.0/a\\+b/[^/]*\\.json'},
    {prefix: '', template: '/{a}{b}', want: '/[^/]*[^/]*'},
    {prefix: '', template: '/{ä b}', want: '/[^/]*'},
  ])('of $prefix and $template', ({prefix, template, want}) => {
    expect(pathRegex(prefix, template)).toBe(want);
  });

  test.each([
    {name: 'letters outside ASCII', template: '/ä/ß😀', want: '/%C3%A4/%C3%9F%F0%9F%98%80'},
    {name: 'what RFC 3986 forbids', template: '/ "<>\\`\t\x7f\0', want: '/%20%22%3C%3E%5C%60%09%7F%00'},
    {
      name: 'a percent sign',
      template: '/100%/%2f%C3%a4%zz%{a}%4',
      want: '/100%25/%2f%C3%a4%25zz%25[^/]*%254',
    },
    {
      name: 'what may be encoded',
      template: '/a[0]^b|c',
      want: '/a(?:\\[|%5B)0(?:\\]|%5D)(?:\\^|%5E)b(?:\\||%7C)c',
    },
    {name: 'what may be encoded, encoded', template: '/a%5B0%5d', want: '/a%5B0%5d'},
    {name: 'pchar', template: "/aZ09-._~!$&'()*+,;=:@", want: "/aZ09-\\._~!\\$&'\\(\\)\\*\\+,;=:@"},
    {name: 'what ends a path', template: '/a?b={c}#d', want: '/a\\?b=[^/]*#d'},
    {name: 'a final $', template: '/a$/$', want: '/a\\$/[$]'},
  ])('has the path as it is on the wire: $name', ({template, want}) => {
    expect(pathRegex('', template)).toBe(want);
    expect(pathRegex('/p', template)).toBe(`/p${want}`);
  });

  test.each([
    {prefix: '/ä {x}', want: '/%C3%A4%20%7Bx%7D/a'},
    {prefix: '/[$', want: '/(?:\\[|%5B)\\$/a'},
    {prefix: '/\ud83d', want: '/%EF%BF%BD/a'},
  ])('encodes the prefix $prefix', ({prefix, want}) => {
    expect(pathRegex(prefix, '/a')).toBe(want);
  });
});

test.each([
  {template: '/', want: '/'},
  {template: '/a/{b}.json', want: '/a/{}.json'},
  {template: '/{a}{b}', want: '/{}'},
  {template: '/{a}{b}x{c}{d}{e}/{f}', want: '/{}x{}/{}'},
  {template: '/ä {x}', want: '/%C3%A4%20{}'},
  {template: '/[', want: '/['},
  {template: '/%5B', want: '/%5B'},
])('the text of the expression $template', ({template, want}) => {
  expect(expressionText(pathExpression(template))).toBe(want.replaceAll('{}', PARAMETER_MARK));
});
