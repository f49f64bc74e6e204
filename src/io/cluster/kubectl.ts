import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import {ownValue, parseJsonMap} from '../../core/json.ts';
import {codeOf, FixableError} from '../system-error.ts';

/** kubectl cannot be run, or the cluster did not give what was asked for. */
export class ClusterFailed extends FixableError {
  override readonly name = 'ClusterFailed';
}

/** Long enough for a login plugin, and not endless for a cluster that does not answer. */
const TIMEOUT = '--request-timeout=60s';

/**
 * Runs `kubectl get` with the user's own context, and returns the objects it prints.
 *
 * @param needed what the user's cluster must have or allow, for the hint
 * @param input what `-f -` reads
 * @throws ClusterFailed
 */
export async function kubectlGet(
  args: readonly string[],
  needed: string,
  input = '',
): Promise<readonly unknown[]> {
  const options = {maxBuffer: Number.POSITIVE_INFINITY};
  const running = promisify(execFile)('kubectl', ['get', ...args, '--output=json', TIMEOUT], options);
  // It may end before it has read everything.
  running.child.stdin?.on('error', () => undefined).end(input);
  const {stdout} = await running.catch((cause: unknown) => {
    throw toClusterFailed(cause, needed);
  });
  if (stdout.trim() === '') return [];
  const printed = parseJsonMap(stdout) ?? {};
  const items = ownValue(printed, 'items');
  return Array.isArray(items) ? items : [printed];
}

function toClusterFailed(cause: unknown, needed: string): ClusterFailed {
  if (codeOf(cause) === 'ENOENT') {
    const hint = 'install it (https://kubernetes.io/docs/tasks/tools/) and make sure that it is on PATH';
    return new ClusterFailed('kubectl not found', hint, {cause});
  }
  const stderr = cause instanceof Error && 'stderr' in cause ? String(cause.stderr) : String(cause);
  const [message = ''] = stderr.trim().split('\n').slice(-1);
  const hint = `check \`kubectl config current-context\`, and that ${needed}`;
  return new ClusterFailed(`kubectl: ${message.replace(/^error: /i, '')}`, hint, {cause});
}
