import type {Interfaces} from '@oclif/core';
import {quickMeshArguments} from './commands/mesh-arguments.ts';
import type {MeshArguments} from './commands/mesh-options.ts';
import {prepareForOclif} from './io/before-oclif.ts';

/**
 * Runs a command line. `mesh` with plainly right arguments starts at once; all else (help, mistakes, other commands)
 * goes through oclif, which is loaded only then.
 *
 * @param program the folder of the package, with its package.json; or what gives oclif's options where there is no such folder,
 * in a single executable
 */
export async function main(
  args: readonly string[],
  program: string | (() => Promise<Interfaces.Options>),
): Promise<void> {
  // A reader that has seen enough (`| head`) closes the pipe; that is no fault of the run.
  process.stdout.on('error', (error) => {
    if ('code' in error && error.code === 'EPIPE') process.exit(0);
    void stopAtOutput(error);
  });
  const meshArguments = args[0] === 'mesh' ? quickMeshArguments(args.slice(1)) : undefined;
  if (meshArguments) {
    await runMesh(meshArguments);
  } else {
    prepareForOclif();
    const {execute} = await import('@oclif/core');
    await execute({args: [...args], loadOptions: typeof program === 'string' ? program : await program()});
  }
}

async function runMesh(args: MeshArguments): Promise<void> {
  try {
    const {processTerminal, runMeshArguments} = await import('./commands/run-mesh.ts');
    process.exitCode = await runMeshArguments(args, processTerminal);
  } catch (error) {
    // As oclif does for the other commands: no stack trace unless it is asked for.
    if (process.env.DEBUG) throw error;
    process.stderr.write(hasFolder() ? faultOfApigen(error) : NO_FOLDER);
    process.exitCode = 1;
  }
}

/** False when the current folder was removed while a shell stood in it. */
function hasFolder(): boolean {
  try {
    return process.cwd() !== '';
  } catch {
    return false;
  }
}

const NO_FOLDER = 'the current folder is no longer there\n    change to a folder that is\n';

function faultOfApigen(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `${message}\n    this is a fault of apigen; \`DEBUG=*\` shows where it arose\n`;
}

/** Standard output may be a file on a full disk. */
async function stopAtOutput(error: Error): Promise<never> {
  const {unwritableOutput} = await import('./io/output.ts');
  process.stderr.write(unwritableOutput('<stdout>', error));
  process.exit(1);
}
