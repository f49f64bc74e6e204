import {expect, test} from '@jest/globals';
import fc from 'fast-check';
import {generated, type Paths, RULE_OF, requestsOf} from '../../meshes/described-paths.ts';
import {GATEWAY_RULE_OF} from '../../meshes/gateways.ts';
import {faultsOf, gapsIn, stateOf, writesBetween} from '../../meshes/replay.ts';

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
