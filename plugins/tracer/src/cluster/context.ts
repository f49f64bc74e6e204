import {TracerError} from '../errors.ts';
import {canPrompt, choose} from '../process/prompt.ts';
import {type Outcome, reasonOf, run} from '../process/run.ts';
import {parse, textAt} from './json.ts';
import {contextOptions, kubectl, type Scope} from './programs.ts';

/** The cluster options of a command; what is undefined is read from the kubeconfig. */
export interface ScopeOptions {
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  readonly namespace: string;
}

/** A cluster that answered. `server` is its address, `version` such as `v1.36.3`. */
export interface Cluster extends Scope {
  readonly server: string;
  readonly version: string;
}

async function knownContexts(
  kubeconfig: string | undefined,
  config: (...args: string[]) => Promise<Outcome>,
): Promise<string[]> {
  const names = await config('get-contexts', '--output=name');
  const known = names.stdout.trim().split('\n').filter(Boolean);
  const file = kubeconfig ?? (process.env.KUBECONFIG || '~/.kube/config');
  if (names.status !== 0) throw new TracerError(`cannot read the kubeconfig ${file}: ${reasonOf(names)}`);
  if (known.length === 0)
    throw new TracerError(
      `the kubeconfig ${file} does not exist or has no context\nask the cluster's administrator for a kubeconfig, and set $KUBECONFIG to its path`,
    );
  return known;
}

/** The context to use: the given one, the kubeconfig's current one, or the one that the user chooses. */
async function contextOf({kubeconfig, context}: ScopeOptions, signal: AbortSignal): Promise<string> {
  const file = kubeconfig === undefined ? [] : [`--kubeconfig=${kubeconfig}`];
  const config = (...args: string[]) =>
    run('kubectl', [...file, 'config', ...args], {signal, timeout: 30_000});
  const known = await knownContexts(kubeconfig, config);
  const contexts = known.join(', ');
  const wanted = context ?? (await config('current-context')).stdout.trim();
  if (known.includes(wanted)) return wanted;
  if (wanted !== '') throw new TracerError(`unknown context "${wanted}": expected one of ${contexts}`);
  const chosen = canPrompt() ? await choose('Context', known, signal) : undefined;
  if (chosen !== undefined) return chosen;
  throw new TracerError(
    `the kubeconfig has no current context: add --context <name>, or run \`kubectl config use-context <name>\`; the contexts are ${contexts}`,
  );
}

/** Finds the context and reads the version of its cluster; throws a `TracerError` when it does not answer. */
export async function reachCluster(wanted: ScopeOptions, signal: AbortSignal): Promise<Cluster> {
  const context = await contextOf(wanted, signal);
  const scope = {kubeconfig: wanted.kubeconfig, context, namespace: wanted.namespace};
  const address = '--output=jsonpath={.clusters[0].cluster.server}';
  const view = await kubectl(scope, ['config', 'view', '--minify', address], {signal});
  const server = view.stdout.trim();
  const answer = await kubectl(scope, ['get', '--raw', '/version'], {signal});
  const version = textAt(parse(answer.stdout), 'gitVersion');
  if (answer.status === 0 && version !== '') return {...scope, server, version};
  const reason = reasonOf(answer);
  const cluster = `the cluster of context ${context} (${server})`;
  if (/\(Unauthorized\)/.test(reason))
    throw new TracerError(
      `${cluster} rejects your credentials: ${reason}\nlog in again, check with \`kubectl ${contextOptions(scope)} auth whoami\`, or add --context for another cluster`,
    );
  throw new TracerError(
    `${cluster} does not answer: ${reason}\ncheck the network and your login with \`kubectl ${contextOptions(scope)} version\`, or add --context for another cluster`,
  );
}

/** Whether a namespace exists; `unreadable` for a user who has access to the namespace but may not read namespaces. */
export type NamespaceState = 'exists' | 'missing' | 'unreadable';

/** Reads whether the namespace exists; throws a `TracerError` when it is being deleted. */
export async function namespaceState(scope: Scope, signal: AbortSignal): Promise<NamespaceState> {
  const {namespace} = scope;
  const args = ['get', 'namespace', namespace, '--ignore-not-found', '--output=jsonpath={.status.phase}'];
  const answer = await kubectl(scope, args, {signal});
  if (answer.status !== 0) {
    if (/forbidden/i.test(answer.stderr)) return 'unreadable';
    throw new TracerError(`the cluster stopped answering: ${reasonOf(answer)}`);
  }
  if (answer.stdout === 'Terminating')
    throw new TracerError(
      `namespace ${namespace} is being deleted: wait until \`kubectl ${contextOptions(scope)} get namespace ${namespace}\` reports "not found", or choose another namespace with --namespace`,
    );
  return answer.stdout === '' ? 'missing' : 'exists';
}
