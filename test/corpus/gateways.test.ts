import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {generate} from '../../src/core/generate/generate.ts';
import {readDescription, UnreadableDescription} from '../../src/io/read/read-description.ts';
import {routesOf} from '../core/routes-of.ts';
import {httpRoutes, profileRoutes} from '../meshes/described-paths.ts';
import {GATEWAY_RULE_OF} from '../meshes/gateways.ts';
import type {Request} from '../meshes/request.ts';
import {type ProfileRoute, profileRoute, withoutEmptySegments} from '../meshes/service-profile.ts';
import {CORPORA, corpusFolder, descriptionsIn} from './packages.ts';

type GatewayName = keyof typeof GATEWAY_RULE_OF;
const SERVICE = {'service.name': 'corpus', 'service.port': 80} as const;

/** Every how many descriptions one is looked at, apart from those with many operations that overlap. */
const STEP = 150;
const LARGE = ['digitalocean.com.json', 'gitlab.com.json', 'stripe.com.json'];

/**
 * A request for each route, with different texts for its parameters, one with nothing for them, one with a method that is rarely
 * described, and one for a path below it that is not described.
 */
function requestsOf(routes: readonly ProfileRoute[]): Request[] {
  return routes.flatMap(({name, condition: {method, pathRegex}}) => {
    const path = name.slice(method.length + 1);
    const marks = pathRegex.match(/\[\^\/\][*+]|\.\*/g) ?? [];
    let next = 0;
    const filledWith = (text: () => string) =>
      encodeURI(path.replaceAll(/\{[^}]*\}/g, text)).replaceAll('%25', '%');
    const filled = filledWith(() => (marks[next] === '.*' ? `w/${++next}` : `v${++next}`));
    return [
      {method, path: filled},
      {method, path: filledWith(() => '')},
      {method: 'TRACE', path: filled},
      {method, path: `${filled}/v0/not-described`},
    ];
  });
}

const GATEWAYS = (Object.keys(GATEWAY_RULE_OF) as GatewayName[]).map((mesh) => ({mesh, onlyDescribed: true}));

/** The requests of a description that a gateway sends to another rule than that of the operation which a ServiceProfile uses. */
async function wrongRequests(file: string, mesh: GatewayName, onlyDescribed: boolean): Promise<unknown[]> {
  const {document} = await readDescription(file);
  const described = withoutEmptySegments(profileRoutes(generate(document, {settings: SERVICE}).objects));
  const settings = {
    ...SERVICE,
    mesh,
    'gateway.name': 'public',
    group: 'operation',
    gateway_api: '1.4',
  } as const;
  const {objects, problems} = generate(document, {settings, onlyDescribed});
  const routes = httpRoutes(objects);
  const left = new Set(problems.map(({location}) => location?.pointer));
  const rules = new Map(
    routesOf(document, {settings}).routes.map(({operation: {method, location}, path, place}) => [
      `${method} ${path}`,
      // What is reported is left out, or shares a rule.
      left.has(location.pointer) ? undefined : place?.rule,
    ]),
  );
  return requestsOf(described)
    .filter(({path}) => !/\/\/|[?#]|%2F/i.test(path))
    .flatMap((request) => {
      const used = profileRoute(described, request);
      const own = used && rules.get(used.name);
      if (used !== undefined && own === undefined) return [];
      const want = own ?? (onlyDescribed ? undefined : 'shared');
      const rule = GATEWAY_RULE_OF[mesh](routes, request);
      const found = rule && (Object.entries(rule).find(([key]) => key === 'name')?.[1] ?? 'shared');
      return found === want || (onlyDescribed && found === 'shared' && want !== undefined)
        ? []
        : [{file, mesh, request, found, want}];
    });
}

describe.each(CORPORA)('the descriptions of $name', (corpus) => {
  it.each([...GATEWAYS, {mesh: 'nginx' as const, onlyDescribed: false}])(
    'are served operation by operation at $mesh, onlyDescribed: $onlyDescribed',
    async ({mesh, onlyDescribed}) => {
      const files = descriptionsIn(await corpusFolder(corpus)).filter(
        (file, index) => index % STEP === 0 || LARGE.includes(path.basename(file)),
      );
      const wrong: unknown[] = [];
      for (const file of files)
        try {
          wrong.push(...(await wrongRequests(file, mesh, onlyDescribed)));
        } catch (error) {
          if (!(error instanceof UnreadableDescription)) throw error;
        }
      expect(wrong).toEqual([]);
    },
    600_000,
  );
});
