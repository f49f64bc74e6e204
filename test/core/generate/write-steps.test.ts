import {describe, expect, test} from '@jest/globals';
import {generate} from '../../../src/core/generate/generate.ts';
import {writeSteps} from '../../../src/core/generate/write-steps.ts';
import type {FlagValues} from '../../../src/core/settings/table.ts';
import type {KubernetesObject} from '../../../src/core/targets/target.ts';
import {
  FEW,
  GROWN,
  numbered,
  type Paths,
  RULE_OF,
  requestsOf,
  TWO,
  timedPaths,
} from '../../meshes/described-paths.ts';
import {GATEWAY_RULE_OF} from '../../meshes/gateways.ts';
import {faultsOf, gapsIn, stateOf, writesBetween} from '../../meshes/replay.ts';

const MESH = {mesh: 'linkerd', target: 'httproute'} as const;
const GATEWAY = {mesh: 'envoy-gateway', 'gateway.name': 'public'} as const;
/** Those that rank matches in different ways. */
const RULES = {
  linkerd: RULE_OF.linkerd,
  'envoy-gateway': GATEWAY_RULE_OF['envoy-gateway'],
  kgateway: GATEWAY_RULE_OF.kgateway,
  traefik: GATEWAY_RULE_OF.traefik,
  nginx: GATEWAY_RULE_OF.nginx,
};

function objectsOf(paths: Paths, settings: FlagValues, onlyDescribed?: boolean): readonly KubernetesObject[] {
  const named = {'service.name': 'a', 'service.port': 80, ...settings};
  const choices = {settings: named, allowEmpty: true, ...(onlyDescribed !== undefined && {onlyDescribed})};
  return generate({openapi: '3.1.0', paths}, choices).objects;
}

/** Objects as those of two descriptions would be if the contents of the first two were exchanged. */
function exchanged(objects: readonly KubernetesObject[]): KubernetesObject[] {
  const [one, other, ...rest] = objects;
  return one && other ? [{...one, spec: other.spec}, {...other, spec: one.spec}, ...rest] : [];
}

const BY_OPERATION = {...GATEWAY, group: 'operation'} as const;
const WITH_MORE = timedPaths([...numbered('/b/', 10), '/new', ...numbered('/d/', 16)], 3);
const forHosts = (...hosts: string[]) => ({...BY_OPERATION, 'gateway.hostnames': hosts});
const ofService = (name: string, paths: Paths, ...hosts: string[]) =>
  objectsOf(paths, {...GATEWAY, 'service.name': name, 'gateway.hostnames': hosts});

/** Two objects with one path each. */
const SMALL = ['/zoo/1', '/zoo/2'].flatMap((path, n) =>
  objectsOf(timedPaths([path]), GATEWAY).map((object) => ({
    ...object,
    metadata: {...object.metadata, name: `a${n}`},
  })),
);

