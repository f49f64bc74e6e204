import type {Interfaces} from '@oclif/core';
import {quickMeshArguments} from './commands/mesh/mesh-arguments.ts';
import {processTerminal, runMeshArguments} from './commands/mesh/run-mesh.ts';
import {prepareForOclif} from './io/before-oclif.ts';
import {WORKER_ARGUMENT} from './io/many/worker-argument.ts';
import {printToStdout, stopAtOutputErrors} from './io/write/output-errors.ts';

/** The folder of the package, with its package.json; in a single executable, a function that returns oclif's options. */
type Program = string | (() => Promise<Interfaces.Options>);

/**
 * Runs a command line. `krm`, and `mesh` with plainly right arguments, start at once; all else (help, mistakes, other commands)
 * goes through oclif, which is loaded only then.
 *
 * @throws the system's error EMFILE when there are too few files for the modules
 */
export async function main(args: readonly string[], program: Program): Promise<void> {
  if (args[0] === WORKER_ARGUMENT && (await startWorker())) return;
  stopAtOutputErrors();
  const meshArguments = args[0] === 'mesh' ? quickMeshArguments(args.slice(1)) : undefined;
  if (meshArguments) await runAtOnce(() => runMeshArguments(meshArguments, processTerminal));
  else if (args[0] === 'krm' && args.length === 1) await runAtOnce(runKrm);
  else await runOclif(args, program);
}

async function startWorker(): Promise<boolean> {
  const worker = await import('./io/many/worker.ts');
  return worker.startWorker();
}

async function runOclif(args: readonly string[], program: Program): Promise<void> {
  prepareForOclif();
  const {handle, run} = await import('@oclif/core');
  const loadOptions = typeof program === 'string' ? program : await program();
  stopAtOutputErrors();
  printToStdout();
  try {
    await run([...args], loadOptions);
  } catch (error) {
    if (!(error instanceof Error) || isOutOfFiles(error)) throw error;
    await handle(error);
  }
}

async function runKrm(): Promise<number> {
  const {runKrmCommand} = await import('./commands/krm/run-krm-command.ts');
  return runKrmCommand(processTerminal, process.stdin.isTTY);
}

async function runAtOnce(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command();
  } catch (error) {
    // As oclif does for the other commands: no stack trace without DEBUG.
    if (process.env.DEBUG || isOutOfFiles(error)) throw error;
    process.stderr.write(hasFolder() ? internalError(error) : NO_FOLDER);
    process.exitCode = 1;
  }
}

/** True when a module could not be read, which is for the starter to report: nothing else can be imported then. */
function isOutOfFiles(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EMFILE';
}

/** False when the working directory was removed. */
function hasFolder(): boolean {
  try {
    return process.cwd() !== '';
  } catch {
    return false;
  }
}

const NO_FOLDER = 'the working directory no longer exists\n    change to another directory\n';

function internalError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `${message}\n    this is a bug in apigen; set \`DEBUG=*\` for a stack trace\n`;
}
