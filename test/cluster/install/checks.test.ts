import {mkdtempSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {clusterAccess} from '../control-plane/cluster-access.ts';
import {servedChart} from '../support/chart-repository.ts';
import {helm, helmMajors, inNamespace, kubectl} from '../support/clients.ts';
import {INSTALLERS, install} from '../support/installers.ts';
import {kubeconfigAt, kubeconfigOf, kubeconfigWith} from '../support/kubeconfigs.ts';
import {installedIn, namesIn} from '../support/objects.ts';
import {setFlags} from '../support/render.ts';

const [major] = helmMajors;
const LITTLE = ['--skip-pma', '--skip-collector', '--skip-backend', '--yes'];
const environment = servedChart();
const byCommand = (options: readonly string[]) => install('command', options, environment());

const OTHER_DATABASE = {
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: {name: 'shop', labels: {'app.kubernetes.io/component': 'database'}},
  spec: {
    selector: {matchLabels: {app: 'shop'}},
    template: {metadata: {labels: {app: 'shop'}}, spec: {containers: [{name: 'shop', image: 'shop'}]}},
    volumeClaimTemplates: [
      {
        metadata: {name: 'data'},
        spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}},
      },
    ],
    persistentVolumeClaimRetentionPolicy: {whenDeleted: 'Delete'},
  },
};

const NO_CONTEXT = {
  command: /^error: cannot find a cluster in the kubeconfig: .*\n {4}choose a context with --context/,
  script: /^error: the kubeconfig has no current context: add --context <name>/,
};
const UNKNOWN = {
  command: /^error: cannot find a cluster in the kubeconfig: cannot locate context nowhere\n/,
  script: /^error: cannot use the cluster of context nowhere: error: context "nowhere" does not exist\n/,
};
const REFUSED = /^error: cannot use the cluster of context apigen-test.*: .*refused/;
const LOGIN = /^error: cannot use the cluster of context prod \(eu\)'s.*You must be logged in to the server/;
const NO_CHARTS = /^error: cannot install the chart.*127\.0\.0\.1:9.*refused/;

describe.each(INSTALLERS)('before anything changes, the %s reports', (installer) => {
  // Nothing listens on the port of TCP's discard service.
  it.each([
    {name: 'that no cluster answers', at: () => kubeconfigAt('https://127.0.0.1:9'), want: REFUSED},
    {name: 'rejected credentials', at: () => kubeconfigWith("prod (eu)'s", {token: 'expired'}), want: LOGIN},
    {name: 'that there is no kubeconfig', at: () => '/nowhere/config', want: NO_CONTEXT[installer]},
    {name: 'an unknown context', options: ['--context', 'nowhere'], want: UNKNOWN[installer]},
    {name: 'a missing chart repository', options: ['--chart-repo', 'http://127.0.0.1:9'], want: NO_CHARTS},
  ])('$name', async ({at, options = [], want}) => {
    const {status, stderr} = await install(installer, options, environment(at ? {KUBECONFIG: at()} : {}));
    expect({status, stderr}).toEqual({status: 1, stderr: expect.stringMatching(want)});
    if (want === LOGIN && installer === 'command')
      expect(stderr).toContain("login with `kubectl --context 'prod (eu)'\\''s' version`");
  });

  it.each([
    {name: 'tracer', want: 'exists and cannot be imported'},
    {name: 'kinda-query', want: 'belongs to something else, and there can be only one: add --skip-backend'},
  ])('a Service $name that belongs to something else', ({name, want}) =>
    inNamespace(async (namespace) => {
      await kubectl(['create', 'service', 'clusterip', name, '--tcp=80:80', '-n', namespace]);
      const {status, stderr} = await install(installer, ['--namespace', namespace], environment());
      expect({status, stderr}).toEqual({status: 1, stderr: expect.stringContaining(want)});
      expect(stderr).toMatch(/^error: cannot install the chart: /);
      expect(await namesIn(namespace)).toEqual([`Service/${name}`]);
    }),
  );

  it.each([
    {role: 'view', want: {status: 1, stderr: expect.stringMatching(/^error: cannot .*secrets is forbidden/)}},
    {role: 'edit', want: {status: 0, stderr: ''}},
  ])('what a user with the role $role may not do', ({role, want}) =>
    inNamespace(async (namespace) => {
      const KUBECONFIG = await kubeconfigOf(namespace, 'developer', role);
      const before = await namesIn(namespace);
      const installed = await install(installer, ['--namespace', namespace], environment({KUBECONFIG}));
      expect(installed).toMatchObject(want);
      if (want.status === 1) expect(await namesIn(namespace)).toEqual(before);
    }),
  );
});