const CASES = [
  {
    name: 'one object, in which a path is renamed',
    before: objectsOf(timedPaths(['/a', '/b']), GATEWAY),
    after: objectsOf(timedPaths(['/a', '/c']), GATEWAY),
    want: {written: 1},
  },
  {
    name: '10 operations that become 326, at a gateway',
    before: objectsOf(FEW, GATEWAY),
    after: objectsOf(GROWN, GATEWAY),
    want: {temporary: 1, written: 15, deleted: 1},
  },
  {
    name: '326 operations that become 10, at a gateway',
    before: objectsOf(GROWN, GATEWAY),
    after: objectsOf(FEW, GATEWAY),
    want: {written: 1, deleted: 14},
  },
  {
    name: '10 operations that become 326, in a mesh',
    before: objectsOf(FEW, MESH),
    after: objectsOf(GROWN, MESH),
    want: {temporary: 1, written: 15, deleted: 1},
  },
  {
    name: '326 operations that become 10, in a mesh',
    before: objectsOf(GROWN, MESH),
    after: objectsOf(FEW, MESH),
    want: {written: 1, deleted: 14},
  },
  {
    name: 'paths of which some move and some are gone',
    before: objectsOf(TWO, BY_OPERATION),
    after: objectsOf(WITH_MORE, BY_OPERATION),
    want: {temporary: 1, written: 2, deleted: 2},
  },
  {
    name: 'objects that exchange their paths, with room for both',
    before: SMALL,
    after: exchanged(SMALL),
    want: {both: 2, written: 2},
  },
  {
    name: 'objects that exchange their paths, without room',
    before: objectsOf(TWO, BY_OPERATION),
    after: exchanged(objectsOf(TWO, BY_OPERATION)),
    want: {temporary: 2, written: 2, deleted: 2},
  },
  {
    name: 'one hostname more, while objects are divided',
    before: objectsOf(TWO, forHosts('a.example')),
    after: objectsOf({...TWO, ...GROWN}, forHosts('a.example', 'b.example')),
    want: {temporary: 1, written: 34, deleted: 1},
  },
  {
    name: 'other hostnames, of which one stays, while objects are divided',
    before: objectsOf(TWO, forHosts('a.example', 'b.example')),
    after: objectsOf({...TWO, ...GROWN}, forHosts('b.example', 'c.example')),
    want: {temporary: 2, written: 34, deleted: 2},
  },
  {
    name: 'a hostname that another Service takes over',
    before: [
      ...ofService('a', timedPaths(['/a', '/zoo/1']), 'b.example', 'c.example'),
      ...ofService('b', timedPaths(['/x']), 'b.example'),
    ],
    after: [
      ...ofService('a', timedPaths(['/a', '/new']), 'c.example'),
      ...ofService('b', timedPaths(['/zoo/1', '/x']), 'b.example'),
    ],
    want: {temporary: 1, written: 2, deleted: 1},
  },
  {
    name: 'what is not described, which is left out',
    before: objectsOf(TWO, MESH),
    after: objectsOf(GROWN, MESH, true),
    want: {temporary: 1, written: 15, deleted: 2},
  },
  {
    name: 'what is not described, which is added',
    before: objectsOf(GROWN, MESH, true),
    after: objectsOf(TWO, MESH),
    want: {temporary: 1, written: 2, deleted: 15},
  },
  {
    name: 'a ServiceProfile that becomes HTTPRoutes',
    before: objectsOf(FEW, {}),
    after: objectsOf(GROWN, MESH),
    want: {written: 16, deleted: 1},
  },
  {
    name: 'HTTPRoutes that become a ServiceProfile',
    before: objectsOf(GROWN, MESH),
    after: objectsOf(FEW, {}),
    want: {written: 1, deleted: 16},
  },
  {
    name: 'paths that two Services exchange',
    before: [...ofService('a', FEW), ...ofService('b', TWO)],
    after: [...ofService('a', TWO), ...ofService('b', FEW)],
    want: {both: 2, written: 2},
  },
  {
    name: 'a ReferenceGrant that is needed',
    before: objectsOf(FEW, GATEWAY),
    after: objectsOf(FEW, {...GATEWAY, 'service.namespace': 'shop'}),
    want: {written: 2, deleted: 1},
  },
];

const REQUESTS = requestsOf({...FEW, ...GROWN, ...TWO, ...WITH_MORE, '/a': {}, '/health': {}}, [], ['GET'])
  .filter(({path}, n) => !path.startsWith('/z') || n % 8 === 0)
  .map((request) => ({...request, host: 'b.example'}));

describe.each(CASES)('$name', ({before, after, want}) => {
  const [old, next] = [stateOf(before), stateOf(after)];
  const writes = writesBetween(old, next);

  test('is written in this order', () => {
    const count = (start: RegExp) => writes.filter(({text}) => start.test(text)).length;
    const counts = {
      written: count(/^[^ ]+$|^(ReferenceGrant|ServiceProfile) /),
      both: count(/^both of/),
      temporary: count(/^temporary/),
      deleted: count(/^delete/),
    };
    expect(Object.fromEntries(Object.entries(counts).filter(([, number]) => number > 0))).toEqual(want);
    expect(writes.at(-1)?.state).toEqual(next);
    expect(writes.flatMap(({state}) => faultsOf(state))).toEqual([]);
  });

  test.each(Object.entries(RULES))('is served all the time in %s', (_, ruleOf) => {
    expect(gapsIn(writes, old, ruleOf, REQUESTS)).toEqual([]);
  });
});

test('what is for all other requests is deleted last', () => {
  const writes = writesBetween(stateOf(objectsOf(TWO, {...MESH, group: 'operation'})), stateOf([]));
  expect(writes.map(({text}) => text)).toEqual(['delete a', 'delete a.b', 'delete a.catch-all']);
});

test('an object that is there for a moment has our labels, whatever the description sets', () => {
  const replaced = {...BY_OPERATION, labels: {'app.kubernetes.io/managed-by': 'Helm', team: 'shop'}};
  const before = objectsOf(TWO, replaced);
  const labels = {'app.kubernetes.io/managed-by': 'apigen'};
  const steps = writeSteps(exchanged(before).map((after, n) => ({before: before[n], after, labels})));
  expect(steps.map(({first}) => first?.metadata.labels)).toEqual([
    expect.objectContaining({...labels, team: 'shop'}),
    expect.objectContaining({...labels, team: 'shop'}),
  ]);
});
