import {describe, expect, it} from '@jest/globals';
import {isMap, type JsonMap, mapsOf, ownValue} from '../../src/core/base/json.ts';
import {generate} from '../../src/core/generate/generate.ts';
import {isOpen} from '../../src/core/openapi/access.ts';
import {policyAccess} from '../../src/core/policies/envoy-gateway/policy-access.ts';
import type {KubernetesObject} from '../../src/core/targets/target.ts';
import {readDescription, UnreadableDescription} from '../../src/io/read/read-description.ts';
import {httpRoutes} from '../meshes/described-paths.ts';
import {GATEWAY_RULE_OF} from '../meshes/gateways.ts';
import {istioAnswer} from '../meshes/istio-policies.ts';
import {linkerdAnswer} from '../meshes/linkerd-policies.ts';
import type {Request} from '../meshes/request.ts';
import {CORPORA, corpusFolder, descriptionsIn} from './packages.ts';

const METHODS = /^(get|put|post|delete|patch|head|options)$/;

/** Every how many descriptions one is looked at: all with `APIGEN_CORPUS_STEP=1`. */
const STEP = Number(process.env.APIGEN_CORPUS_STEP ?? 4);

/** How many operations of a description are asked for at most. */
const MOST = 60;

const SETTINGS = {
  'service.name': 'corpus',
  'service.port': 80,
  'path.base': '/',
  'security.undeclared': 'deny',
  'security.enforce': true,
} as const;

/** A mesh or gateway, which share of the descriptions of each corpus is refused at most, and the rule by which everybody may send a request. */
const ROWS = [
  {
    title: 'Envoy Gateway',
    flags: {mesh: 'envoy-gateway', 'gateway.name': 'public', gateway_api: '1.4'},
    described: withInvented,
    refused: [1 / 5, 1 / 5],
    openBy: openByRule,
  },
  {
    title: 'Istio',
    flags: {mesh: 'istio'},
    described: withInvented,
    // GitHub has a segment with two parameters.
    refused: [1 / 2, 1],
    openBy: (objects: readonly KubernetesObject[]) => (request: Request) =>
      istioAnswer(objects, request) === 'served' ? 'the policy' : undefined,
  },
  {
    title: 'Linkerd',
    flags: {mesh: 'linkerd', target: 'httproute'},
    described: withClients,
    refused: [1 / 5, 1 / 5],
    openBy: (objects: readonly KubernetesObject[]) => (request: Request) =>
      linkerdAnswer(objects, request) === 'served' ? 'an HTTPRoute' : undefined,
  },
] as const;

type Row = (typeof ROWS)[number];

function openByRule(objects: readonly KubernetesObject[]) {
  const httpRouteObjects = objects.filter(({kind}) => kind === 'HTTPRoute');
  const routes = httpRoutes(httpRouteObjects);
  const accessOfRule = policyAccess(objects);
  const accesses = new Map(
    httpRouteObjects.flatMap((object) =>
      mapsOf(ownValue(object.spec, 'rules')).map(({name}) => [name, accessOfRule(object, name)] as const),
    ),
  );
  return (request: Request) => {
    const rule = GATEWAY_RULE_OF['envoy-gateway'](routes, request);
    const access = rule && accesses.get(ownValue(rule, 'name'));
    const isRefused = rule === undefined || (access !== undefined && !isOpen(access));
    return isRefused ? undefined : ownValue(rule, 'name');
  };
}

/** The security schemes of a description by their names. */
function schemesOf(document: JsonMap): JsonMap {
  const schemes = ownValue(document.components, 'securitySchemes') ?? document.securityDefinitions;
  return isMap(schemes) ? schemes : {};
}

function isOfTokens(scheme: unknown): boolean {
  const type = ownValue(scheme, 'type');
  return (
    type === 'oauth2' || type === 'openIdConnect' || /^bearer$/i.test(String(ownValue(scheme, 'scheme')))
  );
}

