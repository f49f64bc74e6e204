import {expect, test} from '@jest/globals';
import {generate} from '../../../src/core/generate/generate.ts';
import {resourceOf} from '../../../src/core/kubernetes/resource.ts';
import type {KubernetesObject} from '../../../src/core/targets/target.ts';
import {compare, differencesText, isApplied} from '../../../src/io/cluster/differences.ts';

const {objects: generated, own} = generate(
  {openapi: '3.1.0', paths: {'/a': {get: {}}}},
  {settings: {'service.name': 'a', 'service.port': 80, target: 'httproute', labels: {team: 'shop'}}},
);
const [catchAll, routes] = generated;

/** The same object under another name. */
const renamed = (object: KubernetesObject | undefined, name: string): KubernetesObject[] =>
  object ? [{...object, metadata: {...object.metadata, name}}] : [];
/** The same object as `apigen apply` has made it with one more label. */
const relabelled = ({metadata, ...object}: KubernetesObject): KubernetesObject => {
  const fieldsV1 = {'f:metadata': {'f:labels': {'f:team': {}, 'f:tier': {}}}};
  const managedFields = [{manager: 'apigen', operation: 'Apply', fieldsV1}];
  return {...object, metadata: {...metadata, labels: {team: 'shop', tier: 'web'}, managedFields}};
};
const idOf = ({kind, metadata: {name}}: KubernetesObject) => `${kind} ${name}`;

test.each([
  {name: 'nothing', cluster: generated, changed: [], text: ''},
  {
    name: 'a route',
    cluster: generated.slice(0, 1),
    changed: ['HTTPRoute a'],
    text: '@@ a.yaml @@ GET /a\n+no settings\n',
  },
  {
    name: 'an object whose routes another one has',
    cluster: [...generated.slice(0, 1), ...renamed(routes, 'a.old')],
    changed: ['HTTPRoute a'],
    text: '@@ a.yaml @@ HTTPRoute default/a\n+spec as generated\n@@ a.yaml @@ HTTPRoute default/a.old\n-not generated any more\n',
  },
  {
    name: 'an object that takes the same requests twice',
    cluster: [...generated, ...renamed(catchAll, 'a.old')],
    changed: [],
    text: '@@ a.yaml @@ HTTPRoute default/a.old\n-not generated any more\n',
  },
  {
    name: 'a label that is not generated any more',
    cluster: generated.map((object, index) => (index === 0 ? relabelled(object) : object)),
    changed: ['HTTPRoute a.catch-all'],
    text: '@@ a.yaml @@ HTTPRoute default/a.catch-all\n-other labels\n+labels as generated\n',
  },
])('$name differs between an output and a cluster', ({cluster, changed, text}) => {
  const held = new Map(cluster.map((object) => [idOf(object), resourceOf(object, '')]));
  const ids = generated.map(idOf);
  const found = compare(
    {objects: generated, source: 'a.yaml', own: own(), text: ''},
    {
      find: (object) => held.get(idOf(object)),
      left: () => [...held].flatMap(([id, resource]) => (ids.includes(id) ? [] : [resource])),
    },
    {nameOf: String},
  );
  expect(found.changed.map(idOf)).toEqual(changed);
  expect(differencesText(found.differences)).toBe(text && `--- cluster\n+++ a.yaml\n${text}`);
});

test.each([
  {found: {a: 1, added: true}, generated: {a: 1}, want: true},
  {found: {a: 2}, generated: {a: 1}, want: false},
  {found: {}, generated: {a: 1}, want: false},
  {found: undefined, generated: {a: 1}, want: false},
  {found: [{b: 2, a: 1}], generated: [{a: 1, b: 2}], want: true},
  {found: [{a: 1, weight: 1}], generated: [{a: 1}], want: false},
  {found: [{a: {b: 1, c: 2}}], generated: [{a: {b: 1}}], want: false},
  {found: [{a: 1}, {a: 2}], generated: [{a: 1}], want: false},
  {found: {0: 1}, generated: [1], want: false},
  {found: {a: 1, b: 2}, generated: {a: 1, b: 3}, want: false},
  {found: [1, 2], generated: [1, 3], want: false},
  {found: {a: 1, b: 2}, generated: {a: 1}, owned: {'f:a': {}}, want: true},
  {found: {a: 1, b: 2}, generated: {a: 1}, owned: {'f:a': {}, 'f:b': {}}, want: false},
  {found: {a: 1}, generated: {a: 1}, owned: {'f:a': {}, 'f:b': {}}, want: true},
  {found: {a: {b: 1, c: 2}}, generated: {a: {b: 1}}, owned: {'f:a': {'f:b': {}, 'f:c': {}}}, want: false},
])('$found has what was generated as $generated, of $owned: $want', ({found, generated, owned, want}) => {
  expect(isApplied(found, generated, owned)).toBe(want);
});
