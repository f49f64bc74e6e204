import fc from 'fast-check';
import {generate} from '../../src/core/generate/generate.ts';
import {resourceId, resourceOf} from '../../src/core/kubernetes/resource.ts';
import type {KubernetesObject} from '../../src/core/targets/target.ts';
import {httpRoutes, RULE_OF, requestsOf} from './described-paths.ts';
import type {Request} from './request.ts';

const clientsOf = (account: string) => ({
  'x-apigen': {clients: [{namespace: 'shop', service_account: account}]},
});
const KINDS = {
  public: {security: []},
  ofWeb: clientsOf('web'),
  ofCli: clientsOf('cli'),
  denied: {},
  disabled: {security: [], 'x-apigen': {disabled: true}},
} as const;
type Kind = keyof typeof KINDS;
/** Who may call an operation, by its method and path: `GET /a`. */
type Described = Readonly<Record<string, Kind>>;

const segment = fc.constantFrom(...'a,b,c,d,~,%7E,a%2Fb,a;b,A,a{x},{x?},{x},{x}'.split(','));
const template = fc
  .array(segment, {minLength: 1, maxLength: 3})
  .chain((parts) => fc.constantFrom(parts, parts, [...parts, '{+rest}']))
  .map((parts) => `/${parts.map((part, index) => part.replace('x', `x${index}`)).join('/')}`);
const kind = fc.constantFrom<Kind>('public', 'ofWeb', 'ofCli', 'denied', 'disabled');
const name = fc.tuple(fc.constantFrom('GET', 'GET', 'PUT'), template).map((parts) => parts.join(' '));
const described = fc.dictionary(name, kind, {minKeys: 1, maxKeys: 4, noNullPrototype: true});
const values = fc.array(fc.constantFrom('a', 'b', 'ab', '~', '%7Eb', 'A', '', 'b/a', 'a%2Fb'), {
  ...{minLength: 4, maxLength: 4},
});
const settings = fc.constantFrom(
  ...[{}, {}, {}, {trailing_slash: 'either'}, {ignore_case: true}, {base: '/a'}],
);
/** Who may call which path, texts for parameters, and settings of paths. */
export const given = fc.record({described, values, path: settings});
/** Two of them, and of which of the two each of 30 objects is. */
export const givenTwo = fc.record({
  ...{before: described, after: described, values},
  seed: fc.array(fc.boolean(), {minLength: 30, maxLength: 30}),
});

/** The timeout of the operation with this number, which its rule is known by. */
const timeoutOf = (number: number) => ({timeouts: {request_timeout: number + 1}});

/** The objects of a description whose operations have timeouts in the order of its paths; none where it is refused. */
export function objectsOf(described: Described, path: object): readonly KubernetesObject[] {
  const items: Record<string, object> = {'/zoo': {get: {}}};
  for (const [number, [name, kind]] of Object.entries(described).entries()) {
    const [method = '', template = ''] = name.split(' ');
    const {'x-apigen': own, ...operation}: Readonly<Record<string, object>> = KINDS[kind];
    const full = {...operation, 'x-apigen': {...own, ...timeoutOf(number)}};
    items[template] = {...items[template], [method.toLowerCase()]: full};
  }
  const pods = {selector: {app: 'a'}, ports: [80], probes: ['/healthz']};
  const document = {
    openapi: '3.1.0',
    'x-apigen': {
      ...{mesh: 'linkerd', target: 'httproute', path},
      security: {enforce: true, undeclared: 'deny', ...pods},
    },
    paths: items,
  };
  return generate(document, {settings: {'service.name': 'a', 'service.port': 80}}).objects;
}

/** How each of the callers sends a request. */
export const SENDERS = {public: {}, ofWeb: {client: 'shop/web'}, ofCli: {client: 'shop/cli'}} as const;
type Caller = keyof typeof SENDERS;
export const CALLERS: readonly Caller[] = ['public', 'ofWeb', 'ofCli'];

/** Requests for the paths of a description, in forms in which clients send them and in others. */
export function requestsFor(described: Described, values: readonly string[], path: object): Request[] {
  const base = 'base' in path ? path.base : '';
  const templates = Object.keys(described).map((name) => [`${base}${name.split(' ')[1]}`, {}]);
  const spellings = requestsOf(Object.fromEntries(templates), values, ['GET']).flatMap((request) => {
    const sent = encodeURI(decodeURI(request.path)).replaceAll('%25', '%');
    return [request.path, sent, `${sent}/`, sent.toUpperCase(), sent.replace(/\/[^/]*/, '/')];
  });
  return [...new Set(spellings)].flatMap((spelling) =>
    ['GET', 'PUT'].map((method) => ({method, path: spelling})),
  );
}

/** For each request who may call the operation whose route takes it, as its description says. */
export function callersIn(described: Described, objects: readonly KubernetesObject[]) {
  const routes = httpRoutes(objects.filter(({apiVersion}) => apiVersion.startsWith('gateway.')));
  const kinds = Object.values(described);
  return (request: Request): readonly Caller[] => {
    const rule = RULE_OF.linkerd(routes, request);
    const kind = rule && kinds[Number.parseInt(rule.timeouts?.request ?? '', 10) - 1];
    if (kind === undefined || kind === 'denied' || kind === 'disabled') return [];
    return CALLERS.filter((one) => one === kind || kind === 'public');
  };
}

/** The objects while those of one description replace those of another; `seed` says which are already replaced. */
export function objectsBetween(
  before: readonly KubernetesObject[],
  after: readonly KubernetesObject[],
  seed: readonly boolean[],
): KubernetesObject[] {
  const byId = (all: readonly KubernetesObject[]) =>
    new Map(all.map((one) => [resourceId(resourceOf(one)), one]));
  const [old, next] = [byId(before), byId(after)];
  const ids = [...new Set([...old.keys(), ...next.keys()])];
  return ids.flatMap((id, index) => (seed[index % seed.length] ? old : next).get(id) ?? []);
}
