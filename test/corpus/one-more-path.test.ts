import {readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {isMap} from '../../src/core/base/json.ts';
import {HTTP_METHODS} from '../../src/core/openapi/version.ts';
import {generated, httpRoutes, type Paths, profileRoutes, RULE_OF} from '../meshes/described-paths.ts';
import {profileRoute} from '../meshes/service-profile.ts';
import {CORPORA, corpusFolder} from './packages.ts';

/** GitHub's paths. Each operation has a timeout of its own, which is its number. */
async function githubPaths(): Promise<Record<string, object>> {
  const folder = await corpusFolder(CORPORA[1]);
  const {paths} = JSON.parse(readFileSync(path.join(folder, 'api.github.com.json'), 'utf8'));
  let count = 0;
  const itemOf = (item: object) =>
    HTTP_METHODS['3.1']
      .filter((method) => method in item)
      .map((method) => {
        count += 1;
        return [method, {'x-apigen': {timeouts: {request_timeout: count}}}];
      });
  return Object.fromEntries(
    Object.entries(paths).map(([name, item]) => [name, Object.fromEntries(isMap(item) ? itemOf(item) : [])]),
  );
}

function textsOf(paths: Paths, mesh: 'istio' | 'cilium'): Map<string, string> {
  const {objects} = generated(paths, {target: 'httproute', mesh});
  return new Map(objects.map((object) => [object.metadata.name, JSON.stringify(object)]));
}

describe.each(['istio', 'cilium'] as const)(
  "GitHub's operations with a timeout of their own, in %s",
  (mesh) => {
    it('get it, whatever HTTPRoute is the oldest', async () => {
      const paths = await githubPaths();
      const routes = httpRoutes(generated(paths, {target: 'httproute', mesh}).objects);
      const described = profileRoutes(generated(paths, {}).objects);
      expect(described.length).toBeGreaterThan(1000);
      for (const {name, condition} of described) {
        const filled = name.slice(condition.method.length + 1).replaceAll(/\{[^}]*\}/g, 'v');
        const request = {method: condition.method, path: filled};
        const want = profileRoute(described, request)?.timeout;
        for (const order of [routes, routes.toReversed()])
          expect({request, timeout: RULE_OF[mesh](order, request)?.timeouts?.request}).toEqual({
            request,
            timeout: want,
          });
      }
    });

    it('are in HTTPRoutes of which one more path changes at most three', async () => {
      const paths = await githubPaths();
      const before = textsOf(paths, mesh);
      const more = Object.keys(paths).flatMap((name, index) => (index % 40 === 0 ? `${name}/new` : []));
      for (const name of [...more, '/{new}/x', '/{a}/{b}/x', '/user/{new}/x']) {
        const after = textsOf(
          {...paths, [name]: {get: {'x-apigen': {timeouts: {request_timeout: 77_777}}}}},
          mesh,
        );
        const names = new Set([...before.keys(), ...after.keys()]);
        const changed = [...names].filter((one) => before.get(one) !== after.get(one));
        expect({name, changed: changed.slice(3)}).toEqual({name, changed: []});
      }
    });
  },
);
