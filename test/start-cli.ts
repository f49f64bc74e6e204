import {type ChildProcess, fork, type StdioOptions} from 'node:child_process';
import {chmodSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {afterAll} from '@jest/globals';
import {UNDECIDED_MESH} from '../src/core/targets/index.ts';
import {NOWHERE, report} from '../src/io/print/problems.ts';
import {run} from './run.ts';
import {withoutNewRules} from './shown-rules.ts';

/** The result of a run of the command line. */
export interface CliRun {
  /** The exit code; -1 when a signal ended it. */
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A run that prints nothing but messages. */
export function ends(status: number, stderr: string): CliRun {
  return {status, stdout: '', stderr};
}

export interface CliOptions {
  /** The folder in which it runs. */
  readonly cwd?: string;
  /** What standard input gives; without it standard input is empty. */
  readonly input?: string | Buffer;
  /** Added to this process's environment; `undefined` removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly showsNote?: boolean;
}

/** Our own version. */
export const {version: VERSION}: {version: string} = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);

const NODE_STARTER = fileURLToPath(new URL('../bin/run.cjs', import.meta.url));

/** The program under test, with the arguments that come before the user's: `APIGEN_BIN`, else `node bin/run.cjs`. */
export function cliProgram(): readonly [program: string, ...args: string[]] {
  const {APIGEN_BIN} = process.env;
  return APIGEN_BIN ? [APIGEN_BIN] : [process.execPath, NODE_STARTER];
}

/** Creates a folder for the PATH in which the program under test is `apigen`. */
export function writeStarter(folder: string): void {
  const words = cliProgram().map((word) => `'${word}'`);
  mkdirSync(folder, {recursive: true});
  writeFileSync(path.join(folder, 'apigen'), `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`);
  chmodSync(path.join(folder, 'apigen'), 0o755);
}

/** Runs the command line to its end. Every test starts it here, so that all can run against another build of it. */
export function startCli(args: readonly string[], options: CliOptions = {}): Promise<CliRun> {
  const [program, ...first] = cliProgram();
  return runProgram(program, [...first, ...args], options);
}

const WARM_CLI = fileURLToPath(new URL('./warm-cli.mjs', import.meta.url));
let warm: ChildProcess | undefined;
let runs = 0;

afterAll(() => {
  warm?.kill();
});

/**
 * Runs the command line in a process that runs all of a file's command lines, one after another: a start takes 0.4 s, most of it to load
 * modules. For tests that are not about starts, signals, a description from standard input, and files that are open.
 */
export function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliRun> {
  const {cwd = process.cwd(), input, env = {}} = options;
  if (process.env.APIGEN_BIN) return startCli(args, options);
  // With pipes, since the program writes past the stream where standard output is a file. Standard error may be a terminal.
  const stdio: StdioOptions = ['ignore', 'pipe', 'inherit', 'ipc'];
  warm ??= fork(WARM_CLI, {execArgv: [], env: userEnvironment({NO_COLOR: '1'}), stdio});
  const child = warm;
  // The next test starts it again instead of waiting for one that has ended, such as without `dist`.
  child.once('exit', () => {
    warm = undefined;
  });
  runs += 1;
  const id = runs;
  return new Promise((resolve, reject) => {
    const answer = (message: unknown) => {
      if (!isRunWithId(message) || message.id !== id) return;
      child.off('message', answer);
      resolve(withoutNote(message, options));
    };
    child.on('message', answer);
    child.once('exit', () => reject(new Error('the process of the command lines ended')));
    const changed = Object.entries(env).map(([name, value]) => [name, value ?? null]);
    child.send({id, args, cwd, env: Object.fromEntries(changed), input: input?.toString()});
  });
}

function isRunWithId(message: unknown): message is CliRun & {readonly id: number} {
  return typeof message === 'object' && message !== null && 'id' in message;
}

/** As a user's shell has it: without what the test runner sets. */
function userEnvironment(env: NonNullable<CliOptions['env']>): NodeJS.ProcessEnv {
  return {...process.env, NODE_ENV: undefined, NODE_OPTIONS: undefined, FORCE_COLOR: undefined, ...env};
}

/** Runs a command line of bash in which `apigen` is the program under test: for pipes and redirections. */
export function startShell(script: string, options: CliOptions = {}): Promise<CliRun> {
  const program = cliProgram()
    .map((word) => `'${word}'`)
    .join(' ');
  return runProgram('bash', ['-c', `apigen() { ${program} "$@"; }\n${script}`], options);
}

/** Runs a program to its end, with the environment of a user's shell. */
export async function runProgram(
  program: string,
  args: readonly string[],
  {env, ...options}: CliOptions,
): Promise<CliRun> {
  const {status, ...printed} = await run(program, args, {...options, env: userEnvironment(env ?? {})});
  return withoutNote({status: status ?? -1, ...printed}, options);
}

/** Transcripts show the note that `mesh` is not set; what else starts the program is not about it. */
function withoutNote({status, stdout, stderr}: CliRun, {showsNote = false}: CliOptions): CliRun {
  return {status, stdout, stderr: showsNote ? stderr : withoutNewRules(stderr.replace(MESH_NOTE, ''))};
}

export const MESH_NOTE = report([UNDECIDED_MESH], NOWHERE);
