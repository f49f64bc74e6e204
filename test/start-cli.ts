import {spawn} from 'node:child_process';
import {fileURLToPath} from 'node:url';

/** The result of a run of the command line. */
export interface CliRun {
  /** The exit code; -1 when a signal ended it. */
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  /** The folder in which it runs. */
  readonly cwd?: string;
  /** What standard input gives; without it standard input is empty. */
  readonly input?: string | Buffer;
  /** Added to this process's environment; `undefined` removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

const NODE_STARTER = fileURLToPath(new URL('../bin/run.cjs', import.meta.url));

/** The program under test, with the arguments that come before the user's: `APIGEN_BIN`, else `node bin/run.cjs`. */
export function cliProgram(): readonly [program: string, ...args: string[]] {
  const {APIGEN_BIN} = process.env;
  return APIGEN_BIN ? [APIGEN_BIN] : [process.execPath, NODE_STARTER];
}

/** Runs the command line to its end. Every test starts it here, so that all can run against another build of it. */
export function startCli(args: readonly string[], options: CliOptions = {}): Promise<CliRun> {
  const [program, ...first] = cliProgram();
  return runProgram(program, [...first, ...args], options);
}

/** Runs a command line of bash in which `apigen` is the program under test: for pipes and redirections. */
export function startShell(script: string, options: CliOptions = {}): Promise<CliRun> {
  const program = cliProgram()
    .map((word) => `'${word}'`)
    .join(' ');
  return runProgram('bash', ['-c', `apigen() { ${program} "$@"; }\n${script}`], options);
}

function runProgram(
  program: string,
  args: readonly string[],
  {cwd, input, env}: CliOptions,
): Promise<CliRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args], {
      cwd,
      // As a user's shell has it: without what the test runner sets.
      env: {...process.env, NODE_ENV: undefined, NODE_OPTIONS: undefined, FORCE_COLOR: undefined, ...env},
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout?.on('data', (chunk) => stdout.push(chunk));
    child.stderr?.on('data', (chunk) => stderr.push(chunk));
    // A program may end before it has read all of its input; its exit code counts.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
    child.on('error', reject);
    child.on('close', (status) =>
      resolve({
        status: status ?? -1,
        stdout: Buffer.concat(stdout).toString('utf8'),
        stderr: Buffer.concat(stderr).toString('utf8'),
      }),
    );
  });
}
