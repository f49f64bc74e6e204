import {describe, expect, test} from '@jest/globals';
import type {KubernetesObject} from '../../src/core/targets/target.ts';
import {FEW, numbered, OTHER, requestsOf, TWO, timedPaths} from '../meshes/described-paths.ts';
import {stateOf, writesBetween} from '../meshes/replay.ts';
import {ask} from './ask.ts';
import {whileServed} from './differences.ts';
import {gatewayPrograms} from './programs.ts';
import {type Served, servedRow} from './served.ts';

const GROWN = timedPaths([
  ...numbered('/zoo/', 30),
  ...Array.from({length: 20}, (_, n) => `/z${n % 5}/${n}`),
]);

const CHANGES = [
  {name: 'more', before: FEW, after: GROWN},
  {name: 'less', before: GROWN, after: FEW},
  {name: 'others', before: TWO, after: OTHER},
];

/** The HTTPRoutes before a change, after each of its writes and deletions, and at the end; each in a namespace of its own. */
const changes = CHANGES.map(({name, before, after}) => {
  const settings = {gateway_api: '1.7'};
  const [first, last] = [before, after].map((paths) => servedRow({title: name, settings, paths}));
  const old = stateOf(first?.objects ?? []);
  const writes = writesBetween(old, stateOf(last?.objects ?? []));
  const states = [{text: 'before', state: old}, ...writes].map(
    ({text, state}, index): Served & {text: string} => {
      const moved: KubernetesObject[] = JSON.parse(
        JSON.stringify([...state.values()]).replaceAll(
          `"namespace":"${name}"`,
          `"namespace":"${name}-${index}"`,
        ),
      );
      return {
        ...(first ?? servedRow({title: name, paths: {}})),
        text,
        objects: moved,
        listener: `${name}-${index}/public/http`,
      };
    },
  );
  return {name, states, requests: requestsOf({...before, ...after, '/health': {}}, [], ['GET'])};
});

(gatewayPrograms() ? describe : describe.skip)('Envoy Gateway serves what is served before and after', () => {
  const running = whileServed(async () => changes.flatMap(({states}) => states));

  test.each(changes)('each write, with $name', async ({states, requests}) => {
    const statuses = new Map<string, number[]>();
    for (const {text, listener} of states) {
      const port = running.gateway?.ports.get(listener) ?? 0;
      statuses.set(
        text,
        await Promise.all(requests.map(async (request) => (await ask(port, request)).status)),
      );
    }
    const all = [...statuses.values()];
    const [first, last] = [all[0], all.at(-1)];
    const gaps = [...statuses].flatMap(([text, found]) =>
      requests.flatMap(({path}, index) =>
        [first?.[index], last?.[index]].includes(found[index]) ? [] : [`${text}: ${path} ${found[index]}`],
      ),
    );
    expect({gaps, writes: all.length > 3, answers: new Set(all.flat())}).toEqual({
      ...{gaps: [], writes: true},
      answers: new Set([200, 404]),
    });
  });
});
