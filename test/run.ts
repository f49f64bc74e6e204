import {spawn} from 'node:child_process';

/** What a finished program left: its exit status (null when a signal ended it) and all that it wrote. */
export interface Finished {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** What its standard input gives, which is empty without. */
  readonly input?: string | Buffer;
  /** Whether it gets a process group of its own, which a signal can be sent to. */
  readonly detached?: boolean;
}

/** Thrown when a program cannot be started or ends with another status than 0; the message contains its output. */
export class ProgramFailed extends Error {}

/** Starts a program. `written` is what it has written until now; `ended` rejects with ProgramFailed when it cannot be started. */
export function start(command: string, args: readonly string[], {input, ...options}: RunOptions = {}) {
  const child = spawn(command, args, options);
  const written = {stdout: '', stderr: ''};
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      written[stream] += text;
    });
  }
  // A program may end without reading its input.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const ended = new Promise<Finished>((resolve, reject) => {
    child.on('error', (cause) => reject(new ProgramFailed(`${command} cannot be started`, {cause})));
    child.on('close', (status) => resolve({status, ...written}));
  });
  return {child, written, ended};
}

/**
 * Runs a program to its end and returns what it left, whatever its status.
 *
 * @throws ProgramFailed when it cannot be started.
 */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  return start(command, args, options).ended;
}

/**
 * Runs a program and returns its standard output.
 *
 * @throws ProgramFailed when it cannot be started or its status is not 0.
 */
export async function capture(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  const {status, stdout, stderr} = await run(command, args, options);
  if (status !== 0) {
    throw new ProgramFailed(`\`${command} ${args.join(' ')}\` ended with ${status}:\n${stderr || stdout}`);
  }
  return stdout;
}
