import {expect, test} from '@jest/globals';
import fc from 'fast-check';
import {
  CALLERS,
  callersIn,
  given,
  givenTwo,
  objectsBetween,
  objectsOf,
  requestsFor,
  SENDERS,
} from '../../../meshes/described-callers.ts';
import {linkerdAnswer} from '../../../meshes/linkerd-policies.ts';
import type {Request} from '../../../meshes/request.ts';

/** Who gets an answer to a request, where the objects are in the order of their age. */
const served = (objects: readonly object[], request: Request) =>
  CALLERS.filter((caller) => linkerdAnswer(objects, request, SENDERS[caller]) === 'served');

test('serves exactly those who may call the operation whose route takes a request, however old the objects are', () => {
  const counts = {public: 0, ofWeb: 0, ofCli: 0, nobody: 0};
  fc.assert(
    fc.property(given, ({described, values, path}) => {
      const objects = objectsOf(described, path);
      if (objects.length === 0) return;
      const callersOf = callersIn(described, objects);
      for (const request of requestsFor(described, values, path)) {
        const want = callersOf(request);
        const asked = {described, path, request};
        for (const all of [objects, objects.toReversed()])
          expect({...asked, served: served(all, request)}).toEqual({...asked, served: want});
        counts[want[0] ?? 'nobody'] += 1;
      }
    }),
    {numRuns: 400},
  );
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(100);
});

test('lets in nobody between two descriptions who may not call before or after, whatever is written first', () => {
  let compared = 0;
  fc.assert(
    fc.property(givenTwo, ({before, after, values, seed}) => {
      const [old, next] = [objectsOf(before, {}), objectsOf(after, {})];
      if (old.length === 0 || next.length === 0) return;
      const between = objectsBetween(old, next, seed);
      for (const request of requestsFor({...before, ...after}, values, {})) {
        const allowed = [...served(old, request), ...served(next, request)];
        const wrong = served(between, request).filter((one) => !allowed.includes(one));
        expect({before, after, request, wrong}).toEqual({before, after, request, wrong: []});
        compared += allowed.length;
      }
    }),
    {numRuns: 400},
  );
  expect(compared).toBeGreaterThan(1000);
});
