import {describe, expect, it} from '@jest/globals';
import {helmMajors, inNamespace, kubectl} from '../support/clients.ts';
import {createClaim, leftIn} from '../support/objects.ts';
import {tracerIn} from '../support/tracer.ts';

const DATA = ['persistentvolumeclaim/data-tracer-postgresql-0', 'secret/tracer-postgresql'];

describe.each(helmMajors)('the commands under helm %i', (major) => {
  const given = {helm: major, chartRepository: 'http://127.0.0.1:9'};

  it('report a healthy installation, and in JSON what they keep and remove', () =>
    inNamespace(async (namespace) => {
      const on = tracerIn(given, namespace);
      expect(await on('install', '--skip-pma')).toMatchObject({status: 0, stderr: ''});
      expect(JSON.parse((await on('status', '--json')).stdout)).toMatchObject({
        ...{server: {name: 'tracer', port: 11633, path: ''}, version: 'v0.16.0', client: '0.1.0'},
        polling: {retryDelay: '5s', timeout: '1m', selectorMatchRetries: 3},
        ...{namespace, release: {status: 'deployed', revision: 1, chart: 'tracer-0.1.0'}},
        ...{healthy: true, diagnosis: []},
      });
      expect(
        (await on('status')).stdout.replaceAll(/^(Connections|Addresses in the cluster)\n(?: .*\n)*/gm, ''),
      ).toBe(`Release tracer (tracer-0.1.0, revision 1, deployed) in namespace ${namespace} of context apigen-test
Server v0.16.0, client 0.1.0
  ✔ tracer            1/1 docker.io/kubeshop/tracetest:v0.16.0
  ✔ tracer-backend    1/1 docker.io/jaegertracing/jaeger:2.1.0
  ✔ tracer-collector  1/1 docker.io/otel/opentelemetry-collector-contrib:0.157.0
  ✔ tracer-postgresql 1/1 docker.io/library/postgres:15.17-bookworm
Test runs
  wait at most 1m for their trace, and end when it has no new spans after 5s; a test with a selector that matches nothing polls 3 times more
Everything that could be checked is healthy
`);
      const kept = await on('uninstall', '--yes', '--keep-data', '--json');
      expect(JSON.parse(kept.stdout)).toMatchObject({removed: ['release/tracer'], kept: DATA});
      const rest = await on('uninstall', '--yes', '--json');
      expect(JSON.parse(rest.stdout)).toMatchObject({removed: DATA, kept: []});
    }));

  it('keep a volume that existed before, remove it without a release, and then report that there is nothing', () =>
    inNamespace(async (namespace) => {
      const on = tracerIn(given, namespace);
      await createClaim(namespace);
      const known = ['--no-wait', '--set=postgresql.auth.password=known'];
      const little = ['--skip-pma', '--skip-collector', '--skip-backend', ...known];
      expect(await on('install', ...little)).toMatchObject({status: 0, stderr: ''});
      expect(await on('uninstall', '--yes', '--keep-data')).toMatchObject({status: 0, stderr: ''});
      const kept = `error: no release "tracer" in namespace ${namespace} of context apigen-test; an earlier one left ${DATA.join(', ')}
    install again to use it, or uninstall without --keep-data to delete it
`;
      expect(await on('status')).toMatchObject({status: 1, stderr: kept});
      expect(await on('uninstall', '--yes', '--keep-data')).toMatchObject({status: 1, stderr: kept});
      expect(await on('uninstall', '--yes')).toMatchObject({status: 0, stderr: ''});
      expect(await leftIn(namespace)).toEqual([]);
      const none = `error: no release "tracer" in namespace ${namespace} of context apigen-test: choose another`;
      for (const command of [['uninstall', '--yes'], ['status']])
        expect(await on(...command)).toMatchObject({status: 1, stderr: expect.stringContaining(none)});
    }));

  it('report which pods a quota refuses', () =>
    inNamespace(async (namespace) => {
      const on = tracerIn(given, namespace);
      await kubectl(['create', 'quota', 'none', '--hard=pods=0', '-n', namespace]);
      await on('install', '--skip-pma', '--skip-collector', '--skip-backend', '--timeout', '5s');
      const {status, stdout} = await on('status');
      const quota = 'forbidden: exceeded quota: none, requested: pods=1, used: pods=0, limited: pods=0';
      expect(status).toBe(1);
      expect(stdout).toContain('  ✘ tracer            0/1 docker.io/kubeshop/tracetest:v0.16.0\n');
      expect(stdout).toContain(
        `\nNot healthy: tracer 0/1 (${quota}); tracer-postgresql 0/1\nEvents in namespace `,
      );
      // One cause of several objects is one line.
      expect(stdout).toMatch(
        new RegExp(`^ {2}Warning .*StatefulSet/tracer-postgresql.* FailedCreate: ${quota}$`, 'm'),
      );
      expect(stdout.split(quota)).toHaveLength(3);
    }));
});
