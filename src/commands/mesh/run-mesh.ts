import {hasErrors, type Problem} from '../../core/base/problem.ts';
import {deliver} from '../../io/run/deliver/deliver.ts';
import {generateAll, printNote} from '../../io/run/generate/generate-all.ts';
import type {RunRequest} from '../../io/run/load/load-description.ts';
import type {Terminal} from '../../io/write/output.ts';
import type {Round} from './watch.ts';

/**
 * Generates outputs, and prints, writes or checks them: of one description, of several that are merged, of each of several, or of the
 * APIs of a `redocly.yaml`, as the plugin does while `redocly bundle` runs.
 *
 * @returns the exit code: 0 done, 1 when a problem is an error, an output cannot be written, or `check` differs, 2 for an unknown API
 */
export async function runMesh(request: RunRequest, terminal: Terminal): Promise<number> {
  if (!request.watch) return (await meshRound(request, terminal)).status;
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
  const found = await generateAll(request, terminal);
  if (!request.watch) printNote(found, terminal);
  const {status, hasFailed} = await deliver(found, terminal);
  const {files, outputs} = found;
  if (hasFailed) return {status, files};
  return {status, files, outputs: new Map(outputs.map(({source, objects}) => [source, objects]))};
}