it('the command refuses a release of another chart', () =>
  inNamespace(async (namespace) => {
    const chart = mkdtempSync(path.join(clusterAccess().folder, 'other-'));
    writeFileSync(path.join(chart, 'Chart.yaml'), 'apiVersion: v2\nname: tracer-2go\nversion: 1.2.3\n');
    expect(await helm(major, ['install', 'tracer', chart, '-n', namespace])).toMatchObject({status: 0});
    expect(await byCommand(['--namespace', namespace])).toMatchObject({
      status: 1,
      stderr: `error: namespace ${namespace} has a release "tracer" of another chart, tracer-2go-1.2.3: choose another namespace with --namespace\n`,
    });
  }));

it('after an uninstallation whose history is kept, the plan is that of a first installation', () =>
  inNamespace(async (namespace) => {
    const on = ['--namespace', namespace, ...LITTLE];
    expect(await byCommand(on)).toMatchObject({status: 0});
    const remove = ['uninstall', 'tracer', '--keep-history', '--wait', '--namespace', namespace];
    expect(await helm(major, remove)).toMatchObject({status: 0});
    const {stdout} = await byCommand([...on, '--dry-run']);
    expect(stdout).toContain('  Release     tracer, will be installed\n');
    expect(stdout).not.toMatch(/^ {2}(Add|Change|Remove) /m);
  }));

describe('an upgrade that would delete the volume of the database is refused', () => {
  it.each([
    ['fullnameOverride=traces'],
    ['nameOverride=traces'],
    ['postgresql.enabled=false', 'externalDatabase.host=db', 'externalDatabase.password=x'],
  ])('by the command with %s', (...sets) =>
    inNamespace(async (namespace) => {
      const on = ['--namespace', namespace, ...LITTLE];
      expect(await byCommand(on)).toMatchObject({status: 0});
      const before = await namesIn(namespace);
      const stderr = `error: this would delete the database's volume data-tracer-postgresql-0 with its data, because the release would no longer contain StatefulSet/tracer-postgresql: leave the values that name or switch off the database as they were, first upgrade with \`--set postgresql.persistence.retain=true\` to keep the volume, or add --delete-data\n`;
      expect(await byCommand([...on, ...setFlags(sets)])).toMatchObject({status: 1, stderr});
      expect(await namesIn(namespace)).toEqual(before);
    }),
  );

  it('unless --delete-data is added; plan and advice then say so', () =>
    inNamespace(async (namespace) => {
      const on = ['--namespace', namespace, ...LITTLE];
      expect(await byCommand(on)).toMatchObject({status: 0});
      const never = String.raw`podAnnotations.apigen\.test/play=image-never-starts`;
      const sets = setFlags(['fullnameOverride=traces', never]);
      const {status, stdout, stderr} = await byCommand([...on, ...sets, '--delete-data', '--timeout=5s']);
      expect(status).toBe(1);
      expect(stderr).toMatch(
        /; if the volume data-\S+ is already deleted, revision 1 has an empty database\n$/,
      );
      expect(stdout).toContain('  Remove      StatefulSet/tracer-postgresql\n');
      expect(stdout).toContain('  Delete      volume data-tracer-postgresql-0 and its data\n');
      expect(await namesIn(namespace)).toContain('StatefulSet/traces-postgresql');
    }));
});

describe('the script refuses a release with values that it does not set', () => {
  it('and names them, and two ways to upgrade', () =>
    inNamespace(async (namespace) => {
      const on = ['--namespace', namespace, ...LITTLE];
      const sets = ['server.service.type=NodePort', 'postgresql.auth.password=hunter2'];
      expect(await byCommand([...on, '--no-wait', ...setFlags(sets)])).toMatchObject({status: 0});
      const before = await installedIn(namespace);
      expect(await install('script', on, environment())).toMatchObject({
        status: 1,
        stderr: `error: release tracer in namespace ${namespace} has values that this script does not know and would reset: postgresql auth password service type
    upgrade with \`apigen tracer install --reuse-values --context apigen-test --namespace ${namespace}\`, or \`helm upgrade tracer tracer --repo ${environment().chartRepository} --reset-then-reuse-values --wait --kube-context apigen-test --namespace ${namespace}\`
`,
      });
      expect(await installedIn(namespace)).toEqual(before);
    }));

  it('but not one with the values of options, next to the database of another program', () =>
    inNamespace(async (namespace) => {
      const other = await kubectl(['apply', '-f', '-', '-n', namespace], JSON.stringify(OTHER_DATABASE));
      expect(other).toMatchObject({status: 0});
      const on = ['--namespace', namespace, '--skip-pma', '--yes'];
      const toKindB = ['--trace-backend', 'kindB', '--trace-backend-endpoint', 'tempo.shop:9095'];
      const given = [...on, ...toKindB, '--collector-export-endpoint', 'otel:4317', '--no-wait'];
      expect(await byCommand(given)).toMatchObject({status: 0});
      const again = await install('script', [...on, ...LITTLE], environment());
      expect(again).toMatchObject({status: 0, stderr: ''});
    }));
});
