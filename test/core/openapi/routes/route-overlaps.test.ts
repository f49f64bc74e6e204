import {describe, expect, test} from '@jest/globals';
import fc from 'fast-check';
import {segmentsOf} from '../../../../src/core/openapi/routes/overlapping-segments.ts';
import {
  type OverlapRoute,
  pathsOverlap,
  RouteOverlaps,
} from '../../../../src/core/openapi/routes/route-overlaps.ts';

const areOverlapping = (a: string, b: string) => pathsOverlap(segmentsOf(a), segmentsOf(b));

describe('paths that match the same request', () => {
  test.each([
    {paths: ['/a', '/a'], want: true},
    {paths: ['/a', '/b'], want: false},
    {paths: ['/{x}', '/a'], want: true},
    {paths: ['/{x}', '/a/b'], want: false},
    {paths: ['/{x}', '/'], want: true},
    {paths: ['/{x}.json', '/a.json'], want: true},
    {paths: ['/{x}.json', '/a.xml'], want: false},
    {paths: ['/a{x}b{y}c', '/abc'], want: true},
    {paths: ['/a{x}b{y}c', '/ac'], want: false},
    {paths: ['/ab{x}', '/a{x}b'], want: true},
    {paths: ['/ab{x}', '/b{x}'], want: false},
    {paths: ['/{x}ab', '/{x}b'], want: true},
    {paths: ['/{x}.1', '/{x}.11'], want: false},
    {paths: ['/{x}/a', '/b/{x}'], want: true},
    {paths: ['/{x}/a', '/b/c'], want: false},
    {paths: ['/[', '/%5B'], want: true},
    {paths: ['/[', '/{x}['], want: true},
    {paths: ['/[', '/{x}5B'], want: true},
    {paths: ['/a|b', '/a{x}Cb'], want: true},
    {paths: ['/[', '/{x}5D'], want: false},
  ])('$paths: $want', ({paths: [a = '', b = ''], want}) => {
    expect(areOverlapping(a, b)).toBe(want);
    expect(areOverlapping(b, a)).toBe(want);
  });
});

const route = fc.record({
  method: fc.constantFrom('GET', 'PUT'),
  segments: fc
    .array(fc.constantFrom('a', 'b', 'aa', '{x}', '/', '['), {maxLength: 7})
    .map((parts) => segmentsOf(`/${parts.join('')}`)),
  kind: fc.constantFrom('1', '2'),
});

test('all of them are found among many', () => {
  fc.assert(
    fc.property(fc.array(route, {minLength: 20, maxLength: 60}), (routes: OverlapRoute[]) => {
      const overlaps = new RouteOverlaps(routes, {left: 1_000_000});
      for (const own of routes) {
        const others = routes.filter(
          (other) =>
            other !== own && other.method === own.method && pathsOverlap(other.segments, own.segments),
        );
        expect(new Set(overlaps.of(own))).toEqual(new Set(others));
        expect(new Set(overlaps.ofOtherKind(own))).toEqual(
          new Set(others.filter(({kind}) => kind !== own.kind)),
        );
      }
    }),
    {numRuns: 200},
  );
});

describe('the number of comparisons', () => {
  const many = (count: number, path: (index: number) => string): OverlapRoute[] =>
    Array.from({length: count}, (_, index) => ({
      method: 'GET',
      segments: segmentsOf(path(index)),
      kind: String(index),
    }));

  /** How many it takes to find the first routes that match the same requests as each route. */
  const comparisonsFor = (routes: readonly OverlapRoute[]) => {
    const limit = 100_000_000;
    const comparisons = {left: limit};
    const overlaps = new RouteOverlaps(routes, comparisons);
    for (const own of routes) overlaps.of(own).next();
    return limit - comparisons.left;
  };

  test.each([
    {name: 'literal paths', path: (index: number) => `/a/${index}`},
    {name: 'a parameter in the middle', path: (index: number) => `/a/{x}/${index}`},
    {name: 'an ending after a parameter', path: (index: number) => `/{x}.${index}`},
    {name: 'a beginning before a parameter', path: (index: number) => `/~${index}~{x}`},
    {name: 'both ends', path: (index: number) => `/~${index % 100}{x}.${index}`},
    {
      name: 'parameters in different segments',
      path: (index: number) => (index % 2 === 0 ? `/{x}/a${index}` : `/b${index}/{x}`),
    },
    {name: 'the same requests', path: (index: number) => `/{x${index}}`},
  ])('grows with the routes: $name', ({path}) => {
    const [few, more] = [1000, 10_000].map((count) => comparisonsFor(many(count, path)));
    expect(more).toBeLessThan(15 * (few ?? 0) + 1);
  });

  test('is limited: nothing more is found', () => {
    const routes = many(10, (index) => `/{x${index}}`);
    const comparisons = {left: 25};
    const overlaps = new RouteOverlaps(routes, comparisons);
    expect(routes.map((own) => [...overlaps.of(own)].length)).toEqual([9, 9, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(comparisons.left).toBeLessThan(0);
  });
});
