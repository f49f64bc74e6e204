import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';
import {compareCodePoints} from '../../../src/core/base/code-point-order.ts';
import {parameterPattern} from '../../../src/core/routes/parameter-pattern.ts';
import {pathExpression} from '../../../src/core/routes/path-expression.ts';
import {pathRegex} from '../../../src/core/routes/path-regex.ts';
import {templateParts} from '../../../src/core/routes/path-template.ts';
import {orderRoutes} from '../../../src/core/routes/route-order.ts';
import {timesAsMany} from '../../property-runs.ts';

const route = (method: string, path: string) => ({
  method,
  pathItem: {path},
  expression: pathExpression(path),
});
const get = (path: string) => route('GET', path);

const pathsOf = (paths: readonly string[], limit?: number) =>
  orderRoutes(
    paths.map((path) => get(path)),
    limit,
  ).routes.map(({pathItem}) => pathItem.path);

describe('the order of routes', () => {
  test.each([
    {name: 'by path', paths: ['/b', '/a/{x}', '/a', '/'], want: ['/', '/a', '/a/{x}', '/b']},
    {name: 'by code point', paths: ['/\uff5e', '/😀'], want: ['/\uff5e', '/😀']},
    {name: 'a part that may be missing', paths: ['/{x}', '/~{.x}'], want: ['/~{.x}', '/{x}']},
    {name: 'a verb', paths: ['/{id}', '/{id}:cancel'], want: ['/{id}:cancel', '/{id}']},
    {
      name: 'thousands of characters with two forms',
      paths: [`/${'|'.repeat(8000)}`, `/${'|'.repeat(7999)}%7C`],
      want: [`/${'|'.repeat(7999)}%7C`, `/${'|'.repeat(8000)}`],
    },
  ])('$name: $paths', ({paths, want}) => {
    expect(pathsOf(paths)).toEqual(want);
    expect(pathsOf(paths.toReversed())).toEqual(want);
  });

  test('a route of another method waits for nothing', () => {
    const routes = ['PUT /a', 'GET /{id}', 'PUT /{id}:x', 'PUT /{id}'].map((name) => {
      const [method = '', path = ''] = name.split(' ');
      return route(method, path);
    });
    expect(orderRoutes(routes).routes.map(({method, pathItem}) => `${method} ${pathItem.path}`)).toEqual([
      'GET /{id}',
      'PUT /a',
      'PUT /{id}:x',
      'PUT /{id}',
    ]);
  });
});

const PARTS = ['a', 'b', ':', '~', '/', '{x}', '{y}', '{+x}', '[', '%5B', ' ', '%20'] as const;

/** Texts of a parameter that tell it from any other, and of one that spans segments. */
const VALUES = ['', 'a', '\u0004'];
const LONG_VALUES = ['', '\u0004', 'a/\u0004', '\u0004/'.repeat(7)];

/** What requests for a template look like, with both forms of `[`. */
function requestsFor(template: string): string[] {
  const requests = templateParts(template.replaceAll(' ', '%20')).reduce<string[]>(
    (texts, part, index) => {
      const parameter = part === '+x' ? LONG_VALUES : VALUES;
      return texts.flatMap((text) => (index % 2 === 0 ? [part] : parameter).map((value) => text + value));
    },
    [''],
  );
  return requests.flatMap((request) => [request, request.replaceAll('[', '%5B')]);
}

/** The order by its definition, with each two routes compared by their expressions. */
function orderByDefinition(paths: readonly string[]): string[] {
  const regexes = new Map(
    paths.map((path) => [path, new RegExp(`^(?:${pathRegex('', pathExpression(path))})$`)]),
  );
  const covers = (wide: string, narrow: string) =>
    requestsFor(narrow).every((request) => regexes.get(wide)?.test(request));
  const left = paths.toSorted(compareCodePoints);
  const narrower = new Map(
    left.map((wide) => [wide, left.filter((narrow) => covers(wide, narrow) && !covers(narrow, wide))]),
  );
  const order: string[] = [];
  while (left.length > 0) {
    const next = left.findIndex((path) => narrower.get(path)?.every((narrow) => order.includes(narrow)));
    order.push(...left.splice(next, 1));
  }
  return order;
}

test('is the one of the definition', () => {
  const path = fc.array(fc.constantFrom(...PARTS), {maxLength: 6}).map((parts) => `/${parts.join('')}`);
  fc.assert(
    fc.property(fc.uniqueArray(path, {minLength: 2, maxLength: 8}), (paths) => {
      expect(pathsOf(paths)).toEqual(orderByDefinition(paths));
    }),
    timesAsMany(40),
  );
});

describe('the number of comparisons', () => {
  const many = (count: number, path: (index: number) => string) =>
    Array.from({length: count}, (_, index) => get(path(index)));

  test.each([
    {name: 'literal paths', path: (index: number) => `/a/${index}`},
    {name: 'a parameter in the middle', path: (index: number) => `/a/{x}/${index}/{y}`},
    {name: 'verbs', path: (index: number) => `/a${Math.floor(index / 10)}/{x}:${index % 10}`},
  ])('grows with the routes: $name', ({path}) => {
    const isIncomplete = (count: number) => orderRoutes(many(count, path), 7 * count).isIncomplete;
    expect([1000, 10_000].map(isIncomplete)).toEqual([false, false]);
  });

  test('compares thousands of patterns', () => {
    const routes = Array.from({length: 1000}, (_, index) => {
      const {text = ''} = parameterPattern({pattern: `^[a-z]+-[0-9]x${index.toString(4)}+-[a-z]{3}$`});
      return {...get(`/a/{x${index}}`), expression: `/a/${text}`};
    });
    expect(orderRoutes(routes).isIncomplete).toBe(false);
  });

  test('is limited: the remaining routes are in the order of their paths', () => {
    const routes = [...many(10, (index) => `/{a}x${index}x{b}`), get('/{a}xx0x{b}')];
    const names = (limit?: number) => {
      const {routes: ordered, isIncomplete} = orderRoutes(routes, limit);
      return {isIncomplete, last: ordered.slice(-2).map(({pathItem}) => pathItem.path)};
    };
    expect(names()).toEqual({isIncomplete: false, last: ['/{a}xx0x{b}', '/{a}x0x{b}']});
    expect(names(50)).toEqual({isIncomplete: true, last: ['/{a}x9x{b}', '/{a}xx0x{b}']});
  });
});
