import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';
import {literalsOf, pathRegex} from '../../../src/core/openapi/path-template.ts';
import {coveredRoutes} from '../../../src/core/openapi/route-cover.ts';

describe('covered routes', () => {
  const shape = (path: string) => literalsOf(path).join('{}');
  const template = fc
    .array(fc.constantFrom('a', 'b', '{x}', '{y}', '/', ':'), {minLength: 1, maxLength: 6})
    .map((parts) => `/${parts.join('')}`);

  /** Paths that a template matches: whatever covers all of these covers all, since `~` is like any other text. */
  function instances(path: string): string[] {
    return literalsOf(path).reduce<string[]>(
      (texts, literal, index) =>
        index === 0
          ? [literal]
          : texts.flatMap((text) => ['', 'a', 'b', '~', 'ab'].map((value) => text + value + literal)),
      [],
    );
  }

  test('are those whose every path an earlier route matches', () => {
    fc.assert(
      fc.property(template, template, (first, second) => {
        const regex = new RegExp(`^(?:${pathRegex('', first)})$`);
        const covered = instances(second).every((path) => regex.test(path));
        const routes = [first, second].map((path) => ({method: 'GET', path}));
        expect(coveredRoutes(routes)).toHaveLength(covered && shape(first) !== shape(second) ? 1 : 0);
      }),
      {numRuns: 1000},
    );
  });

  test.each([
    {paths: ['/{id}', '/{id}:cancel'], want: ['/{id}:cancel: /{id}']},
    {paths: ['/a/{x}', '/a/{y}'], want: []},
    {paths: ['/a', '/a/{x}', '/a/b'], want: ['/a/b: /a/{x}']},
    {paths: ['/{a}/{b}', '/{a}/x', '/y/{b}'], want: ['/{a}/x: /{a}/{b}', '/y/{b}: /{a}/{b}']},
    {paths: ['/{a}.json', '/b.json', '/b.yaml', '/.json'], want: ['/b.json: /{a}.json', '/.json: /{a}.json']},
    {paths: ['/a{x}b{y}c', '/abc', '/abbc', '/ac'], want: ['/abc: /a{x}b{y}c', '/abbc: /a{x}b{y}c']},
    {paths: ['/{a/b}', '/c'], want: ['/c: /{a/b}']},
    {paths: ['/{x}', '/a/b', '/'], want: ['/: /{x}']},
  ])('of $paths: $want', ({paths, want}) => {
    const covered = coveredRoutes(paths.map((path) => ({method: 'GET', path})));
    expect(covered.map(({route, earlier}) => `${route.path}: ${earlier.path}`)).toEqual(want);
  });

  test('a route of another method covers nothing', () => {
    const routes = [
      {method: 'GET', path: '/{id}'},
      {method: 'PUT', path: '/a'},
    ];
    expect(coveredRoutes(routes)).toEqual([]);
  });
});
