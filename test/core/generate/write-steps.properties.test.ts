import {expect, test} from '@jest/globals';
import fc from 'fast-check';
import {generate} from '../../../src/core/generate/generate.ts';
import {generated, type Paths, RULE_OF, requestsOf} from '../../meshes/described-paths.ts';
import {GATEWAY_RULE_OF} from '../../meshes/gateways.ts';
import {faultsOf, gapsIn, openedBy, stateOf, writesBetween} from '../../meshes/replay.ts';

const segment = fc.constantFrom(...'a,b,c,{x},a{x},{x}b,{+x}'.split(','));
const template = fc.array(segment, {minLength: 1, maxLength: 3}).map((parts) => `/${parts.join('/')}`);
const operation = fc
  .constantFrom(0, 1, 2)
  .map((seconds) => ({'x-apigen': {timeouts: {request_timeout: seconds}}}));
const pathItem = fc.record({get: operation, put: operation}, {requiredKeys: []});
const paths: fc.Arbitrary<Paths> = fc.dictionary(template, pathItem, {
  minKeys: 1,
  maxKeys: 30,
  noNullPrototype: true,
  size: 'max',
});
const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'ab', 'bab', 'd'), {minLength: 8, maxLength: 8});
const group = fc.constantFrom('policy' as const, 'operation' as const);

test.each([
  {mesh: 'linkerd', ruleOf: RULE_OF.linkerd, at: {}},
  {mesh: 'envoy-gateway', ruleOf: GATEWAY_RULE_OF['envoy-gateway'], at: {'gateway.name': 'public'}},
  {mesh: 'kgateway', ruleOf: GATEWAY_RULE_OF.kgateway, at: {'gateway.name': 'public'}},
] as const)(
  'between any two descriptions, what both describe is served after each write in $mesh',
  ({mesh, ruleOf, at}) => {
    fc.assert(
      fc.property(paths, paths, texts, group, (one, other, values, by) => {
        const stateFor = (described: Paths) =>
          stateOf(generated(described, {target: 'httproute', mesh, group: by, ...at}).objects);
        const both = {...one, ...other};
        const requests = requestsOf(both, values);
        for (const [from, to] of [
          [one, other],
          [one, both],
          [both, one],
        ] as const) {
          const [before, after] = [stateFor(from), stateFor(to)];
          const writes = writesBetween(before, after);
          expect(gapsIn(writes, before, ruleOf, requests)).toEqual([]);
          expect(writes.flatMap(({state}) => faultsOf(state))).toEqual([]);
          expect(new Map(writes.at(-1)?.state ?? before)).toEqual(after);
        }
      }),
    );
  },
);

const callers = fc.constantFrom({}, {security: []}, {security: [{login: ['read']}]});
/** Of two that take the same requests, one is narrower. */
const ordered = fc
  .tuple(
    fc.array(fc.constantFrom(...'abcd'), {maxLength: 2}),
    fc.constantFrom(['a'], ['{x}'], ['{x}', '{y}']),
  )
  .map(([literals, last]) => `/${[...literals, ...last].join('/')}`);
const secured: fc.Arbitrary<Paths> = fc.dictionary(ordered, fc.record({get: callers, put: callers}), {
  ...{minKeys: 1, maxKeys: 30},
  ...{noNullPrototype: true, size: 'max'},
});
const SECURITY = {
  enforce: true,
  schemes: {login: {issuer: 'me', jwks_uri: 'https://id.example.com/jwks', audiences: ['a']}},
};

/** The objects of a description with policies; none where it cannot be written. */
function protectedState(described: Paths) {
  const document = {
    openapi: '3.1.0',
    security: [{login: []}],
    components: {securitySchemes: {login: {type: 'oauth2', flows: {}}}},
    'x-apigen': {mesh: 'envoy-gateway', gateway_api: '1.4', group: 'operation', security: SECURITY},
    paths: described,
  };
  const settings = {'gateway.name': 'public', 'service.name': 'a', 'service.port': 80};
  return stateOf(generate(document, {settings, allowEmpty: true}).objects);
}

test('between any two descriptions, nobody may call for a moment what he may not before and after', () => {
  let most = 0;
  fc.assert(
    fc.property(secured, secured, texts, (one, other, values) => {
      const both = {...one, ...other};
      const requests = requestsOf(both, values);
      for (const [from, to] of [
        [{}, one],
        [one, other],
        [one, both],
        [both, one],
        [one, {}],
      ] as const) {
        const before = protectedState(from);
        const writes = writesBetween(before, protectedState(to));
        expect(openedBy(writes, before, GATEWAY_RULE_OF['envoy-gateway'], requests)).toEqual([]);
        const kinds = [...before.values()].map(({kind}) => kind);
        most = Math.max(most, kinds.filter((kind) => kind === 'HTTPRoute').length);
      }
    }),
    {numRuns: 25},
  );
  expect(most).toBeGreaterThan(1);
});
