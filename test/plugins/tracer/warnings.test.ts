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
const INGRESS = '---\nkind: Ingress\nmetadata: {name: tracer}\n';
const server = (tag: string) => workload('server', `docker.io/kubeshop/tracetest:${tag}`);
const database = workload('database', 'postgres:15.17', 'StatefulSet');
const retained = (policy: string) =>
  database.replace('spec: {', `spec: {persistentVolumeClaimRetentionPolicy: {whenDeleted: ${policy}}, `);
const jaeger = (version: string, checksum = 'a') =>
  workload('backend', `jaeger:${version}`).replace(
    'e: {',
    `e: {metadata: {annotations: {checksum/config: ${checksum}}}, `,
  );
const polls = (periodic: string, host?: string) => server('v2') + config(periodic, host);
const DUMP = `kubectl exec statefulset/tracer-database --context here --namespace shop -- sh -c 'pg_dump --username="$POSTGRES_USER" "$POSTGRES_DB"' >backup-$(date +%Y%m%d-%H%M%S).sql`;
const noLogin = (what: string) =>
  `tracer's server has no login: whoever reaches ${what} can read everything in it and run tests`;
const short = (retryDelay: string, timeout: string) =>
  `test runs may end before their trace is complete: the server polls every ${retryDelay} for at most ${timeout} (poolingConfig), and OpenTelemetry's SDKs send spans every 5s`;
const LOST =
  'Jaeger keeps its traces in memory: those of now are lost, because its pod is replaced or removed';
const MIGRATES = `server v3 migrates the database when it starts, and there is no way back: v2 cannot read it afterwards. Make a backup first: ${DUMP}`;
const OLDER = 'server v2 is older than v3, and cannot read a database that v3 has migrated';
const VOLUMELESS = 'the database has no volume: its data is lost, because its pod is replaced';
const OTHER =
  'the server will use the database db:5432 instead of tracer-postgresql:5432, whose tests and runs are not copied';
const NOT_RETAINED =
  "postgresql.persistence.retain is no longer set: uninstalling will delete the database's volume; --reuse-values keeps the value";

it.each<[name: string, before: string, after: string, ...want: string[]]>([
  ['nothing when it installs', '', server('v2') + database + service('ClusterIP')],
  ['a newer server', server('v2') + database, server('v3') + database, MIGRATES],
  [
    'a newer server with a renamed database',
    server('v2') + database,
    server('v3') + database.replace('tracer-', 'other-'),
    MIGRATES,
  ],
  ['nothing when only the registry changes', server('v2'), server('v2').replace('docker', 'mirror')],
  ['an older server with a database of the user', server('v3'), server('v2'), OLDER],
  ['another Jaeger', jaeger('2.0.0'), jaeger('2.1.0'), LOST],
  ['another configuration of Jaeger', jaeger('2.1.0', 'a'), jaeger('2.1.0', 'b'), LOST],
  ['nothing when Jaeger is the same', jaeger('2.1.0'), jaeger('2.1.0')],
  ['no Jaeger', jaeger('2.0.0'), server('v2'), LOST],
  ['a new pod of a database without a volume', database, database.replace('15.17', '15.18'), VOLUMELESS],
  ['another database', polls('{}', 'tracer-postgresql'), polls('{}'), OTHER],
  ['a database that is no longer retained', retained('Retain'), retained('Delete'), NOT_RETAINED],
  ['NodePort', '', service('NodePort'), noLogin('Service tracer (NodePort)')],
  [
    'two ways in',
    '',
    service('LoadBalancer') + INGRESS,
    noLogin('Service tracer (LoadBalancer) or Ingress tracer'),
  ],
  ['a short delay', '', polls('{timeout: 30s, retryDelay: 1s}'), short('1s', '30s')],
  ['a short timeout', '', polls('{timeout: 4.9s}'), short('5s', '4.9s')],
  ['nothing with the default delay', '', polls('{timeout: 1m, retryDelay: 5s}')],
])('the plan warns of %s', (_, before, after, ...want) => {
  const scope = {kubeconfig: undefined, context: 'here', namespace: 'shop'};
  expect(warningsOf(scope, parseManifest(before), parseManifest(after))).toEqual(want);
});

it('lists the images before and after', () => {
  const images = imageChanges(
    parseManifest(server('v1') + jaeger('2')),
    parseManifest(database + server('v2')),
  );
  expect(images).toEqual([
    {
      component: 'server',
      before: 'docker.io/kubeshop/tracetest:v1',
      after: 'docker.io/kubeshop/tracetest:v2',
    },
    {component: 'database', before: null, after: 'postgres:15.17'},
    {component: 'backend', before: 'jaeger:2', after: null},
  ]);
});

it.each([
  ['{}', {retryDelay: '5s', timeout: '1m', selectorMatchRetries: 3}],
  ['{timeout: 2m, selectorMatchRetries: 0}', {retryDelay: '5s', timeout: '2m', selectorMatchRetries: 0}],
])('shows how long a run waits with %s, with the defaults of the server', (periodic, want) => {
  expect(componentsOf(parseManifest(polls(periodic))).server?.polling).toEqual(want);
});
