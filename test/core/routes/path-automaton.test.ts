import {expect, test} from '@jest/globals';
import fc from 'fast-check';
import {pathCovers, pathOverlaps} from '../../../src/core/routes/path-automaton.ts';
import {expressionText, pathExpression} from '../../../src/core/routes/path-expression.ts';
import {pathRegex} from '../../../src/core/routes/path-regex.ts';
import {MARK} from '../../../src/core/routes/pattern-marks.ts';
import {timesAsMany} from '../../property-runs.ts';

const textOf = (template: string) => expressionText(pathExpression(template));

test.each([
  {paths: ['/{+x}', '/a/b'], want: 'wider'},
  {paths: ['/{+x}', '/a/{x}/b'], want: 'wider'},
  {paths: ['/a/{+x}', '/{x}/b'], want: 'overlapping'},
  {paths: ['/{+x}/b', '/a/b'], want: 'wider'},
  {paths: ['/{+x}/b', '/a/c/b'], want: 'wider'},
  {paths: ['/{+x}/b', '/{x}/b'], want: 'wider'},
  {paths: ['/{+x}/b', '/{x}/c'], want: 'apart'},
  {paths: ['/{x}/{+y}', '/{+x}/b'], want: 'wider'},
  {paths: ['/a{/c}', '/a/b/c'], want: 'wider'},
  {paths: ['/a{/c}', '/ab'], want: 'apart'},
  {paths: ['/a{/c}/b', '/a/b'], want: 'wider'},
  {paths: ['/a{/c}/b', '/a/{x}/b'], want: 'wider'},
  {paths: ['/{x=a/*/b/**}', '/a/{x}/b/{+y}'], want: 'equal'},
  {paths: ['/{+x}', '/{+x}:cancel'], want: 'wider'},
  {paths: ['/{+x}[', '/a/%5B'], want: 'wider'},
  {paths: ['/{+x}%5B', '/a/['], want: 'apart'},
  {paths: ['/a{;id}', '/a'], want: 'wider'},
  {paths: ['/a{;id}', '/a;id=1'], want: 'wider'},
  {paths: ['/a{;id}', '/a;x=1'], want: 'apart'},
  {paths: ['/a{;id}', '/a{;x}'], want: 'overlapping'},
  {paths: ['/a{;id*}', '/a{;id}'], want: 'wider'},
  {paths: ['/{x}', '/a{.x}'], want: 'wider'},
  {paths: ['/a{.x*}', '/a.{x}'], want: 'wider'},
  {paths: ['/a{.x}/b', '/a/{x}'], want: 'overlapping'},
  {paths: ['/{x}{.y}', '/{x}'], want: 'equal'},
])('a path with a parameter that spans segments $paths: $want', ({paths: [a = '', b = ''], want}) => {
  const [first, second] = [textOf(a), textOf(b)];
  const isWider = pathCovers(first, second);
  const isNarrower = pathCovers(second, first);
  const apart = pathOverlaps(first, second) ? 'overlapping' : 'apart';
  const related = isWider ? 'wider' : isNarrower ? 'narrower' : apart;
  expect(isWider && isNarrower ? 'equal' : related).toBe(want);
  expect(first === second).toBe(want === 'equal');
});

const LETTERS = ['a', '/', 'x'];
const LENGTH = 8;

/** All short texts of a few characters; `x` is in no template. */
const WORDS = Array.from({length: LENGTH}).reduce<string[]>(
  (words) => ['/', ...words.flatMap((word) => LETTERS.map((letter) => word + letter))],
  ['/'],
);

/** Expressions with each kind of parameter; those that are not empty, and what may be missing in a segment, have no template here. */
const expression = fc
  .array(fc.constantFrom('a', '/', '~', '!', '{x}', '{+x}', '{/x}'), {maxLength: 5})
  .map((parts) =>
    pathExpression(`/${parts.join('')}`)
      .replaceAll(/(?<=\/)~(?=\/|$)/g, MARK.nonEmpty)
      .replaceAll('~', MARK.nonEmptyRest)
      .replaceAll('!', `${MARK.optional}a${MARK.parameter}${MARK.optionalEnd}`),
  );

test('is compared by what the expressions match', () => {
  fc.assert(
    fc.property(expression, expression, (a, b) => {
      const [first = new Set(), second = new Set()] = [a, b].map((one) => {
        const regex = new RegExp(`^(?:${pathRegex('', one)})$`);
        return new Set(WORDS.filter((word) => regex.test(word)));
      });
      const [textA, textB] = [a, b].map(expressionText);
      const covers = [...second].every((word) => first.has(word));
      const isCovered = [...first].every((word) => second.has(word));
      expect({
        covers: pathCovers(textA ?? '', textB ?? ''),
        overlaps: pathOverlaps(textA ?? '', textB ?? ''),
      }).toEqual({covers, overlaps: [...second].some((word) => first.has(word))});
      const isSpecial = [a, b].some((one) => /[\u0001\u0003-\u0005]/.test(one));
      if (!isSpecial) expect(textA === textB).toBe(covers && isCovered);
    }),
    timesAsMany(4),
  );
});
