import {setTimeout} from 'node:timers/promises';
import type {Options, Result} from 'execa';

/** The result of a program. */
export type Outcome = Awaited<ReturnType<typeof run>>;

export interface RunOptions {
  /** Standard input; empty by default. */
  readonly input?: string;
  /** Time limit in milliseconds. */
  readonly timeout?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Time between SIGTERM and SIGKILL: helm uses it to mark the release as failed. */
const GRACE_MILLISECONDS = 5000;

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
export async function run(program: string, args: readonly string[], given: RunOptions = {}) {
  const {input = '', timeout = 0, signal} = given;
  signal?.throwIfAborted();
  const {execa} = await import('execa');
  const options = {
    input,
    timeout,
    forceKillAfterDelay: GRACE_MILLISECONDS,
    ...(signal && {cancelSignal: signal}),
    reject: false,
    stripFinalNewline: false,
    env: environment(),
    extendEnv: false,
  } satisfies Options;
  const result: Result<typeof options> = await execa(program, args, options);
  // Ctrl-C reaches the program too, which can end before this process has read the signal.
  if (result.isTerminated) await setTimeout(100);
  signal?.throwIfAborted();
  return {
    /** Undefined when a signal or the time limit ended it. */
    status: result.exitCode,
    stdout: result.stdout ?? '',
    stderr: result.stderr || (result.exitCode === undefined ? (result.originalMessage ?? '') : ''),
    missing: result.code === 'ENOENT',
    timedOut: result.timedOut,
  };
}

/** Replaces the credentials in URLs by `***`. */
export function maskCredentials(text: string): string {
  return text.replace(/([a-z]+:\/\/)[^/?#\s"]*@/gi, '$1***@');
}

/** The error message of a failed program: its last lines, without the warnings that helm and klog print first. */
export function reasonOf({stdout, stderr, timedOut}: Outcome): string {
  const lines = (stderr.trim() || stdout.trim())
    .split('\n')
    .filter((line) => !/^(WARNING:|level=|[WIE]\d{4} |Flag --|Release "\S+" does not exist)/.test(line));
  const kept = lines.slice(-12).join('\n').trim();
  return (
    maskCredentials(kept.replace(/^(Error|error): /, '')) || (timedOut ? 'timed out' : 'no error message')
  );
}
