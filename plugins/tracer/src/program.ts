import {spawn} from 'node:child_process';

/** What a program left behind. `status` is null when a signal or the time limit ended it. */
export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly missing: boolean;
  readonly timedOut: boolean;
}

export interface RunOptions {
  readonly input?: string;
  /** Milliseconds after which the program is told to end. */
  readonly timeout?: number;
  readonly signal?: AbortSignal | undefined;
}

/** How long a program that was told to end may take before it is killed: helm marks the release in that time. */
const GRACE_MILLISECONDS = 5000;

/** The longest time that a timer takes: a longer one would fire at once. */
const LONGEST_MILLISECONDS = 2 ** 31 - 1;

/** Variables by which helm would talk to another cluster than kubectl does: every call names its context itself. */
const NOT_INHERITED = /^HELM_(KUBE|NAMESPACE$)/;

function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !NOT_INHERITED.test(name)));
}

/**
 * Runs a program, never through a shell, and gives what it printed. A failure is an outcome, not an exception; only an aborted
 * `signal` rejects, once the program has ended.
 */
export function run(program: string, args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  options.signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {env: environment(), stdio: 'pipe'});
    let stdout = '';
    let stderr = '';
    let timedOut = false;
    let killer: NodeJS.Timeout | undefined;
    const end = () => {
      child.kill('SIGTERM');
      killer ??= setTimeout(() => child.kill('SIGKILL'), GRACE_MILLISECONDS);
    };
    const limit =
      options.timeout === undefined
        ? undefined
        : setTimeout(
            () => {
              timedOut = true;
              end();
            },
            Math.min(options.timeout, LONGEST_MILLISECONDS),
          );
    const finish = (status: number | null, missing: boolean) => {
      clearTimeout(limit);
      clearTimeout(killer);
      options.signal?.removeEventListener('abort', end);
      if (options.signal?.aborted) reject(options.signal.reason);
      else resolve({status, stdout, stderr, missing, timedOut});
    };
    options.signal?.addEventListener('abort', end, {once: true});
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
    // A program that ends before it has read everything is judged by its exit code, not by the broken pipe.
    child.stdin.on('error', () => undefined).end(options.input ?? '');
    child.on('error', (error: NodeJS.ErrnoException) => {
      stderr += error.message;
      finish(null, error.code === 'ENOENT');
    });
    child.on('close', (status) => finish(status, false));
  });
}

/** The part of a tool's complaint that tells a person something: its last lines, without the warnings that helm and klog put first. */
export function complaint({stdout, stderr, timedOut}: Outcome): string {
  const lines = (stderr.trim() || stdout.trim())
    .split('\n')
    .filter((line) => !/^(WARNING:|level=|[WIE]\d{4} |Release "\S+" does not exist)/.test(line));
  const kept = lines.slice(-12).join('\n').trim();
  return kept.replace(/^(Error|error): /, '') || (timedOut ? 'no answer in time' : 'it says nothing');
}
