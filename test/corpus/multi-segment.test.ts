import {readFileSync} from 'node:fs';
import path from 'node:path';
import {beforeAll, expect, it} from '@jest/globals';
import {isMap, type JsonMap, valueAt} from '../../src/core/base/json.ts';
import {generate} from '../../src/core/generate/generate.ts';
import {HTTP_METHODS} from '../../src/core/openapi/version.ts';
import {httpRoutes, profileRoutes, RULE_OF} from '../meshes/described-paths.ts';
import {GATEWAY_RULE_OF} from '../meshes/gateways.ts';
import type {Request, UsedRule} from '../meshes/request.ts';
import {profileRoute} from '../meshes/service-profile.ts';
import {CORPORA, corpusFolder} from './packages.ts';

/** A request for an operation of GitHub that has a parameter marked with `x-multi-segment`, and the timeout that it is given. */
interface Planted {
  readonly request: Request;
  readonly timeout: string;
}

const planted: Planted[] = [];
let document: JsonMap = {};

/** The names of an operation's parameters that are marked; each list may refer to others. */
function markedIn(lists: readonly unknown[], root: JsonMap): string[] {
  return lists.flat().flatMap((one) => {
    const reference = isMap(one) && typeof one.$ref === 'string' ? one.$ref : undefined;
    const parameter = reference === undefined ? one : valueAt(root, reference.slice(1));
    return isMap(parameter) && parameter['x-multi-segment'] === true ? [String(parameter.name)] : [];
  });
}

beforeAll(async () => {
  const corpus = CORPORA.find(({name}) => name === '@octokit/openapi');
  if (corpus === undefined) throw new Error('GitHub is missing');
  const text = readFileSync(path.join(await corpusFolder(corpus), 'api.github.com.json'), 'utf8');
  document = JSON.parse(text);
  for (const [template, item] of Object.entries(isMap(document.paths) ? document.paths : {}))
    for (const method of HTTP_METHODS['3.1']) {
      const operation = isMap(item) ? item[method] : undefined;
      if (!isMap(item) || !isMap(operation)) continue;
      const names = markedIn([item.parameters ?? [], operation.parameters ?? []], document);
      if (names.length === 0) continue;
      const seconds = 100 + planted.length;
      Object.assign(operation, {'x-apigen': {timeouts: {request_timeout: seconds}}});
      const sent = template.replaceAll(/\{([^}]*)\}/g, (_, name) => (names.includes(name) ? 'a/b/c.d' : 'v'));
      planted.push({request: {method: method.toUpperCase(), path: sent}, timeout: `${seconds}s`});
    }
}, 60_000);

const SERVICE = {'service.name': 'corpus', 'service.port': 80} as const;
const MESHES = Object.entries(RULE_OF).map(([mesh, ruleOf]) => ({mesh, ruleOf, gateway: {}}));
const GATEWAYS = Object.entries(GATEWAY_RULE_OF).map(([mesh, ruleOf]) => ({
  ...{mesh, ruleOf},
  gateway: {'gateway.name': 'public'},
}));

it('marks parameters of 68 operations', () => {
  expect(planted.length).toBe(68);
});

it('gives each of them its route in a ServiceProfile', () => {
  const routes = profileRoutes(generate(document, {settings: SERVICE}).objects);
  const found = planted.map(({request}) => ({request, timeout: profileRoute(routes, request)?.timeout}));
  expect(found).toEqual(planted);
});

it.each<{mesh: string; ruleOf: UsedRule; gateway: object}>([...MESHES, ...GATEWAYS])(
  'gives each of them its rule in HTTPRoutes for $mesh $gateway',
  ({mesh, ruleOf, gateway}) => {
    const settings = {...SERVICE, ...gateway, mesh, target: 'httproute'};
    const {objects} = generate(document, {settings: JSON.parse(JSON.stringify(settings))});
    const routes = httpRoutes(objects);
    const found = planted.map(({request}) => ({
      request,
      timeout: ruleOf(routes, request)?.timeouts?.request,
    }));
    expect(found).toEqual(planted);
  },
);
