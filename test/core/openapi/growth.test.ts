import {describe, expect, test} from '@jest/globals';
import {valueAt} from '../../../src/core/base/json.ts';
import {generate} from '../../../src/core/generate/generate.ts';

/** How often references are resolved while a description is read. */
function resolutions(paths: object, elsewhere: unknown): number {
  let count = 0;
  generate(
    {openapi: '3.2.0', 'x-apigen': {service: {name: 'petstore'}}, paths},
    {
      uri: 'file:///openapi.yaml',
      documents: ({pointer}) => {
        count += 1;
        return {value: valueAt(elsewhere, pointer)};
      },
    },
  );
  return count;
}

const entries = (count: number, entry: (index: number) => unknown) =>
  Object.fromEntries(Array.from({length: count}, (_, index) => [`/p${index}`, entry(index)]));

describe.each([100, 1000])('with %d paths', (count) => {
  test.each([
    {
      name: 'each $ref of a chain is resolved once',
      paths: entries(count, (index) => ({$ref: `b.yaml#/~1p${index}`})),
      elsewhere: entries(count, (index) => ({$ref: `#/~1p${index + 1}`})),
      // Those of the paths, and those of the targets; the last has no target.
      want: 2 * count,
    },
    {
      name: 'a shared $ref is resolved once',
      paths: entries(count, () => ({$ref: 'b.yaml#/~1p0'})),
      elsewhere: entries(1, () => ({get: {$ref: '#/get'}})),
      want: 2,
    },
  ])('$name', ({paths, elsewhere, want}) => {
    expect(resolutions(paths, elsewhere)).toBe(want);
  });

  test('an `x-apigen` that an alias repeats is read once', () => {
    let reads = 0;
    const ownKeys = (target: object) => {
      reads += 1;
      return Reflect.ownKeys(target);
    };
    const shared = new Proxy({timeouts: {request_timeout: 1}}, {ownKeys});
    resolutions(
      entries(count, () => ({get: {}, 'x-apigen': shared})),
      {},
    );
    expect(reads).toBeLessThan(10);
  });
});
