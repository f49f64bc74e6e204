import {TracerError} from '../errors.ts';
import type {Session} from '../process/interrupt.ts';
import {reasonOf, run} from '../process/run.ts';
import {parse, textAt} from './json.ts';
import {contextOptions, kubectl, kubectlArgs, type Scope, type ScopeOptions} from './programs.ts';
import {findTool} from './tool-versions.ts';

/** A cluster that answered. `server` is its address, `version` such as `v1.36.3`. */
export type Cluster = Scope & Readonly<{server: string; version: string}>;

/** Finds the context and reads the version of its cluster; throws a `TracerError` when it does not answer. */
export async function reachCluster(wanted: ScopeOptions, signal: AbortSignal): Promise<Cluster> {
  const args = ['config', 'view', '--minify', '--output=json'];
  const view = await run('kubectl', [...kubectlArgs(wanted), ...args], {signal, timeout: 30_000});
  const config = parse(view.stdout);
  const context = textAt(config, 'current-context');
  if (view.status !== 0 || context === '')
    throw new TracerError(
      `cannot find a cluster in the kubeconfig: ${reasonOf(view)}\nchoose a context with --context (\`kubectl config get-contexts\` lists them), or another file with --kubeconfig or $KUBECONFIG`,
    );
  const scope = {...wanted, context};
  const server = textAt(config, 'clusters', 0, 'cluster', 'server');
  const answer = await kubectl(scope, ['get', '--raw', '/version'], {signal});
  const version = textAt(parse(answer.stdout), 'gitVersion');
  if (answer.status === 0 && version !== '') return {...scope, server, version};
  throw new TracerError(
    `cannot use the cluster of context ${context} (${server}): ${reasonOf(answer)}\ncheck the network and your login with \`kubectl ${contextOptions(scope)} version\`, or add --context for another cluster`,
  );
}

/** Finds helm, of which it returns the version, kubectl and the cluster; throws a `TracerError` for the first problem. */
export async function reach(wanted: ScopeOptions, {progress, signal}: Session) {
  const helm = await findTool('helm', signal);
  progress.done(`found helm ${helm} and kubectl ${await findTool('kubectl', signal)}`);
  const cluster = await reachCluster(wanted, signal);
  const {context, server, version} = cluster;
  progress.done(`the cluster of context ${context} answers (${server}, Kubernetes ${version})`);
  return {...cluster, helm};
}

/** Whether the namespace must be created; false when it cannot be read. */
export async function isMissing(scope: Scope, signal: AbortSignal): Promise<boolean> {
  const args = ['get', 'namespace', scope.namespace, '--ignore-not-found', '--output=name'];
  const {status, stdout} = await kubectl(scope, args, {signal});
  return status === 0 && stdout === '';
}
