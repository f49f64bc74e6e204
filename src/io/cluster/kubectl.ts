import {promisify} from 'node:util';
import {ownValue, parseJsonMap, valueAt} from '../../core/base/json.ts';
import {apiPath} from '../../core/generate/object-kinds.ts';
import {MANAGER} from '../../core/kubernetes/own-objects.ts';
import {groupOf, type Resource, resourceOf} from '../../core/kubernetes/resource.ts';
import type {RunValues} from '../../core/options/options.ts';
import type {KubernetesObject} from '../../core/targets/target.ts';
import {announceWait} from '../announce-wait.ts';
import {codeOf, FixableError} from '../system-error.ts';

/** kubectl cannot be run, or the cluster did not give what was asked for. */
export class ClusterFailed extends FixableError {}

/** Whether the cluster does not have a kind that was asked for. */
export function isUnknownKind({message}: ClusterFailed): boolean {
  return /the server (doesn't have a resource type|could not find the requested resource)/.test(message);
}

/** The answer of the cluster, or why there is none. */
export function orFailed<T>(asked: Promise<T>): Promise<T | ClusterFailed> {
  return asked.catch((error: unknown) => {
    if (error instanceof ClusterFailed) return error;
    throw error;
  });
}

/** Long enough for a login plugin, and not endless for a cluster that does not answer. */
const TIMEOUT = '--request-timeout=60s';

let chosen = {context: '', kubeconfig: ''};

/** Chooses the cluster of this process, by default that of kubectl's current context. */
export function useCluster({context = '', kubeconfig = ''}: Pick<RunValues, 'context' | 'kubeconfig'>): void {
  chosen = {context, kubeconfig};
}

/** Arguments of kubectl, with those that choose the cluster. */
export function inCluster(args: readonly string[]): string[] {
  return [...args, ...Object.entries(chosen).flatMap(([flag, value]) => (value ? `--${flag}=${value}` : []))];
}

/**
 * Runs kubectl with the user's own context.
 *
 * @param needed what the user's cluster must have or allow, for the hint
 * @param input what `-f -` reads
 * @throws ClusterFailed
 */
async function kubectl(
  args: readonly string[],
  needed: string,
  input = '',
  signal?: AbortSignal,
): Promise<string> {
  const options = {maxBuffer: Number.POSITIVE_INFINITY, ...(signal && {signal})};
  // Node takes milliseconds to load it, and every run has this module.
  const {execFile} = await import('node:child_process');
  const running = promisify(execFile)('kubectl', inCluster([...args, TIMEOUT]), options);
  // It may end before it has read everything.
  running.child.stdin?.on('error', () => undefined).end(input);
  // A log needs no line for a cluster that is busy.
  const answer = process.stderr.isTTY
    ? announceWait(`the API server (\`kubectl ${args[0]}\`)`, running)
    : running;
  const {stdout} = await answer.catch(async (cause: unknown) => {
    const isDefault = /localhost:8080\b.*refused/.test(printedBy(cause, 'stderr'));
    const [message, hint] = [
      'kubectl has no current context',
      `add \`--context <name>\`: ${inConfig('config get-contexts')} lists them`,
    ];
    throw isDefault && (await currentContext()) === ''
      ? new ClusterFailed(message, hint)
      : toClusterFailed(cause, needed);
  });
  return stdout;
}

/** A command line with the configuration that was chosen, for a hint. */
function inConfig(command: string): string {
  return `\`kubectl ${command}${chosen.kubeconfig && ` --kubeconfig=${chosen.kubeconfig}`}\``;
}

/** The name of the context that kubectl uses from now on, whatever others choose meanwhile; empty in a pod, which has none. */
export async function currentContext(): Promise<string> {
  chosen.context ||= (await kubectl(['config', 'current-context'], '').catch(() => '')).trim();
  return chosen.context;
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

/** What the API server answers at a path, as `kubectl get` prints it. Throws ClusterFailed. */
export function kubectlGetRaw(target: string, needed: string): Promise<string> {
  return kubectl(['get', `--raw=${target}`], needed);
}

function kubernetesList(items: readonly object[]): string {
  return JSON.stringify({apiVersion: 'v1', kind: 'List', items});
}

/** Messages of Go and kubectl about a server that cannot be reached. */
const UNREACHABLE =
  /connection refused|was refused|no such host|i\/o timeout|TLS handshake timeout|no route to host|Client\.Timeout|context deadline exceeded/;

/** @param cause what kubectl has failed with, or what it would print */
export function toClusterFailed(cause: unknown, needed: string): ClusterFailed {
  if (codeOf(cause) === 'ENOENT') {
    const hint = 'install it (https://kubernetes.io/docs/tasks/tools/) and make sure that it is on PATH';
    return new ClusterFailed('kubectl not found', hint, {cause});
  }
  const [message = ''] = printedBy(cause, 'stderr').trim().split('\n').slice(-1);
  const isSilent = UNREACHABLE.test(message);
  const reason = message.replace(/^(error: )?(unable to recognize "STDIN": )?/i, '');
  const hint = /context.* (does not exist|was not found)|^stat /.test(reason)
    ? 'check `--context` and `--kubeconfig`: `kubectl config get-contexts` lists the contexts'
    : `check ${inConfig(chosen.context ? `cluster-info --context=${chosen.context}` : 'config current-context')}, and ${isSilent ? 'the network' : `that ${needed}`}`;
  return new ClusterFailed(`kubectl: ${isSilent ? 'the API server does not answer: ' : ''}${reason}`, hint, {
    cause,
  });
}

/** The output of kubectl before it failed. */
function printedBy(cause: unknown, stream: 'stdout' | 'stderr'): string {
  return String(ownValue(cause, stream) ?? cause);
}

const ALLOWED = 'you are allowed to change these objects';

const APPLY = ['apply', '--server-side', `--field-manager=${MANAGER}`, '--filename=-'];

export interface ChangeOptions {
  /** Whether the API server only says what it would do. */
  readonly dryRun: boolean;
  /** Whether fields that others have set are taken over. */
  readonly forceConflicts: boolean;
  readonly signal: AbortSignal;
}

/**
 * Creates and changes objects on the server, as the field manager `apigen`. All are tried.
 *
 * @returns those that were not applied, and why; `undefined` for what was not tried, after an interruption
 */
export async function kubectlApply(
  objects: readonly KubernetesObject[],
  options: ChangeOptions,
): Promise<ReadonlyMap<KubernetesObject, ClusterFailed | undefined>> {
  if (objects.length === 0) return new Map();
  const {dryRun, forceConflicts, signal} = options;
  const flags = [...(forceConflicts ? ['--force-conflicts'] : []), ...(dryRun ? ['--dry-run=server'] : [])];
  const result = await orFailed(kubectl([...APPLY, ...flags], ALLOWED, kubernetesList(objects), signal));
  if (typeof result === 'string') return new Map();
  const applied = printedBy(result.cause, 'stdout').split('\n');
  const failed = objects.filter(({apiVersion, kind, metadata: {name}}) => {
    // As kubectl prints it: `httproute.gateway.networking.k8s.io/petstore`.
    const shown = `${kind.toLowerCase()}.${groupOf(apiVersion)}/${name} `;
    return !applied.some((line) => line.startsWith(shown));
  });
  const why = signal.aborted ? undefined : (conflictIn(printedBy(result.cause, 'stderr')) ?? result);
  if (signal.aborted || failed.length === 1) return new Map(failed.map((object) => [object, why]));
  // What kubectl prints does not name the object of each error.
  const each = new Map<KubernetesObject, ClusterFailed | undefined>();
  for (const object of failed)
    for (const [one, reason] of await kubectlApply([object], options)) each.set(one, reason);
  return each;
}

/** Writes objects that report what was done, and replaces those of the same names. Throws ClusterFailed. */
export async function kubectlRecord(objects: readonly object[]): Promise<void> {
  if (objects.length === 0) return;
  await kubectl([...APPLY, '--force-conflicts'], 'you are allowed to write Events', kubernetesList(objects));
}

/** Who else has set which fields, if kubectl reports that. */
function conflictIn(stderr: string): ClusterFailed | undefined {
  const conflicts = [...stderr.matchAll(/conflicts? with "([^"]+)"[^:]*:( .*|(?:\n- .*)+)/g)];
  if (conflicts.length === 0) return undefined;
  const others = conflicts.map(([, manager, fields = '']) => {
    const set = fields.split(/\s(?:- )?/).filter(Boolean);
    return `"${manager}" has set ${set.join(', ')}`;
  });
  return new ClusterFailed(others.join(', '), 'to take over what others have set, add `--force-conflicts`');
}

/** Deletes an object if it is still as it was read. What is gone is not an error. Returns why it was not deleted. */
export async function kubectlDelete(
  object: Resource,
  signal: AbortSignal,
): Promise<ClusterFailed | undefined> {
  const {apiVersion, kind, namespace, name, content} = object;
  const uri = apiPath({apiVersion, kind, namespace, name});
  const preconditions = {
    uid: valueAt(content, '/metadata/uid'),
    resourceVersion: valueAt(content, '/metadata/resourceVersion'),
  };
  const body = JSON.stringify({apiVersion: 'v1', kind: 'DeleteOptions', preconditions});
  const result = await orFailed(kubectl(['delete', `--raw=${uri}`, '--filename=-'], ALLOWED, body, signal));
  // Of an unknown plural, it says that it cannot find the requested resource.
  const isGone =
    typeof result === 'string' || printedBy(result.cause, 'stderr').includes(`"${name}" not found`);
  return isGone ? undefined : result;
}
