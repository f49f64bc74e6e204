import {finish} from './many/finish.ts';
import {type ApisRequest, generateApis} from './many/generate-apis.ts';
import {placeApis} from './many/place-apis.ts';
import type {Round} from './watch/watch.ts';
import type {Terminal} from './write/output.ts';

/**
 * Writes the outputs of a `redocly.yaml`, as the plugin does while `redocly bundle` runs: the same files, the same bytes, but
 * without bundling. Nothing is written when an API has an error, unless `keepGoing` is set.
 *
 * @returns the exit code: 0 done, 1 when a problem is an error, a file cannot be written, or `check` differs, 2 for an unknown API
 */
export async function runMeshConfig(request: ApisRequest, terminal: Terminal): Promise<number> {
  if (!request.watch) return (await configRound(request, terminal)).status;
  const {watchFiles} = await import('./watch/watch.ts');
  return watchFiles(() => configRound(request, terminal), terminal);
}

/** How to update a file that `--check` found to be out of date. */
const UPDATE = 'to update it, run the same command without `--check`';

async function configRound(request: ApisRequest, terminal: Terminal): Promise<Round> {
  const {files, found, status: failed} = await generateApis(request, terminal);
  const outputs = placeApis(found, terminal.folder);
  const {status, hasFailed} = await finish({...found, outputs, update: UPDATE}, terminal);
  if (hasFailed) return {status: failed ?? status, files};
  const objects = found.generated.map((output) => [output.source, output.generated ?? []] as const);
  return {status, files, outputs: new Map(objects)};
}
