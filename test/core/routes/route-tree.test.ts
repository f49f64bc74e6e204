import {expect, test} from '@jest/globals';
import fc from 'fast-check';
import {parameterPattern} from '../../../src/core/routes/parameter-pattern.ts';
import {pathCovers, pathOverlaps} from '../../../src/core/routes/path-automaton.ts';
import {pathExpression, withEitherSlash} from '../../../src/core/routes/path-expression.ts';
import {type InTree, RouteTree} from '../../../src/core/routes/route-tree.ts';
import {encodedSegmentsOf, joinedFrom, pathsOverlap} from '../../../src/core/routes/segments.ts';
import {timesAsMany} from '../../property-runs.ts';

/** The segments of a path; with a `?` at the end, a `/` there may be missing. */
const encoded = (path: string) => {
  const expression = pathExpression(path.replace(/\?$/, ''));
  return encodedSegmentsOf(path.endsWith('?') ? withEitherSlash(expression) : expression);
};

const route = fc.record({
  method: fc.constantFrom('GET', 'PUT'),
  segments: fc
    .tuple(
      fc.array(fc.constantFrom('a', 'b', 'aa', '{x}', '{+x}', '{/x}', '/', '['), {maxLength: 7}),
      fc.constantFrom('', '?'),
    )
    .map(([parts, end]) => encoded(`/${parts.join('')}${end}`)),
});

function treeOf(routes: readonly InTree[], left?: number): RouteTree<InTree> {
  const tree = new RouteTree<InTree>(left === undefined ? undefined : {left});
  for (const entry of routes) tree.add(entry);
  return tree;
}

test('all of them are found among many', () => {
  fc.assert(
    fc.property(fc.array(route, {minLength: 20, maxLength: 40}), (routes: InTree[]) => {
      const tree = treeOf(routes);
      for (const own of routes) {
        const found = routes.filter(
          ({method, segments}) => method === own.method && pathsOverlap(segments, own.segments),
        );
        expect(new Set(tree.overlapping(own))).toEqual(new Set(found));
        const text = joinedFrom(own.segments, 0);
        const ofMethod = routes.filter(({method}) => method === own.method);
        const texts = ofMethod.map((one) => [one, joinedFrom(one.segments, 0)] as const);
        expect(found).toEqual(texts.flatMap(([one, other]) => (pathOverlaps(other, text) ? one : [])));
        const wider = texts.flatMap(([one, other]) => (pathCovers(other, text) ? one : []));
        expect(new Set(tree.wider(own))).toEqual(new Set(wider));
      }
    }),
    timesAsMany(3),
  );
});

test('nothing more is found after the limit of comparisons', () => {
  const routes = Array.from({length: 10}, () => ({method: 'GET', segments: encoded('/{x}')}));
  // Two for the segments, and one for each route.
  const tree = treeOf(routes, 30);
  expect(routes.map((own) => [...tree.overlapping(own)].length)).toEqual([10, 10, 4, 0, 0, 0, 0, 0, 0, 0]);
});

test('routes with patterns are found as by comparing each with each', () => {
  const patterns = [
    '^a[0-9]+$',
    '^a1?b$',
    'a',
    '^(ab|b)c*$',
    '^(?:[ab]c)+$',
    '^ab/c$',
    '^\\[',
    '^a',
    '^(a|)b$',
    '.',
  ];
  const starts = ['', 'a', 'ab', 'b', '%5B'];
  const routes = patterns
    .flatMap((pattern) => starts.map((start) => `/x/${start}${parameterPattern({pattern}).text ?? '\0'}`))
    .concat(
      ['/x/ab', '/x/ab/c', '/x/[', '/x/%5B', '/x/a{y}', '/x/\u0002', '/{z}/ab'].map((one) =>
        pathExpression(one),
      ),
    )
    .map((expression) => ({method: 'GET', segments: encodedSegmentsOf(expression)}));
  const tree = new RouteTree<InTree>(undefined, routes);
  const texts = (found: Iterable<InTree>) => [...found].map(({segments}) => segments.join('')).sort();
  for (const route of routes) {
    const [one, ofOne] = [joinedFrom(route.segments, 0), route.segments];
    expect(texts(tree.overlapping(route))).toEqual(
      texts(routes.filter(({segments}) => pathsOverlap(segments, ofOne))),
    );
    expect(texts(tree.wider(route))).toEqual(
      texts(routes.filter(({segments}) => pathCovers(joinedFrom(segments, 0), one))),
    );
  }
});
