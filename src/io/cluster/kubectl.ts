import {spawn} from 'node:child_process';
import {ownValue, parseJsonMap} from '../../core/json.ts';
import {FixableError} from '../read/system-error.ts';

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
  const {status, stdout, stderr} = await run(['get', ...args, '--output=json', TIMEOUT], input);
  if (status !== 0) {
    const [message = ''] = stderr.trim().split('\n').slice(-1);
    throw new ClusterFailed(
      `kubectl: ${message.replace(/^error: /i, '')}`,
      `check \`kubectl config current-context\`, and that ${needed}`,
    );
  }
  if (stdout.trim() === '') return [];
  const printed = parseJsonMap(stdout);
  if (printed === undefined)
    throw new ClusterFailed('kubectl printed no JSON object', 'check `kubectl version`');
  const items = ownValue(printed, 'items');
  return Array.isArray(items) ? items : [printed];
}

function run(
  args: readonly string[],
  input: string,
): Promise<{readonly status: number | null; readonly stdout: string; readonly stderr: string}> {
  return new Promise((resolve, reject) => {
    const child = spawn('kubectl', args, {stdio: ['pipe', 'pipe', 'pipe']});
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', (cause) => {
      const hint = 'install it (https://kubernetes.io/docs/tasks/tools/) and make sure that it is on PATH';
      reject(new ClusterFailed('kubectl not found', hint, {cause}));
    });
    child.on('close', (status) => resolve({status, stdout, stderr}));
    // It may end before it has read everything.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
