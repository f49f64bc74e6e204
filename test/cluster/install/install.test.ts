import {describe, expect, it} from '@jest/globals';
import type {Finished} from '../../run.ts';
import {chartFolder, servedChart} from '../support/chart-repository.ts';
import {helm, helmMajors, inNamespace, kubectl} from '../support/clients.ts';
import {INSTALLERS, install} from '../support/installers.ts';
import {dataIn, installedIn, leftIn} from '../support/objects.ts';

/** Options of an installer, and the values with which plain helm installs the same. */
interface Case {
  readonly options: readonly string[];
  readonly values: readonly string[];
}

const A = 'telemetry.dataStores.kindA.kindA.endpoint';
const KIND_A = [`${A}=kindA-query:16685`, 'server.telemetry.dataStore=kindA'];
const OWN_A = [`${A}=jaeger.tracing:16685`, 'server.telemetry.dataStore=kindA'];
const KIND_B = [
  'telemetry.dataStores.kindB.kindB.endpoint=tempo.tracing:9095',
  'server.telemetry.dataStore=kindB',
];
const TO_OWN_A = ['--trace-backend-endpoint', 'jaeger.tracing:16685'];
const TO_KIND_B = ['--trace-backend', 'kindB', '--trace-backend-endpoint', 'tempo.tracing:9095'];
const COLLECTOR = 'collector.enabled=true';
const BACKEND = 'backend.enabled=true';
const SAMPLE = 'sampleApp.enabled=true';

const CASES: readonly Case[] = [
  {options: [], values: [...KIND_A, COLLECTOR, BACKEND, SAMPLE]},
  {options: TO_OWN_A, values: [...OWN_A, COLLECTOR, SAMPLE]},
  {options: TO_KIND_B, values: [...KIND_B, COLLECTOR, SAMPLE]},
  {
    options: ['--collector-export-endpoint', 'otlp.tracing:14317', '--skip-backend', '--skip-pma'],
    values: [...KIND_A, COLLECTOR, 'collector.export.endpoint=otlp.tracing:14317'],
  },
  {options: ['--skip-collector'], values: [...KIND_A, BACKEND, SAMPLE]},
  {options: ['--skip-backend'], values: [...KIND_A, COLLECTOR, SAMPLE]},
  {options: ['--skip-collector', '--skip-pma', '--skip-backend'], values: KIND_A},
];

describe.each(helmMajors)('an installation under helm %i', (major) => {
  const environment = servedChart(major);

  /** The objects in a new namespace after `fill` has installed into it. */
  const installedBy = (fill: (namespace: string) => Promise<Finished>) =>
    inNamespace(async (namespace) => {
      expect(await fill(namespace)).toMatchObject({status: 0, stderr: ''});
      return installedIn(namespace);
    });

  it.each(CASES)('with $options gives the same by command, script and helm', async ({options, values}) => {
    const sets = values.map((value) => `--set=${value}`);
    const fills = [
      ...INSTALLERS.map(
        (installer) => (namespace: string) =>
          install(installer, ['--namespace', namespace, '--yes', ...options], environment()),
      ),
      (namespace: string) => helm(major, ['install', 'tracer', chartFolder, '-n', namespace, ...sets]),
    ];
    const [byCommand, byScript, plain] = await Promise.all(fills.map(installedBy));
    expect(byCommand).toEqual(plain);
    expect(byScript).toEqual(plain);
  });

  it.each(INSTALLERS)(
    'by %s a second time changes nothing, and `helm uninstall tracer` removes everything',
    (installer) =>
      inNamespace(async (namespace) => {
        const run = (...options: string[]) =>
          install(installer, ['--namespace', namespace, '--yes', ...options], environment());
        expect(await run()).toMatchObject({status: 0, stderr: ''});
        const [data, objects] = [await dataIn(namespace), await installedIn(namespace)];
        expect(await run()).toMatchObject({status: 0, stderr: ''});
        expect(await installedIn(namespace)).toEqual(objects);
        const less = await run('--skip-pma');
        expect(less).toMatchObject({status: 0, stderr: ''});
        if (installer === 'command')
          expect(less.stdout).toMatch(/^ {2}Remove {6}Service\/tracer-sample-app$/m);
        expect(await dataIn(namespace)).toBe(data);
        expect(await helm(major, ['uninstall', 'tracer', '-n', namespace])).toMatchObject({status: 0});
        expect(await leftIn(namespace)).toEqual([]);
      }),
  );
});

const environment = servedChart();

it.each(INSTALLERS)(
  'without any option %s creates namespace tracer and installs into it',
  async (installer) => {
    try {
      const {status, stdout, stderr} = await install(installer, [], environment());
      expect({status, stderr}).toEqual({status: 0, stderr: ''});
      const keep = 'apigen tracer uninstall --keep-data --context apigen-test --namespace tracer';
      const remove = 'helm uninstall tracer --kube-context apigen-test --namespace tracer';
      const lines = {
        command: `${remove}\n              deletes the database with its data; to keep it: ${keep}`,
        script: `\`${remove}\`, which deletes the database with its data (\`${keep}\` keeps it, or before it \`helm upgrade tracer tracer --repo ${environment().chartRepository} --reset-then-reuse-values --set postgresql.persistence.retain=true --kube-context apigen-test --namespace tracer\`)`,
      };
      expect(
        stdout.slice(stdout.indexOf('tracer is installed')),
      ).toBe(`tracer is installed in namespace tracer.
  Connect:    kubectl --context apigen-test --namespace tracer port-forward service/tracer 11633:11633
  Open:       http://localhost:11633
  Uninstall:  ${lines[installer]}
`);
    } finally {
      await kubectl(['delete', 'namespace', 'tracer', '--ignore-not-found']);
    }
  },
);
