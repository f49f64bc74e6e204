import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {type ChartRepository, serveChart} from './chart-repository.ts';
import {helm, helmMajors, inNamespace, kubectl} from './clients.ts';
import {clusterAccess} from './cluster-access.ts';
import {INSTALLERS, install, invocation} from './installers.ts';
import {kubeconfigOf} from './kubeconfigs.ts';
import {capture, run} from './run.ts';

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
const surroundings = () => ({helm: major, chartRepository: repository.url});

/** A kubeconfig with three contexts more: a name with a space and a namespace of its own, and two of clusters that do not answer. */
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
  it('takes one context of many, and the namespace that was asked for rather than the context’s', () =>
    inNamespace(async (namespace) => {
      const env = {KUBECONFIG: await manyContexts()};
      const options = ['--namespace', namespace, '--context', 'two words', ...LITTLE];
      const {status, stdout, stderr} = await install(installer, options, {...surroundings(), env});
      expect({status, stderr}).toEqual({status: 0, stderr: ''});
      expect(stdout).toContain(
        `  Reach it:   kubectl --context 'two words' --namespace ${namespace} port-forward service/tracer 11633:11633\n`,
      );
    }));

  it('takes the files of a KUBECONFIG that names several', async () => {
    const env = {KUBECONFIG: ['/nowhere', access.kubeconfig, await manyContexts()].join(path.delimiter)};
    const {status, stdout} = await install(installer, ['--context', 'two words', '--dry-run'], {
      ...surroundings(),
      env,
    });
    expect({status, last: stdout.trim().split('\n').at(-1)}).toEqual({
      status: 0,
      last: 'Dry run: nothing was changed',
    });
  });

  it('talks to the cluster of its context, whatever variables of helm say', async () => {
    const env = {
      HELM_KUBEAPISERVER: 'https://127.0.0.1:9',
      HELM_KUBECONTEXT: 'nowhere',
      HELM_NAMESPACE: 'kube-system',
    };
    const {status, stderr} = await install(installer, ['--dry-run'], {...surroundings(), env});
    expect({status, stderr}).toEqual({status: 0, stderr: ''});
  });

  it('goes on to its end when nobody reads what it says any more', () =>
    inNamespace(async (namespace) => {
      const {command, args, env, input} = invocation(
        installer,
        ['--namespace', namespace, ...LITTLE],
        surroundings(),
      );
      const line = ['-c', '"$@" | head -n 1; exit "${PIPESTATUS[0]}"', 'bash', command, ...args];
      const {status, stdout, stderr} = await run('bash', line, {env, input});
      expect({status, stdout, stderr}).toEqual({
        status: 0,
        stdout: expect.stringMatching(/^✔ .*\n$/),
        stderr: '',
      });
      expect((await helm(major, ['status', 'tracer', '-n', namespace])).stdout).toContain('STATUS: deployed');
    }));

  it('goes on where the chart repository is known already, under any name, or another has its name', () =>
    inNamespace(async (namespace) => {
      const home = mkdtempSync(path.join(access.folder, 'repositories-'));
      const env = {HELM_CONFIG_HOME: home, HELM_CACHE_HOME: home};
      const again = (url: string, ...options: string[]) =>
        install(installer, ['--namespace', namespace, '--chart-repo', url, ...LITTLE, ...options], {
          ...surroundings(),
          env,
        });
      const listed = () => {
        const {env: all} = invocation(installer, [], {...surroundings(), env});
        return run('helm', ['repo', 'list', '--output', 'json'], {env: all});
      };
      const first = await again(other.url);
      expect(first).toMatchObject({status: 0, stderr: ''});
      const second = await again(repository.url);
      expect(second).toMatchObject({status: 0, stderr: ''});
      expect(second.stdout).toContain(
        `! The chart repository "tracer" pointed to ${other.url}; it now points to ${repository.url}\n`,
      );
      expect(await again(repository.url)).toMatchObject({status: 0, stderr: ''});
      expect(JSON.parse((await listed()).stdout)).toEqual([{name: 'tracer', url: repository.url}]);
    }));

  it('goes on where the list of repositories has one without its index', async () => {
    const home = mkdtempSync(path.join(access.folder, 'no-index-'));
    const env = {HELM_CONFIG_HOME: home, HELM_CACHE_HOME: path.join(home, 'cache')};
    const {env: all} = invocation(installer, [], {...surroundings(), env});
    await capture('helm', ['repo', 'add', 'mine', other.url], {env: all});
    rmSync(path.join(home, 'cache'), {recursive: true});
    await inNamespace(async (namespace) => {
      const options = ['--namespace', namespace, '--chart-repo', repository.url, ...LITTLE];
      expect(await install(installer, options, {...surroundings(), env})).toMatchObject({
        status: 0,
        stderr: '',
      });
    });
  });

  it('shows no password of a chart repository', () =>
    inNamespace(async (namespace) => {
      const home = mkdtempSync(path.join(access.folder, 'password-'));
      const env = {HELM_CONFIG_HOME: home, HELM_CACHE_HOME: home};
      const given = {...surroundings(), env};
      const secret = (url: string) => url.replace('//', '//bob:hunter2@');
      const from = (url: string, ...more: string[]) =>
        install(installer, ['--namespace', namespace, '--chart-repo', url, ...LITTLE, ...more], given);
      const wrong = await from('http://bob:hunter2@127.0.0.1:9');
      expect({status: wrong.status, first: wrong.stderr.split(': ').slice(0, 2)}).toEqual({
        status: 1,
        first: ['Error', 'The chart cannot be fetched from http://***@127.0.0.1:9'],
      });
      const right = [await from(secret(other.url)), await from(secret(repository.url))];
      expect(right).toMatchObject([
        {status: 0, stderr: ''},
        {status: 0, stderr: ''},
      ]);
      expect(right[1]?.stdout).toContain(
        `pointed to ${other.url.replace('//', '//***@')}; it now points to ${repository.url.replace('//', '//***@')}\n`,
      );
      expect([wrong, ...right].map(({stdout, stderr}) => stdout + stderr).join('')).not.toContain('hunter2');
    }));

  it('says what to do about a backend that is there already', () =>
    inNamespace(async (namespace) => {
      await kubectl(['create', 'service', 'clusterip', 'kinda-query', '--tcp=80:80', '-n', namespace]);
      const {status, stderr} = await install(installer, ['--namespace', namespace], surroundings());
      expect({status, stderr}).toEqual({
        status: 1,
        stderr: `Error: The chart cannot be installed: Service kinda-query in namespace ${namespace} belongs to somebody else, and there can be one only: add --skip-backend to read from that backend, or install into another namespace\n`,
      });
    }));

  it('does not say that a namespace is there where it may not look', () =>
    inNamespace(async (namespace) => {
      const KUBECONFIG = await kubeconfigOf(namespace, 'developer', 'edit');
      const given = {...surroundings(), env: {KUBECONFIG}};
      const other = await install(installer, ['--namespace', 'not-mine', '--dry-run'], given);
      expect(other.stdout).toContain(
        '✔ Namespace not-mine is taken to be there, since you may not look at namespaces\n',
      );
      expect(other.status).toBe(1);
    }));
});

it('tells of pods that a quota refuses, never that it is installed; and goes on once there is room', () =>
  inNamespace(async (namespace) => {
    await kubectl(['create', 'quota', 'none', '--hard=pods=0', '-n', namespace]);
    const options = ['--namespace', namespace, ...LITTLE];
    const {status, stdout, stderr} = await install(
      'command',
      [...options, '--timeout', '45s'],
      surroundings(),
    );
    expect({status, said: stdout.includes('is installed in')}).toEqual({status: 1, said: false});
    expect(stderr).toMatch(/^Error: Not ready within 45s: tracer 0\/1 \(.*exceeded quota: none/);
    expect(stderr).toMatch(
      /\n {2}Warning StatefulSet\/tracer-postgresql FailedCreate: .*exceeded quota: none/,
    );
    expect(stderr).toContain(
      `\nRunning the same line again goes on from here. To remove what is there: helm uninstall tracer `,
    );
    await kubectl(['delete', 'quota', 'none', '-n', namespace]);
    expect(await install('command', options, surroundings())).toMatchObject({status: 0, stderr: ''});
    expect((await helm(major, ['history', 'tracer', '-n', namespace])).stdout).toContain('deployed');
  }));
