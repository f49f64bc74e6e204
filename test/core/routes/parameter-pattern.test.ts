import {expect, it} from '@jest/globals';
import {Ajv} from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import {type ParameterSchema, parameterPattern} from '../../../src/core/routes/parameter-pattern.ts';
import {pathCovers, pathOverlaps} from '../../../src/core/routes/path-automaton.ts';
import {ofEveryCase} from '../../../src/core/routes/path-expression.ts';
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
  {pattern: '^(?i:abc)$', want: '/[^/]*'},
  {pattern: '^[+-9]+$', want: '/(?:[\\.0-9-]|\\+|%2[Bb]|,|%2[Cc])+'},
])('$pattern is $want', ({pattern, want, atGateway = want}) => {
  expect(pathRegex('', expressionOf(pattern))).toBe(want);
  expect(anchoredRegex('', expressionOf(pattern))).toBe(atGateway);
});

it.each([
  {pattern: '^[a-z_]+$', want: '/(?i:[_a-z]+)'},
  // What the pattern takes in one case matches in both.
  {pattern: '^[^A-Z]+$', want: '/(?i:(?:[^/]|%[0-9a-fa-f][0-9a-fa-f])+)'},
  {pattern: '^[^\\dA-Zb]+$', want: '/(?i:(?:[^/0-9]|%[0-9a-fa-f][0-9a-fa-f])+)'},
  {pattern: '^[^\\W_]$', want: '/(?i:[0-9a-za-z])'},
  {pattern: '^\\W$', want: '/(?i:(?:[^/0-9a-z_a-z]|%[0-9a-fa-f][0-9a-fa-f])+)'},
])('$pattern is $want without case', ({pattern, want}) => {
  expect(pathRegex('', ofEveryCase(expressionOf(pattern)), true)).toBe(want);
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

const PATTERNS = [
  ...[
    '^a{1,200}$',
    '^[!-.]$',
    '^[\\w\\-]+$',
    '^[A-Z]{2,}-[0-9]{4}$',
    '^[a-f0-9]{64}$',
    '^v1|v2$',
    '[0-9]+',
    '^.+$',
    '^[^.]+$',
  ],
  ...[
    '^[\\s\\S]{2}$',
    '^\\S{1,36}$',
    '^(?<n>x|y)z$',
    '^[\\]\\[^|]+$',
    '^%41$',
    '^[\\w.%+-]+@[\\w.-]+\\.[A-Za-z]{2,}$',
  ],
  ...[
    '^([01]?\\d|2[0-3]):[0-5]\\d$',
    '^(a|b|)$',
    '^((a|b)|(c|d){2,3})+$',
    '^[^a-z]$',
    '^[\\D]+$',
    '^[a-z]{1,63}(\\.[a-z]{1,63}){0,3}$',
  ],
].map((pattern) => ({schema: {type: 'string', pattern}, values: fc.stringMatching(new RegExp(pattern))}));
const years = {min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true};
const anyCase = fc.tuple(fc.uuid(), fc.boolean()).map(([text, upper]) => (upper ? text.toUpperCase() : text));

/** Where the pattern has no slash, none is matched. */
it.each<{schema: ParameterSchema; values: fc.Arbitrary<unknown>}>([
  {schema: {type: 'integer'}, values: fc.maxSafeInteger()},
  {schema: {type: 'string', format: 'uuid'}, values: anyCase},
  {
    schema: {type: 'string', format: 'date'},
    values: fc.date(years).map((date) => date.toISOString().slice(0, 10)),
  },
  ...PATTERNS,
])('what a validator that asserts formats takes is matched: $schema', ({schema, values}) => {
  const validate = addFormats.default(new Ajv({unicodeRegExp: false})).compile(schema);
  const {text = '\0'} = parameterPattern(schema);
  const short = parameterPattern(schema, 0).text ?? '\0';
  const regexes = [pathRegex('', `/${text}`), anchoredRegex('', `/${text}`), pathRegex('', `/${short}`)];
  const sent = values.filter((value) => validate(value) === true && !String(value).includes('/'));
  const isMatched = (value: unknown) =>
    regexes.every((regex) => new RegExp(`^(?:${regex})$`).test(`/${encodeURIComponent(String(value))}`));
  fc.assert(fc.property(sent, isMatched));
});
