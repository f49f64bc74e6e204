import {mkdtempSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {clusterAccess} from '../control-plane/cluster-access.ts';
import {type ChartRepository, serveChart} from '../support/chart-repository.ts';
import {helm, helmMajors, inNamespace, kubectl} from '../support/clients.ts';
import {INSTALLERS, install} from '../support/installers.ts';
import {
  kubeconfigAt,
  kubeconfigNaming,
  kubeconfigOf,
  kubeconfigWith,
  serverAddress,
} from '../support/kubeconfigs.ts';
import {namesIn} from '../support/objects.ts';

const [major = 3] = helmMajors;
let repository: ChartRepository;
beforeAll(async () => {
  repository = await serveChart(major);
});
afterAll(() => repository.close());
const environment = () => ({helm: major, chartRepository: repository.url});
const byCommand = (options: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  install('command', options, {...environment(), env});

/** A namespace that is being deleted, for as long as `test` runs. */
const inTerminatingNamespace = (test: (namespace: string) => Promise<void>) =>
  inNamespace(async (namespace) => {
    const configMap = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {name: 'kept', finalizers: ['apigen.test/kept']},
    };
    await kubectl(['create', '-n', namespace, '-f', '-'], JSON.stringify(configMap));
    await kubectl(['delete', 'namespace', namespace, '--wait=false']);
    await test(namespace);
    const free = '{"metadata":{"finalizers":[]}}';
    await kubectl(['patch', 'configmap', 'kept', '-n', namespace, '--type=merge', '-p', free]);
  });

describe.each(INSTALLERS)('before anything changes, the %s reports', (installer) => {
  it.each([
    {
      program: 'helm' as const,
      want: 'Error: helm not found: install it (https://helm.sh/docs/intro/install/) and make sure that it is on PATH\n',
    },
    {
      program: 'kubectl' as const,
      want: 'Error: kubectl not found: install it (https://kubernetes.io/docs/tasks/tools/) and make sure that it is on PATH\n',
    },
  ])('that $program is missing', async ({program, want}) => {
    const found = await install(installer, [], {...environment(), without: [program]});
    expect(found).toEqual({status: 1, stdout: expect.any(String), stderr: want});
  });

  it('that no cluster answers', async () => {
    // The port of TCP's discard service: nothing listens there, and no test gets it.
    const KUBECONFIG = kubeconfigAt('https://127.0.0.1:9');
    const {status, stderr} = await install(installer, [], {...environment(), env: {KUBECONFIG}});
    const want = {
      command: /^Error: the cluster of context apigen-test .*does not answer: .*refused/,
      script: /^Error: cannot use the cluster of context apigen-test: .*refused/,
    };
    expect({status, stderr}).toEqual({status: 1, stderr: expect.stringMatching(want[installer])});
  });

  it('an unknown context', async () => {
    const {status, stderr} = await install(installer, ['--context', 'nowhere'], environment());
    const want = {
      command: 'unknown context "nowhere": expected one of apigen-test',
      script: 'cannot use the cluster of context nowhere: error: context "nowhere" does not exist',
    };
    expect({status, stderr}).toEqual({status: 1, stderr: `Error: ${want[installer]}\n`});
  });

  it('that there is no kubeconfig', async () => {
    const env = {KUBECONFIG: '/nowhere/config'};
    const {status, stderr} = await install(installer, [], {...environment(), env});
    const want = {
      command: `the kubeconfig /nowhere/config does not exist or has no context
ask the cluster's administrator for a kubeconfig, and set $KUBECONFIG to its path`,
      script:
        'the kubeconfig has no current context: add --context <name>, or run `kubectl config use-context <name>`',
    };
    expect({status, stderr}).toEqual({status: 1, stderr: `Error: ${want[installer]}\n`});
  });

  it('that the chart repository cannot be reached', async () => {
    const {status, stderr} = await install(installer, ['--chart-repo', 'http://127.0.0.1:9'], environment());
    expect({status, stderr}).toEqual({
      status: 1,
      stderr: expect.stringMatching(/^Error: cannot (fetch|install) the chart.*127\.0\.0\.1:9.*refused/),
    });
  });

  it('an object that belongs to something else', () =>
    inNamespace(async (namespace) => {
      await kubectl(['create', 'service', 'clusterip', 'tracer', '--tcp=80:80', '-n', namespace]);
      const {status, stderr} = await install(installer, ['--namespace', namespace], environment());
      expect({status, stderr}).toEqual({
        status: 1,
        stderr: expect.stringMatching(
          /^Error: cannot install the chart: .*Service "tracer" in namespace "\S+" exists and cannot be imported/,
        ),
      });
      expect(await namesIn(namespace)).toEqual(['Service/tracer']);
    }));

  it('a backend that exists already', () =>
    inNamespace(async (namespace) => {
      await kubectl(['create', 'service', 'clusterip', 'kinda-query', '--tcp=80:80', '-n', namespace]);
      const {status, stderr} = await install(installer, ['--namespace', namespace], environment());
      expect({status, stderr}).toEqual({
        status: 1,
        stderr: expect.stringContaining(
          `Service kinda-query in namespace ${namespace} belongs to something else, and there can be only one: add --skip-backend to read from that backend, or install into another namespace`,
        ),
      });
    }));

  it('a user without permissions', () =>
    inNamespace(async (namespace) => {
      const KUBECONFIG = await kubeconfigOf(namespace, 'developer', 'view');
      const before = await namesIn(namespace);
      const given = {...environment(), env: {KUBECONFIG}};
      const {status, stderr} = await install(installer, ['--namespace', namespace], given);
      expect({status, stderr}).toEqual({
        status: 1,
        stderr: expect.stringMatching(
          new RegExp(`^Error: missing permissions? in namespace ${namespace}: .*create deployments\\.apps`),
        ),
      });
      expect(await namesIn(namespace)).toEqual(before);
    }));

  it('a namespace that is being deleted', () =>
    inTerminatingNamespace(async (namespace) => {
      const {status, stderr} = await install(installer, ['--namespace', namespace], environment());
      expect({status, stderr}).toEqual({
        status: 1,
        stderr: expect.stringContaining(`Error: namespace ${namespace} is being deleted: wait`),
      });
    }));

  it('nothing for a user with the role admin in the namespace', () =>
    inNamespace(async (namespace) => {
      const KUBECONFIG = await kubeconfigOf(namespace, 'developer', 'admin');
      const given = {...environment(), env: {KUBECONFIG}};
      const {status, stderr} = await install(installer, ['--namespace', namespace], given);
      expect({status, stderr}).toEqual({status: 0, stderr: ''});
    }));
});

describe('before anything changes, the command reports', () => {
  it('rejected credentials', async () => {
    const {status, stderr} = await byCommand([], {KUBECONFIG: kubeconfigWith({token: 'expired'})});
    expect({status, stderr}).toEqual({
      status: 1,
      stderr: `Error: the cluster of context apigen-test (${serverAddress().origin}) rejects your credentials: You must be logged in to the server (Unauthorized)
log in again, check with \`kubectl --context apigen-test auth whoami\`, or add --context for another cluster
`,
    });
  });

  it('commands in which a context with special characters is quoted', () =>
    inNamespace(async (namespace) => {
      const context = "prod (eu)'s";
      const word = "'prod (eu)'\\''s'";
      const report = async (KUBECONFIG: string) =>
        (await byCommand(['--namespace', namespace], {KUBECONFIG})).stderr;
      expect(await report(kubeconfigNaming(context, {token: 'expired'}))).toContain(
        `check with \`kubectl --context ${word} auth whoami\``,
      );
      await kubectl(['create', 'service', 'clusterip', 'tracer', '--tcp=80:80', '-n', namespace]);
      expect(await report(kubeconfigNaming(context))).toContain(
        `Service tracer does not belong to this release: choose another namespace with --namespace, or, if it is not needed, delete it with \`kubectl delete Service tracer --context ${word} --namespace ${namespace}\``,
      );
    }));

  it('that a user may not create the namespace', () =>
    inNamespace(async (namespace) => {
      const KUBECONFIG = await kubeconfigOf(namespace, 'developer');
      const subject = `--serviceaccount=${namespace}:developer`;
      await kubectl(['create', 'clusterrolebinding', namespace, '--clusterrole=view', subject]);
      const {status, stderr} = await byCommand(['--namespace', 'nowhere'], {KUBECONFIG});
      await kubectl(['delete', 'clusterrolebinding', namespace]);
      expect({status, stderr}).toEqual({
        status: 1,
        stderr:
          'Error: namespace nowhere does not exist, and you may not create it: ask the cluster\'s administrator to create it and to bind ClusterRole "admin" to you in it, or choose another with --namespace\n',
      });
    }));

  it('that it assumes a namespace which the user may not read', () =>
    inNamespace(async (namespace) => {
      const KUBECONFIG = await kubeconfigOf(namespace, 'developer', 'edit');
      const {status, stdout} = await byCommand(['--namespace', 'not-mine', '--dry-run'], {KUBECONFIG});
      expect(status).toBe(1);
      expect(stdout).toContain('✔ assuming that namespace not-mine exists: you may not read namespaces\n');
    }));

  it.each([
    {name: 'other', version: '1.2.3'},
    {name: 'tracer-2go', version: '1.2.3'},
  ])('a release of another chart, $name', ({name, version}) =>
    inNamespace(async (namespace) => {
      const chart = mkdtempSync(path.join(clusterAccess().folder, 'other-'));
      writeFileSync(path.join(chart, 'Chart.yaml'), `apiVersion: v2\nname: ${name}\nversion: ${version}\n`);
      expect(await helm(major, ['install', 'tracer', chart, '-n', namespace])).toMatchObject({status: 0});
      const {status, stderr} = await byCommand(['--namespace', namespace]);
      expect({status, stderr}).toEqual({
        status: 1,
        stderr: `Error: namespace ${namespace} has a release "tracer" of another chart, ${name}-${version}: choose another namespace with --namespace, or remove that release with \`helm uninstall tracer --kube-context apigen-test --namespace ${namespace}\`\n`,
      });
    }),
  );
});

describe('an upgrade that would delete the volume of the database is refused', () => {
  const LITTLE = ['--skip-pma', '--skip-collector', '--skip-backend', '--yes'];

  it.each([
    ['fullnameOverride=traces'],
    ['nameOverride=traces'],
    ['postgresql.enabled=false', 'externalDatabase.host=db', 'externalDatabase.password=x'],
  ])('by the command with %s', (...sets) =>
    inNamespace(async (namespace) => {
      const on = ['--namespace', namespace, ...LITTLE];
      expect(await byCommand(on)).toMatchObject({status: 0});
      const before = await namesIn(namespace);
      const {status, stderr} = await byCommand([...on, ...sets.flatMap((set) => ['--set', set])]);
      expect({status, stderr}).toEqual({
        status: 1,
        stderr:
          "Error: this would delete the database's volume data-tracer-postgresql-0 with its data, because the release would no longer contain StatefulSet/tracer-postgresql: leave the values that name or switch off the database as they were, or add --delete-data\n",
      });
      expect(await namesIn(namespace)).toEqual(before);
    }),
  );

  it('unless --delete-data is added; the plan then says so', () =>
    inNamespace(async (namespace) => {
      const on = ['--namespace', namespace, ...LITTLE, '--no-wait'];
      expect(await byCommand(on)).toMatchObject({status: 0});
      const renamed = [...on, '--set', 'fullnameOverride=traces', '--delete-data'];
      const {status, stdout} = await byCommand(renamed);
      expect(status).toBe(0);
      expect(stdout).toContain('  Remove      StatefulSet/tracer-postgresql\n');
      expect(stdout).toContain('  Delete      volume data-tracer-postgresql-0 and its data\n');
      expect(await namesIn(namespace)).toContain('StatefulSet/traces-postgresql');
    }));

  it('by the script', () =>
    inNamespace(async (namespace) => {
      const on = ['--namespace', namespace, ...LITTLE];
      const renamed = [...on, '--no-wait', '--set', 'fullnameOverride=traces'];
      expect(await byCommand(renamed)).toMatchObject({status: 0});
      const {status, stderr} = await install('script', on, environment());
      expect({status, stderr}).toEqual({
        status: 1,
        stderr:
          'Error: this would delete the database and its volume (StatefulSet/traces-postgresql), which the chart no longer renders: upgrade with `apigen tracer install` and the values of the installation\n',
      });
    }));
});
