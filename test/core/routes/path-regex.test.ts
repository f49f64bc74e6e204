import {expect, test} from '@jest/globals';
import {
  pathExpression,
  withCapitals,
  withEitherSlash,
  withoutEmptySegments,
} from '../../../src/core/routes/path-expression.ts';
import {anchoredRegex, expressionIn, pathRegex} from '../../../src/core/routes/path-regex.ts';
import {encodedSegmentsOf} from '../../../src/core/routes/segments.ts';

const TEMPLATES = [
  '/',
  '/a.b/{id}',
  '/a-b_c~d/{a}.{b}',
  '/{id}:cancel',
  '/{path+}',
  '/files/{/rest}',
  '/{rest+}/end',
  '/ä b/{x}',
  '/%2Fa/%C3%A4',
  '/%c3%a4',
  '/[x]/a|b^c/{d}',
  '/{;id}/b{.x}/{;a b}',
  "/a;b=(c)*+$d!'&@,:",
  '/a$',
  '/a{b}$',
];

test.each(TEMPLATES)('what is written for %s is read back', (template) => {
  const expression = pathExpression(template);
  // Gateways get both cases of percent-encoded characters, which are read as one.
  const nonEmpty = withCapitals(withoutEmptySegments(expression));
  const [either, eitherNonEmpty] = [withEitherSlash(expression), withEitherSlash(nonEmpty)];
  const written = [
    [expression, pathRegex('', expression)],
    [either, pathRegex('', either)],
    [eitherNonEmpty, anchoredRegex('', eitherNonEmpty, {start: '', end: '$'})],
    [nonEmpty, anchoredRegex('', nonEmpty, {start: '^', end: '$'})],
    [nonEmpty, anchoredRegex('', nonEmpty, {start: '', end: '(?:)$'})],
  ] as const;
  for (const [given, value] of written)
    expect([value, encodedSegmentsOf(expressionIn({type: 'RegularExpression', value}))]).toEqual([
      value,
      encodedSegmentsOf(given),
    ]);
});

test.each([
  {type: 'PathPrefix', value: '/', want: '/\u0002'},
  {type: 'PathPrefix', value: '/a/', want: '/a\u0003/\u0002\u0004'},
  {type: 'Exact', value: '/a.*', want: '/a.*'},
  {type: 'RegularExpression', value: '/a/.+', want: '/a/\u0005'},
  {type: 'RegularExpression', value: '/(?!_ngf-internal-)[^/]+$', want: '/\u0001'},
  {type: 'RegularExpression', value: '/a/[0-9]{4}', want: '/a/[0-9]{4}'},
  {type: 'RegularExpression', value: '/(a|b)', want: '/(a|b)'},
] as const)('$type $value is read as an expression', ({want, ...match}) => {
  expect(expressionIn(match)).toBe(want);
});
