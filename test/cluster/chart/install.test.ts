import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {type ChartRepository, serveChart} from '../support/chart-repository.ts';
import {type HelmMajor, helm, helmMajors, inNamespace, kubectl} from '../support/clients.ts';
import {leftIn, namesIn, objectsIn} from '../support/objects.ts';

const WAIT = ['--wait', '--timeout=2m'];
const ALL_COMPONENTS = '--set=collector.enabled=true,backend.enabled=true,sampleApp.enabled=true';

const CONFIG = `postgres:
  dbname: tracer
  host: tracer-postgresql
  params: sslmode=disable
  port: 5432
  user: tracer
server:
  httpPort: 11633
  telemetry:
    applicationExporter: collector
    exporter: collector
telemetry:
  exporters:
    collector:
      exporter:
        collector:
          endpoint: otel.shop:4317
        type: collector
      sampling: 100
      serviceName: tracer
`;

const provisioning = (store: string) => `spec:
  default: true
${store}
type: DataStore
---
spec:
  analyticsEnabled: false
type: Config
---
spec:
  default: true
  name: default
  periodic:
    retryDelay: 1s
    timeout: 30s
  strategy: periodic
type: PollingProfile
`;

const kindA = (endpoint: string) => `  jaeger:
    endpoint: ${endpoint}
    tls:
      insecure: true
  name: kindA
  type: jaeger`;

const kindB = (endpoint: string) => `  name: kindB
  tempo:
    grpc:
      endpoint: ${endpoint}
      tls:
        insecure: true
    type: grpc
  type: tempo`;

