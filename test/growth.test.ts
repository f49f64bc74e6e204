import {describe, expect, jest, test} from '@jest/globals';
import {identify} from '../src/core/identify.ts';
import {readOpenapi} from '../src/core/openapi/description.ts';
import {segmentsOf} from '../src/core/openapi/routes/overlapping-segments.ts';
import {applyOverlays} from '../src/core/overlay/apply-overlays.ts';
import type {DescribedRoute} from '../src/core/targets/http-route/described-route.ts';
import {objectGroups} from '../src/core/targets/http-route/object-groups.ts';
import {routeSet} from '../src/core/targets/http-route/rules-of-routes.ts';
import {findJsonOffsets} from '../src/io/positions/json-offsets.ts';
import {pointerTree} from '../src/io/positions/pointer-tree.ts';

const URI = 'file:///openapi.yaml';

function times<T>(count: number, item: (index: number) => T): T[] {
  return Array.from({length: count}, (_, index) => item(index));
}

/** A value of which `count` is called whenever a property is read. */
function watched<T extends object>(value: T, count: () => void): T {
  return new Proxy(value, {
    get: (target, key) => {
      count();
      const found: unknown = Reflect.get(target, key);
      return typeof found === 'function' ? found.bind(target) : found;
    },
    ownKeys: (target) => {
      const keys = Reflect.ownKeys(target);
      for (const _ of keys) count();
      return keys;
    },
  });
}

/** How many entries of maps are copied by `actions` on a description with `count` paths. */
function copiedEntries(count: number, actions: (path: string) => readonly object[]): number {
  const paths = Object.fromEntries(times(count, (index) => [`/p${index}`, {get: {tags: []}}]));
  const overlay = {overlay: '1.1.0', actions: Object.keys(paths).flatMap(actions)};
  const copies = jest.spyOn(Object, 'fromEntries');
  const {problems} = applyOverlays({paths}, URI, [{uri: 'file:///o.yaml', entry: {content: overlay}}]);
  const copied = copies.mock.calls.reduce((sum, [entries]) => sum + [...entries].length, 0);
  copies.mockRestore();
  expect(problems).toEqual([]);
  return copied;
}

function routeOf(path: string, order: number): DescribedRoute {
  const location = {uri: URI, pointer: ''};
  const settings = {values: {}};
  const pathItem = {path, settings, location};
  const operation = {method: 'GET', pathItem, settings, failures: [], tags: [], location};
  const match = {type: 'Exact', value: path} as const;
  const policy = {retries: false};
  return {operation, method: 'GET', path, segments: segmentsOf(path), match, policy, kind: '', order};
}

describe('ten times as much takes ten times as many', () => {
  test.each<{name: string; of: (count: number) => number; most?: number}>([
    {
      name: 'entries that are copied, in an overlay with an action for each path',
      of: (count) =>
        copiedEntries(count, (path) => [{target: `$.paths['${path}'].get`, update: {deprecated: true}}]),
    },
    {
      name: 'entries that are copied, in an overlay with a copy for each path',
      of: (count) =>
        copiedEntries(count, (path) => [
          {target: `$.paths['${path}']`, update: {put: {}}},
          {target: `$.paths['${path}'].put`, copy: `$.paths['${path}'].get`},
        ]),
    },
    {
      name: 'reads of an `x-apigen` that is repeated by an alias',
      of: (count) => {
        let reads = 0;
        const own = Object.fromEntries(times(count, (index) => [`k${index}`, 1]));
        const shared = watched(own, () => {
          reads += 1;
        });
        const paths = Object.fromEntries(
          times(count, (index) => [`/p${index}`, {get: {}, 'x-apigen': shared}]),
        );
        const identified = identify({openapi: '3.1.0', paths}, URI);
        if ('version' in identified) readOpenapi(identified, URI, new Map());
        return reads;
      },
    },
    {
      name: 'bytes that are read to find places in JSON',
      of: (count) => {
        let reads = 0;
        const json = `${'{"a":'.repeat(count)}1${',"b":1}'.repeat(count)}`;
        const pointers = times(count, (index) => `${'/a'.repeat(index)}/b`);
        const bytes = watched(Buffer.from(json), () => {
          reads += 1;
        });
        findJsonOffsets(bytes, pointerTree(pointers));
        return reads;
      },
    },
    {
      // Their paths have one more digit too.
      name: 'reads of the sets that are divided by the text of their paths among HTTPRoutes',
      most: 13,
      of: (count) => {
        let reads = 0;
        const sets = times(count, (index) =>
          watched(routeSet([routeOf(`/p${String(index).padStart(6, '0')}`, index)]), () => {
            reads += 1;
          }),
        );
        objectGroups(sets);
        return reads;
      },
    },
  ])('$name', ({of, most = 11}) => {
    const [first, second, third] = [of(20), of(200), of(2000)];
    expect(second).toBeGreaterThan(first);
    expect(third - second).toBeLessThanOrEqual(most * (second - first));
  });
});
