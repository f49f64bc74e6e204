import {describe, expect, it} from '@jest/globals';
import {parseManifest} from '../../../plugins/tracer/src/cluster/objects.ts';
import {changesBetween, volumesDeletedWith} from '../../../plugins/tracer/src/plan/changes.ts';

const SERVICE = `apiVersion: v1
kind: Service
metadata: {name: tracer, labels: {helm.sh/chart: tracer-0.1.0, app.kubernetes.io/version: v1}}
spec: {type: ClusterIP, ports: [{port: 11633}]}
`;
const INGRESS = 'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: tracer}\n';
const CLAIM = 'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: mine}\n';
const database = (name: string, whenDeleted: string) => `apiVersion: apps/v1
kind: StatefulSet
metadata: {name: ${name}}
spec:
  replicas: 1
  persistentVolumeClaimRetentionPolicy: {whenDeleted: ${whenDeleted}}
  volumeClaimTemplates: [{metadata: {name: data}}]
`;
const objects = (...documents: string[]) => parseManifest(documents.join('---\n'));

describe('an upgrade', () => {
  const TWO_PORTS = SERVICE.replace('ClusterIP', 'NodePort').replace(
    '[{port: 11633}]',
    '[{port: 80}, {port: 81}]',
  );
  const fields = [
    {path: 'spec.type', before: 'ClusterIP', after: 'NodePort'},
    {path: 'spec.ports[0].port', before: '11633', after: '80'},
    {path: 'spec.ports[1]', before: 'none', after: '{"port":81}'},
  ];
  const NEWER = SERVICE.replace('tracer-0.1.0', 'tracer-0.2.0').replace('version: v1', 'version: v2');
  it.each<[name: string, before: string[], after: string[], want: object]>([
    ['nothing', [SERVICE, INGRESS], [INGRESS, SERVICE], {}],
    ['objects', [INGRESS], [SERVICE], {added: ['Service/tracer'], removed: ['Ingress/tracer']}],
    ['fields', [SERVICE], [TWO_PORTS], {changed: [{object: 'Service/tracer', fields}]}],
    ["only the chart's version", [SERVICE], [NEWER], {}],
  ])('changes %s', (_, before, after, want) => {
    const none = {added: [], changed: [], removed: []};
    expect(changesBetween(objects(...before), objects(...after))).toEqual({...none, ...want});
  });

  const FILE = 'data: {config.yaml: "TEXT"}';
  const HEADERS = 'http: {headers: {X-Mine: one}}';
  it.each([
    [
      FILE,
      '1\\n---\\nb: {c: old, d: 4}',
      '1\\n---\\nb: {d: 4, c: new}',
      'data.config.yaml[1].b.c',
      'old',
      'new',
    ],
    [FILE, HEADERS, HEADERS.replace('one', 'two'), 'data.config.yaml[0].http.headers.X-Mine', '***', '***'],
    [FILE, HEADERS, 'http: 1', 'data.config.yaml[0].http', '***', '1'],
    ['data: {again.sql: "TEXT"}', 'a;\\n  b;', 'c;', 'data.again.sql', 'a; b;', 'c;'],
    ['spec: {env: [{name: A, value: TEXT}]}', 'one', 'two', 'spec.env[0].value', '***', '***'],
    ['spec: {text: TEXT}', 'a'.repeat(81), 'b', 'spec.text', `${'a'.repeat(79)}…`, 'b'],
  ])('in %s shows the values of %s and %s, or that they may be secrets', (...row) => {
    const [field, before, after, ...[path, ...values]] = row;
    const [one, other] = [before, after].map((text) =>
      objects(`kind: ConfigMap\nmetadata: {name: tracer}\n${field.replace('TEXT', text)}\n`),
    );
    expect(changesBetween(one ?? [], other ?? []).changed).toEqual([
      {object: 'ConfigMap/tracer', fields: [{path, before: values[0], after: values[1]}]},
    ]);
  });

  it('never shows the data of a Secret', () => {
    const secret = (data: string) => objects(`kind: Secret\nmetadata: {name: db}\ndata: {user: ${data}}\n`);
    expect(changesBetween(secret('a'), secret('b')).changed).toEqual([
      {object: 'Secret/db', fields: [{path: 'data.user', before: '***', after: '***'}]},
    ]);
  });
});

it.each([
  {name: 'a database', removed: database('a', 'Delete'), want: ['data-a-0']},
  {name: 'a database that is retained', removed: database('a', 'Retain'), want: []},
  {name: 'a claim', removed: CLAIM, want: ['mine']},
])('removing $name deletes the volumes $want', ({removed, want}) => {
  expect(volumesDeletedWith(objects(removed))).toEqual(want);
});