async function get(namespace: string, kind: string, name: string, path: string): Promise<string> {
  const {status, stdout, stderr} = await kubectl([
    'get',
    kind,
    name,
    '-n',
    namespace,
    '-o',
    `jsonpath=${path}`,
  ]);
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

const password = (namespace: string) => get(namespace, 'secret', 'tracer-postgresql', '{.data.password}');
const annotations = (namespace: string) =>
  get(namespace, 'deployment', 'tracer', '{.spec.template.metadata.annotations}');

/** Runs Helm in a namespace, where it must have done what it was asked for without a word of warning. */
async function done(major: HelmMajor, args: readonly string[]): Promise<string> {
  const {status, stdout, stderr} = await helm(major, args);
  expect({status, stderr}).toEqual({status: 0, stderr: ''});
  return stdout;
}

describe.each(helmMajors)('the chart under helm %i', (major) => {
  const chart = `apigen-${major}/tracer`;
  let repository: ChartRepository;
  beforeAll(async () => {
    repository = await serveChart(major);
    await done(major, ['repo', 'add', `apigen-${major}`, repository.url]);
    await done(major, ['repo', 'update']);
  });
  afterAll(() => repository.close());

  it.each([
    {
      name: 'kindA',
      values: [
        'telemetry.dataStores.kindA.kindA.endpoint=jaeger.shop:16685',
        'telemetry.exporters.collector.exporter.collector.endpoint=otel.shop:4317',
        'server.telemetry.dataStore=kindA',
      ],
      want: provisioning(kindA('jaeger.shop:16685')),
    },
    {
      name: 'kindB',
      values: [
        'telemetry.dataStores.kindB.kindB.endpoint=tempo.shop:9095',
        'telemetry.exporters.collector.exporter.collector.endpoint=otel.shop:4317',
        'server.telemetry.dataStore=kindB',
      ],
      want: provisioning(kindB('tempo.shop:9095')),
    },
  ])('installs from a repository with the value keys of $name, and uninstalls to nothing', ({values, want}) =>
    inNamespace(async (namespace) => {
      const sets = values.map((value) => `--set=${value}`);
      await done(major, ['install', 'tracer', chart, '-n', namespace, ...sets, ...WAIT]);
      expect(await get(namespace, 'configmap', 'tracer', '{.data.config\\.yaml}')).toBe(CONFIG);
      expect(await get(namespace, 'configmap', 'tracer', '{.data.provisioning\\.yaml}')).toBe(want);
      expect(await get(namespace, 'pvc', 'data-tracer-postgresql-0', '{.status.phase}')).toBe('Bound');
      await done(major, ['uninstall', 'tracer', '-n', namespace]);
      expect(await leftIn(namespace)).toEqual([]);
    }),
  );

  it.each([
    {name: 'the default values', sets: []},
    {
      name: 'users that the cluster assigns, volumes and certificates',
      sets: [
        ...['server', 'collector', 'backend', 'sampleApp', 'postgresql'].map(
          (component) => `--set-json=${component}.podSecurityContext={"runAsUser":null,"fsGroup":null}`,
        ),
        '--set=caCertificates.configMap=kube-root-ca.crt,server.priorityClassName=system-cluster-critical',
        '--set-json=backend.extraVolumes=[{"name":"cache","emptyDir":{}}]',
        '--set-json=backend.extraVolumeMounts=[{"name":"cache","mountPath":"/cache"}]',
      ],
    },
  ])(
    'runs all components under the restricted Pod Security standard with $name, and passes its test',
    ({sets}) =>
      inNamespace(async (namespace) => {
        const standard = ['enforce', 'warn'].map((mode) => `pod-security.kubernetes.io/${mode}=restricted`);
        await kubectl(['label', 'namespace', namespace, ...standard]);
        await done(major, ['install', 'tracer', chart, '-n', namespace, ALL_COMPONENTS, ...sets, ...WAIT]);
        const pods = (await objectsIn(namespace)).filter(({kind}) => kind === 'Pod');
        expect(pods.map(({metadata}) => metadata.labels?.['app.kubernetes.io/component']).sort()).toEqual([
          'backend',
          'collector',
          'database',
          'sample-app',
          'server',
        ]);
        // The default endpoint names it in the specification's spelling; DNS does not care about case.
        expect(await get(namespace, 'service', 'kinda-query', '{.spec.ports[0].port}')).toBe('16685');
        // No container runs here: kwok simulates that the test succeeds; the pod is really admitted.
        expect((await helm(major, ['test', 'tracer', '-n', namespace])).stdout).toContain(
          'Phase:          Succeeded',
        );
        await done(major, ['uninstall', 'tracer', '-n', namespace]);
        expect(await leftIn(namespace)).toEqual([]);
      }),
  );

  it('keeps the password over an upgrade, and restarts the server when its configuration changes', () =>
    inNamespace(async (namespace) => {
      const upgrade = ['upgrade', '--install', 'tracer', chart, '-n', namespace, ...WAIT];
      await done(major, upgrade);
      const before = {password: await password(namespace), annotations: await annotations(namespace)};
      await done(major, upgrade);
      expect({password: await password(namespace), annotations: await annotations(namespace)}).toEqual(
        before,
      );
      await done(major, [...upgrade, '--set=poolingConfig.retryDelay=2s']);
      expect(await password(namespace)).toBe(before.password);
      expect(await annotations(namespace)).not.toBe(before.annotations);
      expect(Buffer.from(before.password, 'base64').toString()).toMatch(/^[A-Za-z0-9]{32}$/);
    }));

  it('keeps volume and password with persistence.retain, and uses them again', () =>
    inNamespace(async (namespace) => {
      const install = ['install', 'tracer', chart, '-n', namespace, ...WAIT];
      await done(major, [...install, '--set=postgresql.persistence.retain=true']);
      const before = await password(namespace);
      const uninstalled = await helm(major, ['uninstall', 'tracer', '-n', namespace, '--wait']);
      expect(uninstalled).toMatchObject({status: 0});
      expect(await namesIn(namespace)).toEqual([
        'PersistentVolumeClaim/data-tracer-postgresql-0',
        'Secret/tracer-postgresql',
      ]);
      await done(major, install);
      expect(await password(namespace)).toBe(before);
      await done(major, ['uninstall', 'tracer', '-n', namespace]);
      expect(await leftIn(namespace)).toEqual([]);
    }));

  it.each([
    {
      name: 'a trace backend kind that there is not',
      set: 'server.telemetry.dataStore=kindC',
      want: "- at '/server/telemetry/dataStore': value must be one of 'kindA', 'kindB'",
    },
    {
      name: 'an endpoint without a port',
      set: 'telemetry.dataStores.kindA.kindA.endpoint=jaeger',
      want: "- at '/telemetry/dataStores/kindA/kindA/endpoint': 'jaeger' does not match pattern",
    },
    {
      name: 'an unknown key',
      set: 'server.telemetry.datastore=kindB',
      want: "- at '/server/telemetry': additional properties 'datastore' not allowed",
    },
    {
      name: 'kindB without its endpoint',
      set: 'server.telemetry.dataStore=kindB',
      want: 'server.telemetry.dataStore is kindB, but its endpoint is empty: set telemetry.dataStores.kindB.kindB.endpoint to <host>:<port>',
    },
  ])('refuses $name before anything changes', ({set, want}) =>
    inNamespace(async (namespace) => {
      const {status, stderr} = await helm(major, [
        'install',
        'tracer',
        chart,
        '-n',
        namespace,
        `--set=${set}`,
      ]);
      expect({status, stderr}).toEqual({status: 1, stderr: expect.stringContaining(want)});
      expect(await namesIn(namespace)).toEqual([]);
    }),
  );

  it('refuses a password other than the one that the database was created with', () =>
    inNamespace(async (namespace) => {
      await done(major, ['install', 'tracer', chart, '-n', namespace, ...WAIT]);
      const before = await objectsIn(namespace);
      const change = '--set=postgresql.auth.password=another';
      const {status, stderr} = await helm(major, ['upgrade', 'tracer', chart, '-n', namespace, change]);
      expect({status, stderr}).toEqual({
        status: 1,
        stderr: expect.stringContaining(
          'which is in Secret tracer-postgresql: PostgreSQL reads it only while its volume is empty',
        ),
      });
      expect(await objectsIn(namespace)).toEqual(before);
    }));

  it.each([
    {name: 'by default', values: []},
    {
      name: 'with all components and network policies',
      values: [ALL_COMPONENTS.slice('--set='.length), 'networkPolicy.enabled=true'],
    },
    {
      name: 'behind an Ingress',
      values: [
        'ingress.enabled=true',
        'ingress.hosts={tracer.example.com}',
        'ingress.className=nginx',
        'server.pathPrefix=/tracer',
      ],
    },
    {
      name: 'with a database outside',
      values: [
        'postgresql.enabled=false',
        'externalDatabase.host=db.example.com',
        'externalDatabase.existingSecret=db',
      ],
    },
    {
      name: 'without a volume, on a node port',
      values: ['postgresql.persistence.enabled=false', 'server.service.type=NodePort'],
    },
    {
      name: 'with images from a mirror',
      values: ['global.imageRegistry=registry.example.com', 'imagePullSecrets[0].name=registry'],
    },
  ])('renders objects that the API server takes strictly, $name', ({values}) =>
    inNamespace(async (namespace) => {
      const sets = values.map((value) => `--set=${value}`);
      const rendered = await done(major, [
        'template',
        'tracer',
        chart,
        '-n',
        namespace,
        '--no-hooks',
        ...sets,
      ]);
      const checked = await kubectl(
        ['apply', '-n', namespace, '--dry-run=server', '--validate=strict', '-f', '-'],
        rendered,
      );
      expect(checked).toMatchObject({status: 0, stderr: ''});
    }),
  );
});
