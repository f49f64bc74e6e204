import {describe, expect, it} from '@jest/globals';
import {helmMajors, inNamespace, kubectl} from '../support/clients.ts';
import {leftIn, namesIn} from '../support/objects.ts';
import {tracer} from '../support/tracer.ts';

const DATA = ['persistentvolumeclaim/data-tracer-postgresql-0', 'secret/tracer-postgresql'];

async function passwordIn(namespace: string): Promise<string> {
  const args = ['get', 'secret', 'tracer-postgresql', '-n', namespace, '-o', 'jsonpath={.data.password}'];
  return (await kubectl(args)).stdout;
}

describe.each(helmMajors)('the commands under helm %i', (major) => {
  const given = {helm: major, chartRepository: 'http://127.0.0.1:9'};

  it('report a healthy installation, keep its data, use it again, and remove everything', () =>
    inNamespace(async (namespace) => {
      const on = (...args: string[]) => tracer(given, [...args, '--namespace', namespace]);
      expect(await on('install', '--skip-pma')).toMatchObject({status: 0, stderr: ''});
      const password = await passwordIn(namespace);

      const status = await on('status', '--json');
      expect({...JSON.parse(status.stdout), workloads: [], services: [], connections: []}).toEqual({
        server: {name: 'tracer', port: 11633, path: ''},
        context: expect.any(String),
        namespace,
        release: {status: 'deployed', revision: 1, chart: 'tracer-0.1.0'},
        healthy: true,
        workloads: [],
        services: [],
        connections: [],
        diagnosis: [],
      });
      expect(
        (await on('status')).stdout.replace(/^Connections\n(?: .*\n)*/m, ''),
      ).toBe(`Release tracer (tracer-0.1.0, revision 1, deployed) in namespace ${namespace} of context apigen-test
  ✔ tracer            1/1 docker.io/kubeshop/tracetest:v0.16.0
  ✔ tracer-backend    1/1 docker.io/jaegertracing/jaeger:2.1.0
  ✔ tracer-collector  1/1 docker.io/otel/opentelemetry-collector-contrib:0.157.0
  ✔ tracer-postgresql 1/1 docker.io/library/postgres:15.17-bookworm
Addresses in the cluster
  kinda-query.${namespace}: 16685, 16686, 4317, 4318
  tracer.${namespace}: 11633, 21321, 4317, 4318
  tracer-collector.${namespace}: 4317, 4318
  tracer-postgresql.${namespace}: 5432
Everything that could be checked is healthy
`);
      const version = JSON.parse((await on('version', '--json')).stdout);
      expect(version).toMatchObject({client: '0.1.0', server: {version: 'v0.16.0', namespace}});

      const kept = await on('uninstall', '--yes', '--keep-data', '--json');
      expect(JSON.parse(kept.stdout)).toMatchObject({removed: ['release/tracer'], kept: DATA});
      expect(await namesIn(namespace)).toEqual([
        'PersistentVolumeClaim/data-tracer-postgresql-0',
        'Secret/tracer-postgresql',
      ]);

      expect(await on('install', '--skip-pma')).toMatchObject({status: 0, stderr: ''});
      expect(await passwordIn(namespace)).toBe(password);
      expect(await on('uninstall', '--yes')).toMatchObject({status: 0, stderr: ''});
      expect(await leftIn(namespace)).toEqual([]);
    }));

  it('remove kept data without a release, and then report that there is nothing', () =>
    inNamespace(async (namespace) => {
      const on = (...args: string[]) => tracer(given, [...args, '--namespace', namespace]);
      await on('install', '--skip-pma', '--skip-collector', '--skip-backend', '--no-wait');
      await on('uninstall', '--yes', '--keep-data');
      const kept = `Error: no release "tracer" in namespace ${namespace} of context apigen-test; an earlier release left ${DATA.join(', ')}
install again to use it, or uninstall without --keep-data to delete it
`;
      expect(await on('status')).toMatchObject({status: 1, stderr: kept});
      expect(await on('uninstall', '--yes', '--keep-data')).toMatchObject({status: 1, stderr: kept});
      expect(await on('uninstall', '--yes')).toMatchObject({status: 0, stderr: ''});
      expect(await leftIn(namespace)).toEqual([]);
      const {status, stderr} = await on('uninstall', '--yes');
      expect({status, stderr}).toEqual({
        status: 1,
        stderr: expect.stringMatching(
          new RegExp(
            `^Error: no release "tracer" in namespace ${namespace} of context \\S+: choose another namespace with`,
          ),
        ),
      });
      expect(await on('status')).toMatchObject({status: 1, stderr});
    }));

  it('report which pods a quota refuses', () =>
    inNamespace(async (namespace) => {
      const on = (...args: string[]) => tracer(given, [...args, '--namespace', namespace]);
      await kubectl(['create', 'quota', 'none', '--hard=pods=0', '-n', namespace]);
      await on('install', '--skip-pma', '--skip-collector', '--skip-backend', '--timeout', '5s');
      const {status, stdout} = await on('status');
      const refused = 'is forbidden: exceeded quota: none, requested: pods=1, used: pods=0, limited: pods=0';
      expect(status).toBe(1);
      expect(stdout).toMatch(
        new RegExp(
          `✘ tracer            0/1 docker.io/kubeshop/tracetest:v0.16.0: pods "tracer-\\S+" ${refused}\\n`,
        ),
      );
      expect(stdout).toMatch(
        new RegExp(`✘ tracer-postgresql 0/1 docker\\S+: pods "tracer-postgresql-0" ${refused}\\n`),
      );
      expect(stdout).toContain('\nNot healthy: tracer 0/1, tracer-postgresql 0/1\nEvents in namespace ');
    }));

  it('refuse values that the chart does not know before anything changes', () =>
    inNamespace(async (namespace) => {
      const {status, stderr} = await tracer(given, [
        'install',
        '--namespace',
        namespace,
        '--set',
        'postgresql.persistance.size=1Gi',
      ]);
      expect({status, stderr}).toEqual({
        status: 1,
        stderr: expect.stringContaining("'persistance' not allowed"),
      });
      expect(await namesIn(namespace)).toEqual([]);
    }));

  it('install the sample application with a target of the user', () =>
    inNamespace(async (namespace) => {
      const set = ['--set', 'sampleApp.otlpEndpoint=otel.shop:4318'];
      const options = ['--skip-collector', '--skip-backend', ...set, '--namespace', namespace];
      const {status, stdout, stderr} = await tracer(given, ['install', ...options]);
      expect({status, stderr}).toEqual({status: 0, stderr: ''});
      expect(stdout).toContain('  Sample app  sends its traces to http://otel.shop:4318\n');
      const endpoint = '{.spec.template.spec.containers[0].env[0].value}';
      const args = ['get', 'deployment', 'tracer-sample-app', '-n', namespace, '-o', `jsonpath=${endpoint}`];
      expect((await kubectl(args)).stdout).toBe('http://otel.shop:4318');
    }));
});
