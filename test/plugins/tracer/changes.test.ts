import {describe, expect, it} from '@jest/globals';
import {parseManifest} from '../../../plugins/tracer/src/cluster/objects.ts';
import {changesBetween, deletedVolumes} from '../../../plugins/tracer/src/plan/changes.ts';

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
const NONE = {added: [], changed: [], removed: []};

describe('an upgrade', () => {
  it.each([
    {name: 'nothing', before: [SERVICE, INGRESS], after: [INGRESS, SERVICE], want: NONE},
    {
      name: 'objects',
      before: [INGRESS],
      after: [SERVICE],
      want: {...NONE, added: ['Service/tracer'], removed: ['Ingress/tracer']},
    },
    {
      name: 'fields',
      before: [SERVICE],
      after: [
        SERVICE.replace('ClusterIP', 'NodePort').replace('[{port: 11633}]', '[{port: 80}, {port: 81}]'),
      ],
      want: {
        ...NONE,
        changed: [{object: 'Service/tracer', fields: ['spec.type', 'spec.ports[0].port', 'spec.ports[1]']}],
      },
    },
    {
      name: "only the chart's version",
      before: [SERVICE],
      after: [SERVICE.replace('tracer-0.1.0', 'tracer-0.2.0').replace('version: v1', 'version: v2')],
      want: NONE,
    },
  ])('changes $name', ({before, after, want}) => {
    expect(changesBetween(objects(...before), objects(...after))).toEqual(want);
  });

  it.each([
    {
      name: 'a renamed database',
      before: database('a', 'Delete'),
      after: database('b', 'Delete'),
      want: ['data-a-0'],
    },
    {name: 'a removed database', before: database('a', 'Delete'), after: SERVICE, want: ['data-a-0']},
    {name: 'a removed database that is retained', before: database('a', 'Retain'), after: SERVICE, want: []},
    {name: 'a changed database', before: database('a', 'Delete'), after: database('a', 'Retain'), want: []},
    {name: 'a removed claim', before: CLAIM, after: SERVICE, want: ['mine']},
  ])('deletes the volumes of $name: $want', ({before, after, want}) => {
    const installed = objects(before);
    expect(deletedVolumes(installed, changesBetween(installed, objects(after)))).toEqual(want);
  });
});
