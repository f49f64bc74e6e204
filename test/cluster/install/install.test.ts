import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {clusterAccess} from '../control-plane/cluster-access.ts';
import {type ChartRepository, chartFolder, serveChart} from '../support/chart-repository.ts';
import {helm, helmMajors, inNamespace, kubectl} from '../support/clients.ts';
import {INSTALLERS, install} from '../support/installers.ts';
import {installedIn, leftIn, namesIn} from '../support/objects.ts';

/** Options of an installer, and the values with which plain helm installs the same. */
interface Case {
  readonly name: string;
  readonly options: readonly string[];
  readonly values: readonly string[];
  readonly workloads: readonly string[];
}

const KIND_A = [
  'telemetry.dataStores.kindA.kindA.endpoint=kindA-query:16685',
  'server.telemetry.dataStore=kindA',
];
const OWN_A = [
  'telemetry.dataStores.kindA.kindA.endpoint=jaeger.tracing:16685',
  'server.telemetry.dataStore=kindA',
];
const KIND_B = [
  'telemetry.dataStores.kindB.kindB.endpoint=tempo.tracing:9095',
  'server.telemetry.dataStore=kindB',
];
const TO_OWN_A = ['--trace-backend-endpoint', 'jaeger.tracing:16685'];
const TO_KIND_B = ['--trace-backend', 'kindB', '--trace-backend-endpoint', 'tempo.tracing:9095'];
const COLLECTOR = 'collector.enabled=true';
const BACKEND = 'backend.enabled=true';
const SAMPLE = 'sampleApp.enabled=true';
const SERVER = ['Deployment/tracer', 'StatefulSet/tracer-postgresql'];

const part = (name: string) => `Deployment/tracer-${name}`;

const CASES: readonly Case[] = [
  {
    name: 'nothing',
    options: [],
    values: [...KIND_A, COLLECTOR, BACKEND, SAMPLE],
    workloads: ['backend', 'collector', 'sample-app'],
  },
  {
    name: 'kindA by name',
    options: ['--trace-backend', 'kindA'],
    values: [...KIND_A, COLLECTOR, BACKEND, SAMPLE],
    workloads: ['backend', 'collector', 'sample-app'],
  },
  {
    name: 'an endpoint of kindA',
    options: TO_OWN_A,
    values: [...OWN_A, COLLECTOR, SAMPLE],
    workloads: ['collector', 'sample-app'],
  },
  {
    name: 'kindB',
    options: TO_KIND_B,
    values: [...KIND_B, COLLECTOR, SAMPLE],
    workloads: ['collector', 'sample-app'],
  },
  {
    name: 'no collector',
    options: ['--skip-collector'],
    values: [...KIND_A, BACKEND, SAMPLE],
    workloads: ['backend', 'sample-app'],
  },
  {
    name: 'no sample application',
    options: ['--skip-pma'],
    values: [...KIND_A, COLLECTOR, BACKEND],
    workloads: ['backend', 'collector'],
  },
  {
    name: 'no backend',
    options: ['--skip-backend'],
    values: [...KIND_A, COLLECTOR, SAMPLE],
    workloads: ['collector', 'sample-app'],
  },
  {
    name: 'no collector, no sample application',
    options: ['--skip-collector', '--skip-pma'],
    values: [...KIND_A, BACKEND],
    workloads: ['backend'],
  },
  {
    name: 'no sample application, no backend',
    options: ['--skip-pma', '--skip-backend'],
    values: [...KIND_A, COLLECTOR],
    workloads: ['collector'],
  },
  {
    name: 'nothing but the server',
    options: ['--skip-collector', '--skip-pma', '--skip-backend'],
    values: KIND_A,
    workloads: [],
  },
  {
    name: 'kindB, no sample application',
    options: [...TO_KIND_B, '--skip-pma'],
    values: [...KIND_B, COLLECTOR],
    workloads: ['collector'],
  },
  {
    name: 'kindB, no collector, no sample application',
    options: [...TO_KIND_B, '--skip-collector', '--skip-pma'],
    values: KIND_B,
    workloads: [],
  },
  {
    name: 'kindB, no backend',
    options: [...TO_KIND_B, '--skip-backend'],
    values: [...KIND_B, COLLECTOR, SAMPLE],
    workloads: ['collector', 'sample-app'],
  },
  {
    name: 'kindB, no sample application, no backend',
    options: [...TO_KIND_B, '--skip-pma', '--skip-backend'],
    values: [...KIND_B, COLLECTOR],
    workloads: ['collector'],
  },
  {
    name: 'kindB, nothing but the server',
    options: [...TO_KIND_B, '--skip-collector', '--skip-pma', '--skip-backend'],
    values: KIND_B,
    workloads: [],
  },
];

