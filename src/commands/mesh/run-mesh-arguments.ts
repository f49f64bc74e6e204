import {inputError, type Problem} from '../../core/base/problem.ts';
import {quote} from '../../core/base/quote.ts';
import {isRemote, STANDARD_INPUT} from '../../io/read/source.ts';
import {isSeveral} from '../../io/run/find/inputs.ts';
import type {RunRequest} from '../../io/run/load/load-description.ts';
import {isStandardOutput, type Terminal} from '../../io/write/output.ts';
import {filesProblems, readApisArguments} from '../arguments/apis-arguments.ts';
import {type ReadLine, retyped} from '../arguments/arguments.ts';
import {FILE_FLAGS, MESH_FLAGS} from '../arguments/flags.ts';
import {runMesh} from './run-mesh.ts';

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

/** What is wrong with a command line in its flags for outputs. */
async function meshProblems(run: RunRequest): Promise<readonly Problem[]> {
  if (run.config !== undefined) return run.check ? [CHECKED_FILE] : [];
  const problems = await filesProblems(run);
  const isMany = run.merge !== true && isSeveral(run);
  return run.watch ? [...problems, ...unwatchable(run.in ?? [], isMany)] : problems;
}

const CHECKED_FILE = inputError(
  'a file to compare with cannot be combined with a configuration file',
  'write `--check` without a file: every file is compared',
  {flag: 'check'},
);

function unwatchable(sources: readonly string[], isMany: boolean): Problem[] {
  const found = sources
    .filter((source) => source === STANDARD_INPUT || isRemote(source))
    .map((source) => {
      const message = `cannot watch ${quote(source)}: expected a file`;
      return inputError(message, 'name a file, or remove `--watch`', {flag: 'watch'});
    });
  if (!isMany) return found;
  const hint = 'add `--merge` if they describe one Service, or use `--config redocly.yaml`';
  return [...found, inputError('cannot watch several descriptions', hint, {flag: 'watch'})];
}
