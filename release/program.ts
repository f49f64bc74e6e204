import {spawn} from 'node:child_process';
import {createWriteStream} from 'node:fs';
import {finished} from 'node:stream/promises';

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** File that takes the standard output. */
  readonly into?: string;
}

/** Runs a program to its end. Throws with what it printed when it is missing or fails. */
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
  const said = {out: '', error: ''};
  const file = options.into === undefined ? undefined : createWriteStream(options.into);
  if (file) child.stdout.pipe(file);
  else child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.error += text));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on('error', (cause) => reject(new Error(`cannot run \`${program}\`; is it installed?`, {cause})));
    child.on('close', resolve);
  });
  if (file) await finished(file);
  if (status !== 0) {
    throw new Error(`\`${[program, ...args].join(' ')}\` failed (${status}):\n${said.error}${said.out}`);
  }
  return said.out.trim();
}

/** Does the jobs, `limit` of them at a time. */
export async function inTurns(jobs: readonly (() => Promise<void>)[], limit = 2): Promise<void> {
  const waiting = [...jobs];
  const worker = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) await job();
  };
  await Promise.all(Array.from({length: limit}, worker));
}
