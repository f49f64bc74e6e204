import {expect, it} from '@jest/globals';
import {parameterPattern} from '../../../src/core/routes/parameter-pattern.ts';
import {pathCovers, pathOverlaps} from '../../../src/core/routes/path-automaton.ts';
import {anchoredRegex, pathRegex} from '../../../src/core/routes/path-regex.ts';

const expressionOf = (pattern: string) => `/${parameterPattern({pattern}).text ?? '\0'}`;

it.each([
  {pattern: '^[0-9]+$', want: '/[0-9]+'},
  {pattern: '[0-9]+', want: '/[^/]*[0-9]+[^/]*'},
  {pattern: '^v1|v2$', want: '/(?:v1[^/]*|[^/]*v2)'},
  {pattern: '^(?:v1|v2)$', want: '/(?:v1|v2)'},
  {pattern: 'shelves/[^/]+', want: '/[^/]*shelves(?:/|%2[Ff])[^/]+'},
  {pattern: '(/[0-9]+)?', want: '/[^/]*(?:(?:/|%2[Ff])[0-9]+)?[^/]*'},
  {pattern: '.*', want: '/[^/]*'},
  {pattern: '^.+$', want: '/[^/]+'},
  {pattern: '^\\S+$', want: '/[^/]+'},
  {pattern: '^[^.]$', want: '/[^/\\.]+'},
  {pattern: '^[^a]$', want: '/(?:[^/a]|%[0-9A-Fa-f][0-9A-Fa-f])+'},
  {pattern: '^[\\s\\S]{2}$', want: '/[^/][^/]+'},
  {pattern: '^[^\\W_]+$', want: '/[0-9A-Za-z]+'},
  {pattern: '^[\\w\\-]{2,3}$', want: '/[0-9A-Z_a-z-][0-9A-Z_a-z-][0-9A-Z_a-z-]?'},
  {pattern: '^[\\w-]{1,64}$', want: '/[0-9A-Z_a-z-]+'},
  {pattern: '^(ab|c){0,3}$', want: '/(?:(?:ab|c)(?:(?:ab|c)(?:ab|c)?)?)?'},
  {pattern: '^a b:c$', want: '/a%20b(?::|%3[Aa])c', atGateway: '/a(?:%20|\\x20)b(?::|%3[Aa])c'},
  {pattern: '^[aé]$', want: '/(?:a|%C3%A9)', atGateway: '/(?:a|(?:%[Cc]3%[Aa]9|é))'},
  {pattern: '^[a/]+$', want: '/(?:a|/|%2[Ff])+'},
  {pattern: '^\\x2fa$', want: '/(?:/|%2[Ff])a'},
  {pattern: '^[\\w\\-/]$', want: '/(?:[0-9A-Z_a-z-]|/|%2[Ff])'},
  {pattern: '^[-/]$', want: '/(?:-|/|%2[Ff])'},
  {pattern: '^[+-/]$', want: '/(?:[\\.-]|\\+|%2[Bb]|,|%2[Cc])'},
  // Go, Python and PCRE.
  {pattern: '^[[:alpha:]]+$', want: '/[^/]*'},
  {pattern: '\\A[0-9]+\\Z', want: '/[^/]*'},
  {pattern: '^[+-9]+$', want: '/(?:[\\.0-9-]|\\+|%2[Bb]|,|%2[Cc])+'},
])('$pattern is $want', ({pattern, want, atGateway = want}) => {
  expect(pathRegex('', expressionOf(pattern))).toBe(want);
  expect(anchoredRegex('', expressionOf(pattern))).toBe(atGateway);
});

it.each([
  {patterns: ['^[a-z]+$', '^abc$'], want: 'wider'},
  {patterns: ['[0-9]+', '^[0-9]+$'], want: 'wider'},
  {patterns: ['^[0-9]+$', '^[a-z]+$'], want: 'apart'},
  {patterns: ['^[^.]+$', '^a[.]b$'], want: 'apart'},
  {patterns: ['^[^.]+$', '^[^.x]+$'], want: 'wider'},
  {patterns: ['^(ab)*$', '^abab$'], want: 'wider'},
  {patterns: ['^(a[^/]*)?$', '^b$'], want: 'apart'},
  {patterns: ['^x*y*$', '^yx$'], want: 'apart'},
  {patterns: ['^x*y*$', '^xy$'], want: 'wider'},
  {patterns: ['^a{2,3}$', '^aaaa$'], want: 'apart'},
  {patterns: ['^(a|b)*c?$', '^a*b?$'], want: 'wider'},
  {patterns: ['^.+$', '^é$'], want: 'wider'},
  {patterns: ['^[a-f]+$', '^[e-h]+$'], want: 'overlapping'},
  {patterns: ['shelves/[^/]+', 'shelves/[^/]+/books/[^/]+'], want: 'overlapping'},
])('$patterns: $want', ({patterns, want}) => {
  const [first = '', second = ''] = patterns.map(expressionOf);
  expect(pathCovers(second, first)).toBe(false);
  expect(pathOverlaps(first, second)).toBe(pathOverlaps(second, first));
  const related = pathOverlaps(first, second) ? 'overlapping' : 'apart';
  expect(pathCovers(first, second) ? 'wider' : related).toBe(want);
});
