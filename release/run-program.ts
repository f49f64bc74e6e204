import {spawn} from 'node:child_process';
import {createWriteStream} from 'node:fs';
import {finished} from 'node:stream/promises';

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** File that receives standard output. */
  readonly into?: string;
}

/**
 * Runs a program and returns its standard output, trimmed; empty with `into`. Throws when the program is not found, and, with what it
 * printed, when its exit code is not 0.
 */
export async function output(
  program: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: {...process.env, ...options.env},
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = {out: '', error: ''};
  const file = options.into === undefined ? undefined : createWriteStream(options.into);
  if (file) child.stdout.pipe(file);
  else child.stdout.setEncoding('utf8').on('data', (text: string) => (printed.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed.error += text));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on('error', (cause) => reject(new Error(`cannot run \`${program}\`: ${cause.message}`, {cause})));
    child.on('close', resolve);
  });
  if (file) await finished(file);
  if (status !== 0) {
    throw new Error(
      `\`${[program, ...args].join(' ')}\` failed (${status}):\n${printed.error}${printed.out}`,
    );
  }
  return printed.out.trim();
}

/** Runs jobs concurrently, at most `limit` at a time. */
export async function runConcurrently(jobs: readonly (() => Promise<void>)[], limit = 2): Promise<void> {
  const queue = [...jobs];
  const worker = async () => {
    for (let job = queue.shift(); job; job = queue.shift()) await job();
  };
  await Promise.all(Array.from({length: limit}, worker));
}
