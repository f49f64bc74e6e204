import {expect, test} from '@jest/globals';
import {mapsOf, ownValue} from '../../../../src/core/base/json.ts';
import {generate} from '../../../../src/core/generate/generate.ts';
import {mapsIn} from '../../../../src/core/targets/target.ts';
import {linkerdAnswer} from '../../../meshes/linkerd-policies.ts';

/** The objects for public operations, as many as there are paths. */
function objectsFor(paths: number) {
  const pods = {selector: {app: 'a'}, ports: [80], probes: ['/ready', '/a0']};
  const {objects} = generate({
    openapi: '3.1.0',
    'x-apigen': {
      ...{mesh: 'linkerd', target: 'httproute', service: {name: 'a', port: 80}},
      security: {enforce: true, ...pods},
    },
    paths: Object.fromEntries(
      Array.from({length: paths}, (_, n) => [`/a${n}`, {get: {security: []}}] as const),
    ),
  });
  return objects.filter(({apiVersion}) => apiVersion.startsWith('policy.linkerd.io/'));
}

test.each([
  {paths: 1, want: [[3]]},
  {paths: 8, want: [[8, 2]]},
  {paths: 126, want: [Array(16).fill(8)]},
  {paths: 127, want: [Array(16).fill(8), [1]]},
])(
  '$paths operations and a probe have as many rules and HTTPRoutes as they need, with a policy each',
  (row) => {
    const objects = objectsFor(row.paths);
    const routes = objects.filter(({kind}) => kind === 'HTTPRoute');
    const matches = routes.map((route) => mapsIn(route, 'rules').map((rule) => mapsOf(rule.matches).length));
    expect(matches).toEqual(row.want);
    const targets = objects.flatMap(({kind, spec}) =>
      kind === 'AuthorizationPolicy' ? [ownValue(ownValue(spec, 'targetRef'), 'name')] : [],
    );
    expect(targets).toEqual(routes.map(({metadata}) => metadata.name));
    const all = ['/ready', ...Array.from({length: row.paths}, (_, n) => `/a${n}`)];
    expect(all.filter((path) => linkerdAnswer(objects, {method: 'GET', path}) !== 'served')).toEqual([]);
    expect(linkerdAnswer(objects, {method: 'GET', path: `/a${row.paths}`})).toBe(404);
  },
);
