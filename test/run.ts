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
}

/** Thrown when a program cannot be started or ends with another status than 0; the message contains its output. */
export class ProgramFailed extends Error {}

/**
 * Runs a program to its end and returns what it left, whatever its status.
 *
 * @throws ProgramFailed when it cannot be started.
 */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {cwd: options.cwd, env: options.env});
    const written = {stdout: '', stderr: ''};
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        written[stream] += text;
      });
    }
    child.on('error', (cause) => reject(new ProgramFailed(`${command} cannot be started`, {cause})));
    child.on('close', (status) => resolve({status, ...written}));
    // A program may end without reading its input.
    child.stdin.on('error', () => {});
    child.stdin.end(options.input);
  });
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
