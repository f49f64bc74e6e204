import {OUTPUT_FORMATS} from '../core/run/output-format.ts';
import {finish} from './many/finish.ts';
import {generateDescriptions, type ManyRequest} from './many/generate-descriptions.ts';
import {placeOutputs} from './many/place-outputs.ts';
import type {Terminal} from './write/output.ts';

/** How to update a file that `--check` found to be out of date. */
const UPDATE = 'to update it, run the same command with `-o` instead of `--check`';

/**
 * Generates an output for each of several descriptions, and writes them to a folder or compares them with the files there. Nothing
 * is written if a description has an error, unless `keepGoing` is set.
 *
 * @returns the exit code: 0 done, 1 when a problem is an error, a file cannot be written, or `check` differs
 */
export async function runMany(request: ManyRequest, terminal: Terminal): Promise<number> {
  const found = await generateDescriptions(request, terminal.folder);
  const folder = request.out ?? request.check ?? '';
  const outputs = placeOutputs(found.generated, folder, request.format ?? OUTPUT_FORMATS[0]);
  const {status} = await finish({...found, outputs, update: UPDATE}, terminal);
  return status;
}
