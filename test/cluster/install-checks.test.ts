import {mkdtempSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {type ChartRepository, serveChart} from './chart-repository.ts';
import {helm, helmMajors, inNamespace, kubectl} from './clients.ts';
import {clusterAccess} from './cluster-access.ts';
import {INSTALLERS, install} from './installers.ts';
import {kubeconfigAt, kubeconfigNaming, kubeconfigOf, kubeconfigWith, serverAddress} from './kubeconfigs.ts';
import {namesIn} from './objects.ts';

const [major = 3] = helmMajors;
let repository: ChartRepository;
beforeAll(async () => {
  repository = await serveChart(major);
});
afterAll(() => repository.close());
const surroundings = () => ({helm: major, chartRepository: repository.url});

describe.each(INSTALLERS)('before anything changes, the %s', (installer) => {
  it.each([
    {
      tool: 'helm' as const,
      want: 'Error: helm was not found: install it (https://helm.sh/docs/intro/install/), make sure that it is on PATH, and run this again\n',
    },
    {
      tool: 'kubectl' as const,
      want: 'Error: kubectl was not found: install it (https://kubernetes.io/docs/tasks/tools/), make sure that it is on PATH, and run this again\n',
    },
  ])('misses $tool', async ({tool, want}) => {
    const found = await install(installer, [], {...surroundings(), without: [tool]});
    expect(found).toEqual({status: 1, stdout: expect.any(String), stderr: want});
  });

  it('finds that no cluster answers', async () => {
    // The port of TCP's discard service: nothing listens there, and no test is given it.
    const KUBECONFIG = kubeconfigAt('https://127.0.0.1:9');
    const {status, stderr} = await install(installer, [], {...surroundings(), env: {KUBECONFIG}});
    const [first, ...rest] = stderr.split('\n');
    expect({status, first}).toEqual({
      status: 1,
      first: expect.stringMatching(
        /^Error: The cluster of context \S+ \(https:\/\/127\.0\.0\.1:9\) does not answer: /,
      ),
    });
    expect(rest.join('\n')).toContain('or choose another with --context');
  });

  it('finds that there is no kubeconfig', async () => {
    const found = await install(installer, [], {...surroundings(), env: {KUBECONFIG: '/nowhere/config'}});
    expect(found).toEqual({
      status: 1,
      stdout: expect.any(String),
      stderr:
        'Error: No cluster is known: /nowhere/config does not exist, or names no context. Have whoever runs the cluster give you a kubeconfig, and name its file in $KUBECONFIG\n',
    });
  });

  it('finds that the login is refused', async () => {
    const KUBECONFIG = kubeconfigWith({token: 'of-yesterday'});
    const {status, stderr} = await install(installer, [], {...surroundings(), env: {KUBECONFIG}});
    expect({status, stderr}).toEqual({
      status: 1,
      stderr: `Error: The cluster of context apigen-test (${serverAddress().origin}) does not take your login: You must be logged in to the server (Unauthorized)
Log in again, check with \`kubectl --context apigen-test auth whoami\`, or choose another with --context
`,
    });
  });

  it('quotes a context with an odd name in the lines that it suggests', () =>
    inNamespace(async (namespace) => {
      const context = "prod (eu)'s";
      const word = "'prod (eu)'\\''s'";
      const tell = async (KUBECONFIG: string) =>
        (await install(installer, ['--namespace', namespace], {...surroundings(), env: {KUBECONFIG}})).stderr;
      expect(await tell(kubeconfigNaming(context, {token: 'of-yesterday'}))).toContain(
        `Error: The cluster of context ${context} (${serverAddress().origin}) does not take your login: `,
      );
      expect(await tell(kubeconfigNaming(context, {token: 'of-yesterday'}))).toContain(
        `check with \`kubectl --context ${word} auth whoami\``,
      );
      await kubectl(['create', 'service', 'clusterip', 'tracer', '--tcp=80:80', '-n', namespace]);
      expect(await tell(kubeconfigNaming(context))).toContain(
        `remove it with \`kubectl delete Service tracer --context ${word} --namespace ${namespace}\``,
      );
    }));

  it('finds that the chart repository cannot be reached', async () => {
    const {status, stderr} = await install(installer, ['--chart-repo', 'http://127.0.0.1:9'], surroundings());
    const [first, ...rest] = stderr.split('\n');
    expect({status, first, rest}).toEqual({
      status: 1,
      first: expect.stringMatching(
        /^Error: The chart cannot be fetched from http:\/\/127\.0\.0\.1:9: .*connection refused$/,
      ),
      rest: [
        'Check address, version, network and proxy, or name another chart repository with --chart-repo',
        '',
      ],
    });
  });

  it('finds an object that belongs to something else', () =>
    inNamespace(async (namespace) => {
      await kubectl(['create', 'service', 'clusterip', 'tracer', '--tcp=80:80', '-n', namespace]);
      const {status, stderr} = await install(installer, ['--namespace', namespace], surroundings());
      expect({status, last: stderr.split('\n').at(-2)}).toEqual({
        status: 1,
        last: `Service tracer was not made by this release: choose another namespace with --namespace, or, if nobody needs it, remove it with \`kubectl delete Service tracer --context apigen-test --namespace ${namespace}\``,
      });
      expect(await namesIn(namespace)).toEqual(['Service/tracer']);
    }));

  it.each([
    {
      name: 'no role',
      role: undefined,
      lacks: /get secrets.*create deployments\.apps.*create statefulsets\.apps/,
    },
    {
      name: 'the role view',
      role: 'view',
      lacks: /get secrets.*create deployments\.apps.*create statefulsets\.apps/,
    },
  ])('finds that a user with $name lacks rights', ({role, lacks}) =>
    inNamespace(async (namespace) => {
      const KUBECONFIG = await kubeconfigOf(namespace, 'developer', role);
      const before = await namesIn(namespace);
      const {status, stderr} = await install(installer, ['--namespace', namespace], {
        ...surroundings(),
        env: {KUBECONFIG},
      });
      expect({status, stderr}).toEqual({status: 1, stderr: expect.stringMatching(lacks)});
      expect(stderr).toContain(`Error: You lack rights in namespace ${namespace}: `);
      expect(await namesIn(namespace)).toEqual(before);
    }),
  );

  it('has rights enough with the role admin in its namespace', () =>
    inNamespace(async (namespace) => {
      const KUBECONFIG = await kubeconfigOf(namespace, 'developer', 'admin');
      const {status, stderr} = await install(installer, ['--namespace', namespace], {
        ...surroundings(),
        env: {KUBECONFIG},
      });
      expect({status, stderr}).toEqual({status: 0, stderr: ''});
    }));

  it('finds that a user may not create the namespace', () =>
    inNamespace(async (namespace) => {
      const KUBECONFIG = await kubeconfigOf(namespace, 'developer');
      const subject = `--serviceaccount=${namespace}:developer`;
      await kubectl(['create', 'clusterrolebinding', namespace, '--clusterrole=view', subject]);
      const {status, stderr} = await install(installer, ['--namespace', 'nowhere'], {
        ...surroundings(),
        env: {KUBECONFIG},
      });
      await kubectl(['delete', 'clusterrolebinding', namespace]);
      expect({status, stderr}).toEqual({
        status: 1,
        stderr:
          'Error: There is no namespace nowhere, and you may not create one: have whoever runs the cluster create it and bind ClusterRole "admin" to you in it, or choose another with --namespace\n',
      });
    }));

  it.each([
    {name: 'other', version: '1.2.3'},
    {name: 'tracer-2go', version: '1.2.3'},
  ])('finds a release of another chart, $name', ({name, version}) =>
    inNamespace(async (namespace) => {
      const chart = mkdtempSync(path.join(clusterAccess().folder, 'other-'));
      writeFileSync(path.join(chart, 'Chart.yaml'), `apiVersion: v2\nname: ${name}\nversion: ${version}\n`);
      expect(await helm(major, ['install', 'tracer', chart, '-n', namespace])).toMatchObject({status: 0});
      const {status, stderr} = await install(installer, ['--namespace', namespace], surroundings());
      expect({status, stderr}).toEqual({
        status: 1,
        stderr: `Error: Namespace ${namespace} has a release "tracer" of another chart, ${name}-${version}: choose another namespace with --namespace, or remove that release with \`helm uninstall tracer --kube-context apigen-test --namespace ${namespace}\`\n`,
      });
    }),
  );

  it('finds a namespace that is being deleted', () =>
    inNamespace(async (namespace) => {
      const configMap = {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: {name: 'kept', finalizers: ['apigen.test/kept']},
      };
      await kubectl(['create', '-n', namespace, '-f', '-'], JSON.stringify(configMap));
      await kubectl(['delete', 'namespace', namespace, '--wait=false']);
      const {status, stderr} = await install(installer, ['--namespace', namespace], surroundings());
      expect({status, stderr}).toEqual({
        status: 1,
        stderr: expect.stringContaining(`Error: Namespace ${namespace} is being deleted: wait until`),
      });
      const free = '{"metadata":{"finalizers":[]}}';
      await kubectl(['patch', 'configmap', 'kept', '-n', namespace, '--type=merge', '-p', free]);
    }));

  it.each([
    {
      name: 'an unknown option',
      options: ['--colector'],
      want: 'Error: Nonexistent flag: --colector\nSee more help with --help\n',
    },
    {
      name: 'a word too much',
      options: ['now'],
      want: 'Error: Unexpected argument: now\nSee more help with --help\n',
    },
    {
      name: 'an option without its value',
      options: ['--namespace'],
      want: 'Error: Flag --namespace expects a value\nSee more help with --help\n',
    },
    {
      name: 'kindB without an endpoint',
      options: ['--trace-backend', 'kindB'],
      want: 'Error: --trace-backend kindB has no default endpoint: add --trace-backend-endpoint <host>:<port>, for example --trace-backend-endpoint tempo:9095\nSee more help with --help\n',
    },
    {
      name: 'a sample application with nowhere to send to',
      options: ['--skip-collector', '--skip-backend'],
      want: 'Error: Without a collector and without the bundled kind A backend, the sample application has nowhere to send its traces: add --skip-pma\nSee more help with --help\n',
    },
    {
      name: 'kindB and a sample application with nowhere to send to',
      options: ['--trace-backend=kindB', '--trace-backend-endpoint=tempo:9095', '--skip-collector'],
      want: 'Error: Without a collector and without the bundled kind A backend, the sample application has nowhere to send its traces: add --skip-pma\nSee more help with --help\n',
    },
  ])('refuses $name before it looks for any tool', async ({options, want}) => {
    const found = await install(installer, options, {...surroundings(), without: ['helm', 'kubectl']});
    expect(found).toEqual({status: 2, stdout: '', stderr: want});
  });
});