describe.each(helmMajors)('an installation under helm %i', (major) => {
  let repository: ChartRepository;
  beforeAll(async () => {
    repository = await serveChart(major);
  });
  afterAll(() => repository.close());
  const environment = () => ({helm: major, chartRepository: repository.url});

  /** The objects in a new namespace after `fill` has installed into it. */
  const installedBy = (fill: (namespace: string) => Promise<unknown>) =>
    inNamespace(async (namespace) => {
      await fill(namespace);
      return installedIn(namespace);
    });

  it.each(CASES)(
    'with $name gives the same objects by command, script and plain helm',
    async ({options, values, workloads}) => {
      const byInstaller = INSTALLERS.map((installer) =>
        installedBy(async (namespace) => {
          const {status, stderr} = await install(
            installer,
            ['--namespace', namespace, '--yes', ...options],
            environment(),
          );
          expect({installer, status, stderr}).toEqual({installer, status: 0, stderr: ''});
          expect(
            (await namesIn(namespace)).filter((name) => /^(Deployment|StatefulSet)\//.test(name)),
          ).toEqual([...SERVER, ...workloads.map(part)].sort());
        }),
      );
      const sets = values.map((value) => `--set=${value}`);
      const byHelm = installedBy(async (namespace) => {
        const {status, stderr} = await helm(major, [
          'install',
          'tracer',
          chartFolder,
          '-n',
          namespace,
          ...sets,
        ]);
        expect({status, stderr}).toEqual({status: 0, stderr: ''});
      });
      const [byCommand, byScript, plain] = await Promise.all([...byInstaller, byHelm]);
      expect(byCommand).toEqual(plain);
      expect(byScript).toEqual(plain);
    },
  );

  it.each(INSTALLERS)(
    'by %s a second time changes nothing, and `helm uninstall tracer` removes everything',
    (installer) =>
      inNamespace(async (namespace) => {
        const again = () => install(installer, ['--namespace', namespace, '--yes'], environment());
        const first = await again();
        expect(first).toMatchObject({status: 0, stderr: ''});
        const before = await passwordAnd(namespace);
        expect(await again()).toMatchObject({status: 0, stderr: ''});
        expect(await passwordAnd(namespace)).toEqual(before);
        const less = ['--namespace', namespace, '--yes', '--skip-pma'];
        const second = await install(installer, less, environment());
        expect(second).toMatchObject({status: 0, stderr: ''});
        expect(second.stdout).toMatch(/^ {2}Remove {6}.*Service\/tracer-sample-app$/m);
        expect(second.stdout).toMatch(/^ {2}Remove {6}.*Deployment\/tracer-sample-app\b/m);
        const [password] = await passwordAnd(namespace);
        expect(password).toBe(before[0]);
        expect(await helm(major, ['uninstall', 'tracer', '-n', namespace])).toMatchObject({status: 0});
        expect(await leftIn(namespace)).toEqual([]);
      }),
  );
});

async function passwordAnd(namespace: string): Promise<readonly unknown[]> {
  const {stdout} = await kubectl([
    'get',
    'secret',
    'tracer-postgresql',
    '-n',
    namespace,
    '-o',
    'jsonpath={.data.password}',
  ]);
  return [stdout, await installedIn(namespace)];
}

// The namespace has a fixed name, which may be in use on a cluster that was not started for the tests.
const ownCluster = clusterAccess().simulated ? describe : describe.skip;

ownCluster('without any option', () => {
  it.each(INSTALLERS)('%s creates namespace tracer and installs into it', async (installer) => {
    const [major = 3] = helmMajors;
    const repository = await serveChart(major);
    try {
      const {status, stdout, stderr} = await install(installer, [], {
        helm: major,
        chartRepository: repository.url,
      });
      expect({status, stderr}).toEqual({status: 0, stderr: ''});
      expect(stdout.split('\n').slice(-5)).toEqual([
        'tracer is installed in namespace tracer.',
        '  Connect:    kubectl --context apigen-test --namespace tracer port-forward service/tracer 11633:11633',
        '  Open:       http://localhost:11633',
        '  Uninstall:  helm uninstall tracer --kube-context apigen-test --namespace tracer',
        '',
      ]);
    } finally {
      repository.close();
      await kubectl(['delete', 'namespace', 'tracer', '--ignore-not-found']);
    }
  });
});
