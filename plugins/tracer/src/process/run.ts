import type {Options, Result} from 'execa';
import {maskCredentials} from './credentials.ts';
import {maskSecrets} from './secrets.ts';

/** The result of a program. `status` is undefined when a signal or the time limit ended it. */
export interface Outcome {
  readonly status: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether the program was not found. */
  readonly missing: boolean;
  readonly timedOut: boolean;
}

export interface RunOptions {
  /** Standard input; empty by default. */
  readonly input?: string;
  /** Time limit in milliseconds. */
  readonly timeout?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Time between SIGTERM and SIGKILL: helm uses it to mark the release as failed. */
const GRACE_MILLISECONDS = 5000;

/** The longest delay of a timer: a longer one fires immediately. */
const LONGEST_MILLISECONDS = 2 ** 31 - 1;

/** With these variables helm would use another cluster than kubectl; every call names its context itself. */
const REMOVED_VARIABLES = /^HELM_(KUBE|NAMESPACE$)/;

/** The environment of helm and kubectl. */
export function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !REMOVED_VARIABLES.test(name)));
}

/**
 * Runs a program, without a shell, and returns what it printed. A failure is part of the result; only an aborted `signal` rejects,
 * after the program has ended.
 */
export async function run(
  program: string,
  args: readonly string[],
  {input = '', timeout = 0, signal}: RunOptions = {},
): Promise<Outcome> {
  signal?.throwIfAborted();
  const {execa} = await import('execa');
  const options = {
    input,
    timeout: Math.min(timeout, LONGEST_MILLISECONDS),
    forceKillAfterDelay: GRACE_MILLISECONDS,
    ...(signal === undefined ? {} : {cancelSignal: signal}),
    reject: false,
    stripFinalNewline: false,
    env: environment(),
    extendEnv: false,
  } satisfies Options;
  const result: Result<typeof options> = await execa(program, args, options);
  signal?.throwIfAborted();
  const missing = result.code === 'ENOENT';
  return {
    status: result.exitCode,
    stdout: result.stdout ?? '',
    stderr: result.stderr || (result.exitCode === undefined ? (result.originalMessage ?? '') : ''),
    missing,
    timedOut: result.timedOut,
  };
}

/**
 * The error message of a failed program: its last lines, without the warnings that helm and klog print first. `secrets` are values that it
 * must not contain.
 */
export function reasonOf({stdout, stderr, timedOut}: Outcome, secrets: readonly string[] = []): string {
  const lines = maskSecrets(stderr.trim() || stdout.trim(), secrets)
    .split('\n')
    .filter((line) => !/^(WARNING:|level=|[WIE]\d{4} |Release "\S+" does not exist)/.test(line));
  const kept = lines.slice(-12).join('\n').trim();
  return (
    maskCredentials(kept.replace(/^(Error|error): /, '')) || (timedOut ? 'timed out' : 'no error message')
  );
}
