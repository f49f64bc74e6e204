import {hasErrors, inputError, type Problem} from '../../core/base/problem.ts';
import {quote} from '../../core/base/quote.ts';
import {isRemote, STANDARD_INPUT} from '../../io/read/source.ts';
import {deliver} from '../../io/run/deliver/deliver.ts';
import {isPattern, namesFiles} from '../../io/run/find/inputs.ts';
import {generateAll, printNote} from '../../io/run/generate/generate-all.ts';
import type {RunRequest} from '../../io/run/load/load-description.ts';
import {isStandardOutput, type Terminal} from '../../io/write/output.ts';
import {filesProblems, readApisArguments} from '../arguments/apis-arguments.ts';
import {type ReadLine, retyped} from '../arguments/arguments.ts';
import {FILE_FLAGS, MESH_FLAGS} from '../arguments/flags.ts';
import type {Round} from './watch.ts';

/** The command, whose arguments are read before oclif is loaded. */
export const MESH_COMMAND = {name: 'mesh', flags: MESH_FLAGS};

/** Flags are checked before anything is read. Returns the exit code: 2 for a wrong command line. */
export async function runMeshArguments(line: ReadLine, terminal: Terminal): Promise<number> {
  const read = await readApisArguments(line, MESH_COMMAND, terminal, meshProblems);
  if (read === undefined) return 2;
  const status = await runMesh(read.input, terminal);
  const {check, config, out = '-', watch} = read.input;
  const isWritten = check === undefined && !watch && (config !== undefined || !isStandardOutput(out));
  // For people: in a script it would be one line more in a log.
  if (status === 0 && isWritten && terminal.columns !== undefined)
    terminal.error(`next: ${retyped('apply', line, FILE_FLAGS)}\n`);
  return status;
}

/** Problems of a command line in its flags for outputs. */
async function meshProblems(run: RunRequest): Promise<readonly Problem[]> {
  if (run.config !== undefined) return run.check ? [CHECKED_FILE] : [];
  const problems = await filesProblems(run);
  if (run.pruneFiles && !namesFiles(run)) return [...problems, NO_FOLDER];
  return run.watch ? [...problems, ...unwatchable(run.in ?? [])] : problems;
}

const CHECKED_FILE = inputError(
  'a file to compare with cannot be combined with a configuration file',
  'write `--check` without a file: every file is compared',
  {flag: 'check'},
);

const NO_FOLDER = inputError('needs a folder of outputs', 'add `-o <folder>/`', {flag: 'prune-files'});

function unwatchable(sources: readonly string[]): Problem[] {
  return sources
    .filter((source) => source === STANDARD_INPUT || isRemote(source))
    .map((source) => {
      const message = `cannot watch ${quote(source)}: expected a file`;
      return inputError(message, 'name a file, or remove `--watch`', {flag: 'watch'});
    });
}

/**
 * Generates outputs, and prints, writes or checks them: of one description, of several that are merged, of each of several, or of the
 * APIs of a `redocly.yaml`, as the plugin does while `redocly bundle` runs.
 *
 * @returns the exit code: 0 done, 1 when a problem is an error, an output cannot be written, or `check` differs, 2 for an unknown API
 */
export async function runMesh(request: RunRequest, terminal: Terminal): Promise<number> {
  if (!request.watch) return (await meshRound(request, terminal)).status;
  if (request.in?.some(isPattern)) terminal.error('apigen: new files are found when a watched one changes\n');
  const {watchFiles} = await import('./watch.ts');
  // What changes is printed instead of the output.
  const quiet = {...terminal, out: () => undefined, isNew: changedProblems()};
  return watchFiles(() => meshRound(request, quiet), terminal);
}

/** Whether problems are errors, or others than those of the last call. Lines that only move are no change. */
function changedProblems(): (problems: readonly Problem[]) => boolean {
  let last = '';
  return (problems) => {
    const before = last;
    last = JSON.stringify(problems.map(({message, location}) => [message, location?.uri, location?.pointer]));
    return last !== before || hasErrors(problems);
  };
}

async function meshRound(request: RunRequest, terminal: Terminal): Promise<Round> {
  const runOutputs = await generateAll(request, terminal);
  if (!request.watch) printNote(runOutputs, terminal);
  const {status, hasFailed} = await deliver(runOutputs, terminal);
  const {files, outputs} = runOutputs;
  if (hasFailed) return {status, files};
  return {status, files, outputs: new Map(outputs.map(({source, objects}) => [source, objects]))};
}
