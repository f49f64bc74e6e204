import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {ownValue, parseJsonMap} from '../../core/base/json.ts';
import {type Resource, type ResourceNames, resourceOf} from '../../core/kubernetes/resource.ts';
import {codeOf, FixableError} from '../system-error.ts';

/** kubectl cannot be run, or the cluster did not give what was asked for. */
export class ClusterFailed extends FixableError {}

/** Whether the cluster does not have a kind that was asked for. */
export function isUnknownKind({message}: ClusterFailed): boolean {
  return message.includes("the server doesn't have a resource type");
}

/** What is asked of the cluster, or why that failed. */
export function orFailed<T>(asked: Promise<T>): Promise<T | ClusterFailed> {
  return asked.catch((error: unknown) => {
    if (error instanceof ClusterFailed) return error;
    throw error;
  });
}

/** Long enough for a login plugin, and not endless for a cluster that does not answer. */
const TIMEOUT = '--request-timeout=60s';

/**
 * Runs kubectl with the user's own context.
 *
 * @param needed what the user's cluster must have or allow, for the hint
 * @param input what `-f -` reads
 * @throws ClusterFailed
 */
export async function kubectl(
  args: readonly string[],
  needed: string,
  input = '',
  signal?: AbortSignal,
): Promise<string> {
  const options = {maxBuffer: Number.POSITIVE_INFINITY, ...(signal && {signal})};
  const running = promisify(execFile)('kubectl', [...args, TIMEOUT], options);
  // It may end before it has read everything.
  running.child.stdin?.on('error', () => undefined).end(input);
  const {stdout} = await running.catch((cause: unknown) => {
    throw toClusterFailed(cause, needed);
  });
  return stdout;
}

/** The name of kubectl's current context; empty in a pod, which has none. */
export async function currentContext(): Promise<string> {
  return (await kubectl(['config', 'current-context'], '').catch(() => '')).trim();
}

/** The objects that `kubectl get` prints. Throws ClusterFailed. */
export async function kubectlGet(
  args: readonly string[],
  needed: string,
  input?: string,
  signal?: AbortSignal,
): Promise<Resource[]> {
  const stdout = await kubectl(['get', ...args, '--output=json'], needed, input, signal);
  if (stdout.trim() === '') return [];
  const printed = parseJsonMap(stdout) ?? {};
  const items = ownValue(printed, 'items');
  return (Array.isArray(items) ? items : [printed]).map((content) => resourceOf(content));
}

/** Those of some objects that are in the cluster, with the fields of each manager. Throws ClusterFailed. */
export async function kubectlGetNamed(
  objects: readonly ResourceNames[],
  needed: string,
): Promise<Resource[]> {
  if (objects.length === 0) return [];
  const items = objects.map(({apiVersion, kind, name, namespace}) => ({
    apiVersion,
    kind,
    metadata: {name, namespace},
  }));
  const args = ['--filename=-', '--ignore-not-found', '--show-managed-fields'];
  return kubectlGet(args, needed, kubernetesList(items));
}

export function kubernetesList(items: readonly object[]): string {
  return JSON.stringify({apiVersion: 'v1', kind: 'List', items});
}

/** What Go and kubectl say of a server that cannot be reached. */
const UNREACHABLE =
  /connection refused|was refused|no such host|i\/o timeout|TLS handshake timeout|no route to host|Client\.Timeout/;

function toClusterFailed(cause: unknown, needed: string): ClusterFailed {
  if (codeOf(cause) === 'ENOENT') {
    const hint = 'install it (https://kubernetes.io/docs/tasks/tools/) and make sure that it is on PATH';
    return new ClusterFailed('kubectl not found', hint, {cause});
  }
  const [message = ''] = printedBy(cause, 'stderr').trim().split('\n').slice(-1);
  const isSilent = UNREACHABLE.test(message);
  const hint = `check \`kubectl config current-context\`, and ${isSilent ? 'the network' : `that ${needed}`}`;
  const reason = message.replace(/^(error: )?(unable to recognize "STDIN": )?/i, '');
  return new ClusterFailed(`kubectl: ${isSilent ? 'the API server does not answer: ' : ''}${reason}`, hint, {
    cause,
  });
}

/** What kubectl printed before it failed. */
export function printedBy(cause: unknown, stream: 'stdout' | 'stderr'): string {
  return String(ownValue(cause, stream) ?? cause);
}
