import {readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from '@jest/globals';
import {
  GATEWAY_NAMES,
  MESH_NAMES,
  MESHES,
  type MeshName,
  meshNamed,
  type RouteReader,
} from '../../src/core/meshes.ts';
import {comparedPath} from '../../src/core/routes/request.ts';
import {RULE_OF} from './described-paths.ts';
import {GATEWAY_RULE_OF} from './gateways.ts';
import {firstMatch, isWhole, type Match, type Request, type Rule, type UsedRule} from './request.ts';

interface Answer {
  readonly implementation: keyof typeof MODELS;
  readonly routes: readonly (Match & {readonly name: string})[];
  readonly request: Request;
  /** The name of the route that took the request. */
  readonly route: string | null;
}

const MODELS = {
  Envoy: firstMatch((all) => all, isWhole),
  'Envoy Gateway': GATEWAY_RULE_OF['envoy-gateway'],
  'NGINX Gateway Fabric': GATEWAY_RULE_OF.nginx,
  Traefik: GATEWAY_RULE_OF.traefik,
} as const satisfies Readonly<Record<string, UsedRule>>;

const recorded = readFileSync(path.join(import.meta.dirname, 'gateway-answers.jsonl'), 'utf8');
const answers: Answer[] = recorded
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

/** What is cleaned before paths are compared is not modelled: dot segments, and encoded characters that need not be. */
const STEPS_OF: Readonly<Partial<Record<Answer['implementation'], RouteReader['pathSteps']>>> = {
  'Envoy Gateway': MESHES['envoy-gateway'].gateway.pathSteps,
  'NGINX Gateway Fabric': MESHES.nginx.gateway.pathSteps,
  Traefik: MESHES.traefik.gateway.pathSteps,
};

test.each(Object.keys(MODELS))('the model of %s gives the answers of its code', (name) => {
  // The model of Envoy Gateway answers for the path that a request with `%2F` is redirected to.
  const own = answers.filter(
    ({implementation, request}) =>
      implementation === name && !(implementation === 'Envoy Gateway' && request.path.includes('%2F')),
  );
  const wrong = own.flatMap(({implementation, routes, request, route}) => {
    const rules = routes.map((one): Rule => ({matches: [one]}));
    // Matches do not see the query.
    const sent = {
      ...request,
      path: comparedPath(request.path.replace(/\?.*/s, ''), STEPS_OF[implementation]),
    };
    const rule = MODELS[implementation]([{name: 'shop/petstore', rules}], sent);
    const found = rule === undefined ? null : (routes[rules.indexOf(rule)]?.name ?? null);
    return found === route ? [] : [{routes, request, found, route}];
  });
  expect(own.length).toBeGreaterThan(40);
  expect(wrong).toEqual([]);
});

/**
 * Whose recorded answers say how an implementation matches. What programs Envoy orders the routes, as its source says, and Envoy takes
 * the first.
 */
const RECORDED_OF: Readonly<Record<MeshName, keyof typeof MODELS | 'linkerd2-proxy' | 'none'>> = {
  linkerd: 'linkerd2-proxy',
  istio: 'Envoy',
  cilium: 'Envoy',
  'envoy-gateway': 'Envoy Gateway',
  kgateway: 'Envoy',
  // The code of these two was read, not run.
  agentgateway: 'none',
  contour: 'Envoy',
  kong: 'none',
  traefik: 'Traefik',
  nginx: 'NGINX Gateway Fabric',
};

test('every row of the table of meshes has a model, and says whose recorded answers it has', () => {
  expect(Object.keys(RECORDED_OF)).toEqual([...MESH_NAMES]);
  expect(Object.keys(GATEWAY_RULE_OF).sort()).toEqual(GATEWAY_NAMES.toSorted());
  expect(Object.keys(RULE_OF)).toEqual(MESH_NAMES.filter((name) => meshNamed(name).service));
});
