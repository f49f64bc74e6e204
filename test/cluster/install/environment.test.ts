import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {clusterAccess} from '../control-plane/cluster-access.ts';
import {type ChartRepository, chartFolder, serveChart} from '../support/chart-repository.ts';
import {helm, helmMajors, inNamespace} from '../support/clients.ts';
import {INSTALLERS, install, invocation} from '../support/installers.ts';
import {capture, run} from '../support/run.ts';

const [major = 3] = helmMajors;
const access = clusterAccess();
const LITTLE = ['--skip-pma', '--skip-collector', '--skip-backend'];

let repository: ChartRepository;
let other: ChartRepository;
beforeAll(async () => {
  [repository, other] = await Promise.all([serveChart(major), serveChart(major)]);
});
afterAll(() => {
  repository.close();
  other.close();
});
const environment = () => ({helm: major, chartRepository: repository.url});

/** A kubeconfig with three more contexts: one has a space in its name and a namespace, two are of clusters that do not answer. */
async function manyContexts(): Promise<string> {
  const file = path.join(mkdtempSync(path.join(access.folder, 'contexts-')), 'config');
  writeFileSync(file, readFileSync(access.kubeconfig));
  const config = (...args: string[]) => capture(access.kubectl, ['--kubeconfig', file, 'config', ...args]);
  const view = JSON.parse(await config('view', '--minify', '-o', 'json'));
  const {cluster, user} = view.contexts[0].context;
  await config('set-cluster', 'dead', '--server=https://127.0.0.1:9');
  await config('set-context', 'two words', `--cluster=${cluster}`, `--user=${user}`, '--namespace=elsewhere');
  await config('set-context', 'dead-1', '--cluster=dead', '--namespace=elsewhere');
  await config('set-context', 'dead-2', '--cluster=dead');
  await config('use-context', 'dead-1');
  return file;
}

describe.each(INSTALLERS)('the %s', (installer) => {
  it('uses the context and the namespace of its options', () =>
    inNamespace(async (namespace) => {
      const env = {KUBECONFIG: await manyContexts()};
      const options = ['--namespace', namespace, '--context', 'two words', ...LITTLE];
      const {status, stdout, stderr} = await install(installer, options, {...environment(), env});
      expect({status, stderr}).toEqual({status: 0, stderr: ''});
      expect(stdout).toContain(
        `  Connect:    kubectl --context 'two words' --namespace ${namespace} port-forward service/tracer 11633:11633\n`,
      );
    }));

  it('reads all files of KUBECONFIG', async () => {
    const env = {KUBECONFIG: ['/nowhere', access.kubeconfig, await manyContexts()].join(path.delimiter)};
    const {status, stdout} = await install(
      installer,
      ['--namespace', 'nowhere', '--context', 'two words', '--dry-run'],
      {
        ...environment(),
        env,
      },
    );
    expect({status, last: stdout.trim().split('\n').at(-1)}).toEqual({
      status: 0,
      last: 'dry run: nothing was changed',
    });
  });

  it("ignores helm's variables for another cluster", async () => {
    const env = {
      HELM_KUBEAPISERVER: 'https://127.0.0.1:9',
      HELM_KUBECONTEXT: 'nowhere',
      HELM_NAMESPACE: 'kube-system',
    };
    const {status, stderr} = await install(installer, ['--namespace', 'nowhere', '--dry-run'], {
      ...environment(),
      env,
    });
    expect({status, stderr}).toEqual({status: 0, stderr: ''});
  });

  it('continues when its output is no longer read', () =>
    inNamespace(async (namespace) => {
      const {command, args, env, input} = invocation(
        installer,
        ['--namespace', namespace, ...LITTLE],
        environment(),
      );
      const line = ['-c', '"$@" | head -n 1; exit "${PIPESTATUS[0]}"', 'bash', command, ...args];
      const {status, stdout, stderr} = await run('bash', line, {env, input});
      expect({status, stdout, stderr}).toEqual({
        status: 0,
        stdout: expect.stringMatching(/^.+\n$/),
        stderr: '',
      });
      expect((await helm(major, ['status', 'tracer', '-n', namespace])).stdout).toContain('STATUS: deployed');
    }));

  it('leaves helm’s list of repositories alone, also when it has one without an index', async () => {
    const home = mkdtempSync(path.join(access.folder, 'no-index-'));
    const env = {HELM_CONFIG_HOME: home, HELM_CACHE_HOME: path.join(home, 'cache')};
    const {env: all} = invocation(installer, [], {...environment(), env});
    await capture('helm', ['repo', 'add', 'mine', other.url], {env: all});
    rmSync(path.join(home, 'cache'), {recursive: true});
    await inNamespace(async (namespace) => {
      const options = ['--namespace', namespace, '--chart-repo', repository.url, ...LITTLE];
      expect(await install(installer, options, {...environment(), env})).toMatchObject({
        status: 0,
        stderr: '',
      });
    });
    const listed = await capture('helm', ['repo', 'list', '--output', 'json'], {env: all});
    expect(JSON.parse(listed)).toEqual([{name: 'mine', url: other.url}]);
  });
});

it.each(helmMajors)(
  'the command takes the chart from a repository with a password, with helm %s',
  async (helmMajor) => {
    const own = await serveChart(helmMajor, chartFolder, 'bob:hunter2');
    const home = mkdtempSync(path.join(access.folder, 'private-'));
    const env = {HELM_CONFIG_HOME: home, HELM_CACHE_HOME: path.join(home, 'cache')};
    const {env: all} = invocation('command', [], {helm: helmMajor, chartRepository: own.url, env});
    const login = ['repo', 'add', 'private', own.url, '--username', 'bob', '--password-stdin'];
    expect(await run('helm', login, {env: all, input: 'hunter2'})).toMatchObject({status: 0});
    await inNamespace(async (namespace) => {
      const options = ['--namespace', namespace, '--chart', 'private/tracer', ...LITTLE];
      const installed = await install('command', options, {helm: helmMajor, chartRepository: own.url, env});
      expect(installed).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('from private/tracer'),
        stderr: '',
      });
    });
    own.close();
  },
);
