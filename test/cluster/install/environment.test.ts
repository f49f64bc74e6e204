import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {capture, run} from '../../run.ts';
import {clusterAccess} from '../control-plane/cluster-access.ts';
import {servedChart} from '../support/chart-repository.ts';
import {helm, helmMajors, inNamespace} from '../support/clients.ts';
import {INSTALLERS, install, invocation} from '../support/installers.ts';

const [major] = helmMajors;
const access = clusterAccess();
const LITTLE = ['--skip-pma', '--skip-collector', '--skip-backend'];

const environment = servedChart();
const other = servedChart();

/** A kubeconfig with two more contexts: one has a space in its name and a namespace, the current one is of a dead cluster. */
async function manyContexts(): Promise<string> {
  const file = path.join(mkdtempSync(path.join(access.folder, 'contexts-')), 'config');
  writeFileSync(file, readFileSync(access.kubeconfig));
  const config = (...args: string[]) => capture(access.kubectl, ['--kubeconfig', file, 'config', ...args]);
  const view = JSON.parse(await config('view', '--minify', '-o', 'json'));
  const {cluster, user} = view.contexts[0].context;
  await config('set-cluster', 'dead', '--server=https://127.0.0.1:9');
  await config('set-context', 'two words', `--cluster=${cluster}`, `--user=${user}`, '--namespace=elsewhere');
  await config('set-context', 'dead', '--cluster=dead', '--namespace=elsewhere');
  await config('use-context', 'dead');
  return file;
}

describe.each(INSTALLERS)('the %s', (installer) => {
  it('uses the context and the namespace of its options, and all files of KUBECONFIG', () =>
    inNamespace(async (namespace) => {
      const env = {KUBECONFIG: ['/nowhere', await manyContexts()].join(path.delimiter)};
      const options = ['--namespace', namespace, '--context', 'two words', ...LITTLE];
      const {status, stdout, stderr} = await install(installer, options, environment(env));
      expect({status, stderr}).toEqual({status: 0, stderr: ''});
      expect(stdout).toContain(
        `  Connect:    kubectl --context 'two words' --namespace ${namespace} port-forward service/tracer 11633:11633\n`,
      );
    }));

  it("ignores helm's variables for another cluster", async () => {
    const env = {
      HELM_KUBEAPISERVER: 'https://127.0.0.1:9',
      HELM_KUBECONTEXT: 'nowhere',
      HELM_NAMESPACE: 'kube-system',
    };
    const dry = ['--namespace', 'nowhere', '--dry-run'];
    expect(await install(installer, dry, environment(env))).toMatchObject({status: 0, stderr: ''});
  });

  it('continues when its output is no longer read', () =>
    inNamespace(async (namespace) => {
      const options = ['--namespace', namespace, ...LITTLE];
      const {command, args, env, input} = invocation(installer, options, environment());
      const line = ['-c', '"$@" | head -n 1; exit "${PIPESTATUS[0]}"', 'bash', command, ...args];
      const finished = await run('bash', line, {env, input});
      expect(finished).toEqual({status: 0, stdout: expect.stringMatching(/^.+\n$/), stderr: ''});
      expect((await helm(major, ['status', 'tracer', '-n', namespace])).stdout).toContain('STATUS: deployed');
    }));

  it('leaves helm’s list of repositories alone, also when it has one without an index', async () => {
    const home = mkdtempSync(path.join(access.folder, 'no-index-'));
    const env = {HELM_CONFIG_HOME: home, HELM_CACHE_HOME: path.join(home, 'cache')};
    const {env: all} = invocation(installer, [], environment(env));
    await capture('helm', ['repo', 'add', 'mine', other().chartRepository], {env: all});
    rmSync(path.join(home, 'cache'), {recursive: true});
    await inNamespace(async (namespace) => {
      const options = ['--namespace', namespace, '--chart-repo', environment().chartRepository, ...LITTLE];
      expect(await install(installer, options, environment(env))).toMatchObject({status: 0, stderr: ''});
    });
    const listed = await capture('helm', ['repo', 'list', '--output', 'json'], {env: all});
    expect(JSON.parse(listed)).toEqual([{name: 'mine', url: other().chartRepository}]);
  });
});