/** The same description with settings for each of its schemes: one issuer for all tokens, and the service for the rest. */
function withInvented(document: JsonMap): JsonMap {
  const schemes = Object.entries(schemesOf(document)).map(([name, scheme]) => {
    const byGateway = {
      issuer: 'https://id.example.com/',
      jwks_uri: 'https://id.example.com/jwks',
      any_audience: true,
    };
    return [name, isOfTokens(scheme) ? byGateway : {enforced_by: 'service'}];
  });
  return {...document, 'x-apigen': {security: {schemes: Object.fromEntries(schemes)}}};
}

/** The same with clients for operations that need a token, which the service checks. */
function withClients(document: JsonMap): JsonMap {
  const schemes = Object.keys(schemesOf(document)).map((name) => [name, {enforced_by: 'service'}]);
  const clients = [{namespace: 'shop', service_account: 'web'}];
  const paths = Object.entries(isMap(document.paths) ? document.paths : {}).map(([path, item]) => {
    const operations = Object.entries(isMap(item) ? item : {}).map(([method, one]) => {
      const isOfClients = METHODS.test(method) && isMap(one) && needsToken(one, document);
      return [method, isOfClients ? {...one, 'x-apigen': {clients}} : one];
    });
    return [path, isMap(item) ? Object.fromEntries(operations) : item];
  });
  const pods = {selector: {app: 'corpus'}, ports: [80], probes: ['/.apigen/healthz']};
  const settings = {security: {...pods, schemes: Object.fromEntries(schemes)}};
  return {...document, 'x-apigen': settings, paths: Object.fromEntries(paths)};
}

/** Whether each way to call an operation needs a token. */
function needsToken(operation: JsonMap, document: JsonMap): boolean {
  const security = operation.security ?? document.security;
  const schemes = schemesOf(document);
  const needs = (alternative: unknown) =>
    Object.keys(isMap(alternative) ? alternative : {}).some((name) => isOfTokens(schemes[name]));
  return security === undefined || (Array.isArray(security) && security.length > 0 && security.every(needs));
}

/** The requests of secured operations that a rule takes which everybody may call, or `refused` where the description is. */
async function openRequests(file: string, {flags, described, openBy}: Row): Promise<unknown[] | 'refused'> {
  const {document, documents} = await readDescription(file);
  if (!isMap(document)) return 'refused';
  const {objects} = generate(described(document), {documents, settings: {...SETTINGS, ...flags}});
  if (objects.length === 0) return 'refused';
  const ruleOf = openBy(objects);
  const secured = Object.entries(isMap(document.paths) ? document.paths : {}).flatMap(([path, item]) =>
    Object.entries(isMap(item) ? item : {}).flatMap(([method, operation]) => {
      const isOne = METHODS.test(method) && isMap(operation) && needsToken(operation, document);
      return isOne ? [{method: method.toUpperCase(), path}] : [];
    }),
  );
  const step = Math.ceil(secured.length / MOST);
  return secured
    .filter((_, index) => index % step === 0)
    .flatMap(({method, path}) => {
      const filled = encodeURI(path.replaceAll(/\{[^}]*\}/g, 'zq1')).replaceAll('%25', '%');
      const rule = ruleOf({method, path: filled});
      return rule === undefined ? [] : [{file, method, path, rule}];
    });
}

describe.each(CORPORA)('the descriptions of $name', (corpus) => {
  it.each(ROWS)(
    'give policies of $title that let no request without a token reach an operation that needs one, or are refused',
    async (row) => {
      const most = row.refused[CORPORA.indexOf(corpus)] ?? 0;
      const open: unknown[] = [];
      let refused = 0;
      const files = descriptionsIn(await corpusFolder(corpus)).filter((_, index) => index % STEP === 0);
      for (const file of files)
        try {
          const found = await openRequests(file, row);
          if (found === 'refused') refused += 1;
          else open.push(...found);
        } catch (error) {
          if (!(error instanceof UnreadableDescription)) throw error;
          refused += 1;
        }
      expect({open, isMostlyWritten: refused <= files.length * most}).toEqual({
        open: [],
        isMostlyWritten: true,
      });
    },
    900_000,
  );
});
