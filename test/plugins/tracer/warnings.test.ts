import {expect, it} from '@jest/globals';
import {parseManifest} from '../../../plugins/tracer/src/cluster/objects.ts';
import {componentsOf} from '../../../plugins/tracer/src/plan/components.ts';
import {imageChanges, warningsOf} from '../../../plugins/tracer/src/plan/warnings.ts';

const workload = (component: string, image: string, kind = 'Deployment') => `---
kind: ${kind}
metadata: {name: tracer-${component}, labels: {app.kubernetes.io/component: ${component}}}
spec: {template: {spec: {containers: [{image: ${image}}]}}}
`;
const service = (type: string) => `---
kind: Service
metadata: {name: tracer, labels: {app.kubernetes.io/component: server}}
spec: {type: ${type}}
`;
const config = (periodic: string, host = 'db') => `---
kind: ConfigMap
metadata: {name: tracer, labels: {app.kubernetes.io/component: server}}
data:
  config.yaml: '{postgres: {host: ${host}, port: 5432}}'
  provisioning.yaml: |
    type: PollingProfile
    spec: {periodic: ${periodic}}
`;
const server = (tag: string) => workload('server', `docker.io/kubeshop/tracetest:${tag}`);
const database = workload('database', 'postgres:15.17', 'StatefulSet');
const retained = (policy: string) =>
  `${database.trimEnd().replace('spec: {', `spec: {persistentVolumeClaimRetentionPolicy: {whenDeleted: ${policy}}, `)}\n`;
const INGRESS = '---\nkind: Ingress\nmetadata: {name: tracer}\n';
const DUMP = `kubectl exec statefulset/tracer-database --context here --namespace shop -- sh -c 'pg_dump --username="$POSTGRES_USER" "$POSTGRES_DB"' >backup.sql`;
const noLogin = (what: string) =>
  `tracer's server has no login: whoever reaches ${what} can read everything in it and run tests`;
const short = (retryDelay: string, timeout: string) =>
  `test runs may end before their trace is complete: the server polls every ${retryDelay} for at most ${timeout} (poolingConfig), and OpenTelemetry's SDKs send spans every 5s`;
const LOST =
  'Jaeger keeps its traces in memory: those of now are lost, because its pod is replaced or removed';

it.each<{name: string; before?: string; after: string; want: readonly string[]}>([
  {name: 'a new installation', after: server('v0.16.0') + database + service('ClusterIP'), want: []},
  {
    name: 'a newer server',
    before: server('v0.15.0') + database,
    after: server('v0.16.0') + database,
    want: [
      `server v0.16.0 migrates the database when it starts, and there is no way back: v0.15.0 cannot read it afterwards. Make a backup first: ${DUMP}`,
    ],
  },
  {
    name: 'an older server with a database of the user',
    before: server('v0.16.0'),
    after: server('v0.15.0'),
    want: ['server v0.15.0 is older than v0.16.0, and cannot read a database that v0.16.0 has migrated'],
  },
  {
    name: 'another Jaeger',
    before: workload('backend', 'jaeger:2.0.0'),
    after: workload('backend', 'jaeger:2.1.0'),
    want: [LOST],
  },
  {
    name: 'another configuration of Jaeger',
    before: workload('backend', 'jaeger:2.1.0'),
    after: workload('backend', 'jaeger:2.1.0').replace(
      'template: {',
      'template: {metadata: {annotations: {checksum/config: b}}, ',
    ),
    want: [LOST],
  },
  {name: 'the same Jaeger', before: workload('backend', 'j:2'), after: workload('backend', 'j:2'), want: []},
  {
    name: 'another database',
    before: server('v0.16.0') + config('{}', 'tracer-postgresql'),
    after: server('v0.16.0') + config('{}'),
    want: [
      'the server will use the database db:5432 instead of tracer-postgresql:5432, whose tests and runs are not copied',
    ],
  },
  {
    name: 'a database that is no longer retained',
    before: retained('Retain'),
    after: retained('Delete'),
    want: [
      "postgresql.persistence.retain is no longer set: uninstalling will delete the database's volume; --reuse-values keeps the value",
    ],
  },
  {name: 'no Jaeger', before: workload('backend', 'jaeger:2.0.0'), after: server('v0.16.0'), want: [LOST]},
  {
    name: 'another database without a volume',
    before: database,
    after: database.replace('15.17', '15.18'),
    want: ['the database has no volume: its data is lost, because its pod is replaced'],
  },
  {name: 'NodePort', after: service('NodePort'), want: [noLogin('Service tracer (NodePort)')]},
  {
    name: 'LoadBalancer and Ingress',
    after: service('LoadBalancer') + INGRESS,
    want: [noLogin('Service tracer (LoadBalancer) or Ingress tracer')],
  },
  {
    name: 'a short delay',
    after: server('v0.16.0') + config('{timeout: 30s, retryDelay: 1s}'),
    want: [short('1s', '30s')],
  },
  {
    name: 'a short timeout',
    after: server('v0.16.0') + config('{timeout: 4.9s}'),
    want: [short('5s', '4.9s')],
  },
  {name: 'the default delay', after: server('v0.16.0') + config('{timeout: 1m, retryDelay: 5s}'), want: []},
])('the plan warns of $name', ({before = '', after, want}) => {
  const scope = {kubeconfig: undefined, context: 'here', namespace: 'shop'};
  const [installed, rendered] = [parseManifest(before), parseManifest(after)];
  expect(warningsOf(scope, installed, rendered)).toEqual(want);
});

it('lists the images before and after', () => {
  const before = parseManifest(server('v0.15.0') + workload('backend', 'jaeger:2.1.0'));
  expect(imageChanges(before, parseManifest(database + server('v0.16.0')))).toEqual([
    {
      component: 'server',
      before: 'docker.io/kubeshop/tracetest:v0.15.0',
      after: 'docker.io/kubeshop/tracetest:v0.16.0',
    },
    {component: 'database', before: null, after: 'postgres:15.17'},
    {component: 'backend', before: 'jaeger:2.1.0', after: null},
  ]);
});

it('shows how long a run waits, with the defaults of the server', () => {
  const polling = (periodic: string) =>
    componentsOf(parseManifest(server('v0.16.0') + config(periodic))).server?.polling;
  const defaults = {retryDelay: '5s', timeout: '1m', selectorMatchRetries: 3};
  expect(polling('{}')).toEqual(defaults);
  expect(polling('{timeout: 2m, selectorMatchRetries: 0}')).toEqual({
    ...{...defaults, timeout: '2m', selectorMatchRetries: 0},
  });
});
