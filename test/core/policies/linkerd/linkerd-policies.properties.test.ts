import {expect, test} from '@jest/globals';
import fc from 'fast-check';
import {generate} from '../../../../src/core/generate/generate.ts';
import {resourceId, resourceOf} from '../../../../src/core/kubernetes/resource.ts';
import {httpRoutes, RULE_OF, requestsOf} from '../../../meshes/described-paths.ts';
import {linkerdAnswer} from '../../../meshes/linkerd-policies.ts';

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

const segment = fc.constantFrom(...'a,b,c,d,~,%7E,a%2Fb,a;b,A,a{x},{x?},{x},{x}'.split(','));
const template = fc
  .array(segment, {minLength: 1, maxLength: 3})
  .chain((parts) => fc.constantFrom(parts, parts, [...parts, '{+rest}']))
  .map((parts) => `/${parts.map((part, index) => part.replace('x', `x${index}`)).join('/')}`);
const kind = fc.constantFrom<Kind>('public', 'ofWeb', 'ofCli', 'denied', 'disabled');
const paths = fc.dictionary(template, kind, {minKeys: 1, maxKeys: 4, noNullPrototype: true});
const texts = fc.array(fc.constantFrom('a', 'b', 'ab', '~', '%7Eb', 'A', '', 'b/a', 'a%2Fb'), {
  ...{minLength: 4, maxLength: 4},
});
const settings = fc.constantFrom(
  ...[{}, {}, {}, {trailing_slash: 'either'}, {ignore_case: true}, {base: '/a'}],
);

/** The timeout of the operation with this number, which its rule is known by. */
const timeoutOf = (number: number) => ({timeouts: {request_timeout: number + 1}});

/** The objects of a description whose operations have timeouts in the order of its paths; none where it is refused. */
function objectsOf(described: Readonly<Record<string, Kind>>, path: object) {
  const operations = Object.entries(described).map(([template, name], number) => {
    const {'x-apigen': own, ...operation}: Readonly<Record<string, object>> = KINDS[name];
    return [template, {get: {...operation, 'x-apigen': {...own, ...timeoutOf(number)}}}];
  });
  const pods = {selector: {app: 'a'}, ports: [80], probes: ['/healthz']};
  const document = {
    openapi: '3.1.0',
    'x-apigen': {
      ...{mesh: 'linkerd', target: 'httproute', path},
      security: {enforce: true, undeclared: 'deny', ...pods},
    },
    paths: {...Object.fromEntries(operations), '/zoo': {get: {}}},
  };
  return generate(document, {settings: {'service.name': 'a', 'service.port': 80}}).objects;
}

const SENDERS = {public: {}, ofWeb: {client: 'shop/web'}, ofCli: {client: 'shop/cli'}} as const;
type Caller = keyof typeof SENDERS;
const CALLERS: readonly Caller[] = ['public', 'ofWeb', 'ofCli'];

/** Who gets an answer to a request, where the objects are in the order of their age. */
const served = (objects: readonly object[], path: string) =>
  CALLERS.filter((caller) => linkerdAnswer(objects, {method: 'GET', path}, SENDERS[caller]) === 'served');

const isOfRoutes = ({apiVersion}: {readonly apiVersion: string}) => apiVersion.startsWith('gateway.');

function spellings(described: Readonly<Record<string, Kind>>, values: readonly string[], path: object) {
  const asked = Object.keys(described).map((name) => `${'base' in path ? path.base : ''}${name}`);
  const requests = requestsOf(Object.fromEntries(asked.map((name) => [name, {}])), values, ['GET']);
  return new Set(
    requests.flatMap((request) => {
      const sent = encodeURI(decodeURI(request.path)).replaceAll('%25', '%');
      return [request.path, sent, `${sent}/`, sent.toUpperCase(), sent.replace(/\/[^/]*/, '/')];
    }),
  );
}

test('serves exactly those who may call the operation whose route takes a request, however old the objects are', () => {
  const counts = {public: 0, ofWeb: 0, ofCli: 0, nobody: 0};
  fc.assert(
    fc.property(paths, texts, settings, (described, values, path) => {
      const objects = objectsOf(described, path);
      if (objects.length === 0) return;
      const routes = httpRoutes(objects.filter(isOfRoutes));
      const kinds = Object.values(described);
      for (const spelling of spellings(described, values, path)) {
        const rule = RULE_OF.linkerd(routes, {method: 'GET', path: spelling});
        const kind = rule && kinds[Number.parseInt(rule.timeouts?.request ?? '', 10) - 1];
        const isNobody = kind === undefined || kind === 'denied' || kind === 'disabled';
        const want = isNobody ? [] : CALLERS.filter((one) => one === kind || kind === 'public');
        const told = {described, path, spelling};
        for (const all of [objects, objects.toReversed()])
          expect({...told, served: served(all, spelling)}).toEqual({...told, served: want});
        counts[isNobody ? 'nobody' : kind] += 1;
      }
    }),
    {numRuns: 400},
  );
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(100);
});

test('lets in nobody between two descriptions who may not call before or after, whatever is written first', () => {
  let compared = 0;
  const both = fc.record({
    before: paths,
    after: paths,
    seed: fc.array(fc.boolean(), {minLength: 30, maxLength: 30}),
  });
  fc.assert(
    fc.property(both, texts, ({before, after, seed}, values) => {
      const [old, next] = [objectsOf(before, {}), objectsOf(after, {})];
      if (old.length === 0 || next.length === 0) return;
      const byId = (all: typeof old) => new Map(all.map((one) => [resourceId(resourceOf(one)), one]));
      const [oldById, nextById] = [byId(old), byId(next)];
      const ids = [...new Set([...oldById.keys(), ...nextById.keys()])];
      const between = ids.flatMap((id, index) => (seed[index % 30] ? oldById : nextById).get(id) ?? []);
      for (const spelling of spellings({...before, ...after}, values, {})) {
        const allowed = [...served(old, spelling), ...served(next, spelling)];
        const wrong = served(between, spelling).filter((one) => !allowed.includes(one));
        expect({before, after, spelling, wrong}).toEqual({before, after, spelling, wrong: []});
        compared += allowed.length;
      }
    }),
    {numRuns: 400},
  );
  expect(compared).toBeGreaterThan(1000);
});
