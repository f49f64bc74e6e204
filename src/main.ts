import type {Interfaces} from '@oclif/core';
import {quickMeshArguments} from './commands/mesh/mesh-arguments.ts';
import type {MeshArguments} from './commands/mesh/mesh-flags.ts';
import {prepareForOclif} from './io/before-oclif.ts';
import {stopAtOutputErrors} from './io/write/output-errors.ts';

/**
 * Runs a command line. `mesh` with plainly right arguments starts at once; all else (help, mistakes, other commands)
 * goes through oclif, which is loaded only then.
 *
 * @param program the folder of the package, with its package.json; in a single executable, a function that returns oclif's options
 */
export async function main(
  args: readonly string[],
  program: string | (() => Promise<Interfaces.Options>),
): Promise<void> {
  stopAtOutputErrors();
  const meshArguments = args[0] === 'mesh' ? quickMeshArguments(args.slice(1)) : undefined;
  if (meshArguments) {
    await runMesh(meshArguments);
  } else {
    prepareForOclif();
    const {execute} = await import('@oclif/core');
    const loadOptions = typeof program === 'string' ? program : await program();
    stopAtOutputErrors();
    await execute({args: [...args], loadOptions});
  }
}

async function runMesh(args: MeshArguments): Promise<void> {
  try {
    const {processTerminal, runMeshArguments} = await import('./commands/mesh/run-mesh.ts');
    process.exitCode = await runMeshArguments(args, processTerminal);
  } catch (error) {
    // As oclif does for the other commands: no stack trace without DEBUG.
    if (process.env.DEBUG) throw error;
    process.stderr.write(hasFolder() ? internalError(error) : NO_FOLDER);
    process.exitCode = 1;
  }
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
