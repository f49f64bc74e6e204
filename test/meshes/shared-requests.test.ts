import {expect, test} from '@jest/globals';
import {claimsOf} from '../../src/core/generate/claims.ts';
import {decide} from '../../src/core/generate/decide.ts';
import {resourceOf} from '../../src/core/kubernetes/resource.ts';
import {MESH_NAMES} from '../../src/core/meshes.ts';
import {GATEWAY_RULE_OF} from './gateways.ts';
import type {Match, NamedRoute} from './request.ts';

const match = (type: string, value: string, method?: string): Match => ({
  path: {type, value},
  ...(method && {method}),
});

/** Pairs of matches of a GET of the path; those of different paths are as they are written for most gateways. */
const PAIRS: readonly (readonly [path: string, Match, Match])[] = [
  ['/a', match('Exact', '/a', 'GET'), match('Exact', '/a', 'GET')],
  ['/a', match('Exact', '/a', 'GET'), match('Exact', '/a')],
  ['/a', match('Exact', '/a', 'GET'), match('RegularExpression', '/(?!_ngf-internal-)[^/]+$', 'GET')],
  ['/a/b', match('RegularExpression', '/a/[^/]+$', 'GET'), match('PathPrefix', '/')],
  ['/a/b', match('RegularExpression', '/a/[^/]+$', 'GET'), match('PathPrefix', '/a')],
  ['/a/b', match('RegularExpression', '/a/[^/]+$', 'GET'), match('RegularExpression', '/[^/]+/b$', 'GET')],
  [
    '/a/b',
    match('RegularExpression', '/a/[^/]+$', 'GET'),
    match('RegularExpression', '/[^/]+/[^/]+$', 'GET'),
  ],
  [
    '/a/b',
    match('RegularExpression', '/a/[^/]+(?:)$', 'GET'),
    match('RegularExpression', '/a/b[^/]*$', 'GET'),
  ],
];

const CASES = MESH_NAMES.flatMap((mesh) => (mesh === 'linkerd' ? [] : PAIRS.map((pair) => ({mesh, pair}))));

test.each(CASES)(
  'the model of $mesh uses the match that wins: $pair',
  ({mesh, pair: [path, first, second]}) => {
    const matches = [first, second];
    const [a, b] = matches.flatMap((one, index) => {
      const resource = resourceOf({
        kind: 'HTTPRoute',
        metadata: {name: 'ab'[index], namespace: 'default'},
        spec: {parentRefs: [{name: 'g'}], rules: [{matches: [one]}]},
      });
      return claimsOf(resource, undefined, {owner: 'ab'[index] ?? '', mesh});
    });
    const routes = matches.map(
      (one, index): NamedRoute => ({name: `default/${'ab'[index]}`, rules: [{matches: [one]}]}),
    );
    // The older one comes first.
    const used = [routes, routes.toReversed()].map((all) => {
      const rule = GATEWAY_RULE_OF[mesh](all, {method: 'GET', path});
      return routes.find(({rules}) => rule !== undefined && rules.includes(rule))?.name.slice(-1);
    });
    const winner = a && b && decide(a, b)?.winner?.owner;
    expect(used).toEqual(winner === undefined ? ['a', 'b'] : [winner, winner]);
  },
);
