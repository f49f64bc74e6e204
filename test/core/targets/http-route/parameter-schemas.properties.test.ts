import {expect, test} from '@jest/globals';
import fc from 'fast-check';
import {MESH_NAMES} from '../../../../src/core/meshes.ts';
import {
  generated,
  httpRoutes,
  type Paths,
  profileRoutes,
  RULE_OF,
  requestsOf,
  timeoutOf,
} from '../../../meshes/described-paths.ts';
import {GATEWAY_RULE_OF} from '../../../meshes/gateways.ts';
import type {Request, UsedRule} from '../../../meshes/request.ts';
import {profileRoute} from '../../../meshes/service-profile.ts';

const PATTERNS = [
  'a',
  '^a+$',
  '^[ab]+$',
  '^a/b$',
  '^a/.+$',
  '^.+$',
  '^[^b]$',
  '^(a|)$',
  '^a|b$',
  '^[ab](/[ab])*$',
];
const schema = fc.constantFrom<object>(
  {},
  {type: 'integer'},
  {enum: ['a', 'b']},
  {enum: ['ab', 'a b', 'A']},
  {type: 'string', format: 'path'},
  ...[...PATTERNS, '^[A-Z]+$', '^[^A-Z]+$', '^(?!a)b$'].map((pattern) => ({pattern})),
);
const parameters = fc.record({x: schema, y: schema}).map(({x, y}) => [
  {name: 'x', in: 'path', required: true, schema: x},
  {name: 'y', in: 'path', required: true, schema: y},
]);
const operation = fc.record(
  {
    parameters,
    'x-apigen': fc.integer({min: 1, max: 3}).map((request_timeout) => ({timeouts: {request_timeout}})),
  },
  {requiredKeys: []},
);
const pathItem = fc.record({parameters, get: operation, put: operation}, {requiredKeys: ['parameters']});
const segment = fc.constantFrom(...'a,b,ab,1,{x},{x},{x},a{x},{x}b,{x}.{y},{x}-{y},{+x}'.split(','));
const template = fc.array(segment, {minLength: 1, maxLength: 3}).map((parts) => `/${parts.join('/')}`);
const paths: fc.Arbitrary<Paths> = fc.dictionary(template, pathItem, {
  minKeys: 1,
  maxKeys: 12,
  noNullPrototype: true,
});

/** Texts with a slash where a whole path is one parameter, or has several. */
const TEXTS = ['a', 'b', 'ab', 'aa', 'a b', 'a.b', 'c', '1', '-7', '[', 'A', 'é'];
const WITH_SLASHES = ['/a/b', '/b/a/b', '/a/c', '/a/a/b', '/1/a/b'].map((path) => ({method: 'GET', path}));

function requestsFor(described: Paths): Request[] {
  const all = TEXTS.flatMap((_, index) => {
    const texts = [...TEXTS.slice(index), ...TEXTS.slice(0, index)];
    return requestsOf(described, texts.map(encodeURIComponent));
  });
  return [...all, ...WITH_SLASHES];
}

const settings = fc.record({
  group: fc.constantFrom('policy' as const, 'operation' as const),
  'path.trailing_slash': fc.constantFrom('exact' as const, 'either' as const),
  'path.ignore_case': fc.boolean(),
});

const ofService: Readonly<Record<string, UsedRule>> = RULE_OF;
const ofGateway: Readonly<Record<string, UsedRule>> = GATEWAY_RULE_OF;

/** What reads HTTPRoutes, and for which of its objects. */
const readers = MESH_NAMES.flatMap((mesh) => [
  ...[ofService[mesh] ?? []].flat().map((ruleOf) => ({mesh, ruleOf, of: {target: 'httproute' as const}})),
  ...[ofGateway[mesh] ?? []].flat().map((ruleOf) => ({mesh, ruleOf, of: {'gateway.name': 'public'}})),
]);

test.each(readers)(
  '$mesh, $of: what parameters match by their schemas gets the rule of the ServiceProfile',
  ({mesh, ruleOf, of}) => {
    fc.assert(
      fc.property(paths, settings, (described, chosen) => {
        const common = {...chosen, 'path.parameters': 'schema'} as const;
        const {objects, problems} = generated(described, {...common, ...of, mesh});
        // Where a program is too large, any text matches.
        const hints = ['change the paths so that they do not overlap', 'write a shorter one'];
        fc.pre(problems.every(({severity, hint = ''}) => severity !== 'error' && !hints.includes(hint)));
        const routes = httpRoutes(objects);
        const profile = profileRoutes(generated(described, common).objects);
        const isGateway = 'gateway.name' in of;
        for (const request of requestsFor(described)) {
          if (isGateway && /\/(?:\/|$)|%/.test(request.path)) continue;
          const used = profileRoute(profile, request);
          const want = {
            request,
            hasRule: !isGateway || used !== undefined,
            timeout: timeoutOf(described, used?.name),
          };
          for (const order of [routes, routes.toReversed()]) {
            const rule = ruleOf(order, request);
            expect({request, hasRule: rule !== undefined, timeout: rule?.timeouts?.request}).toEqual(want);
          }
        }
      }),
      // Each asks hundreds of requests of a dozen readers.
      {numRuns: 20},
    );
  },
);
