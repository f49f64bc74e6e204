import {runMesh} from '../../../src/commands/mesh/run-mesh.ts';
import type {RunRequest} from '../../../src/io/run/load/load-description.ts';
import {capturedRun} from '../../captured-run.ts';
import {NEW_RULES} from '../../shown-rules.ts';
import {type CliRun, MESH_NOTE} from '../../start-cli.ts';

const DEFAULTS = {
  format: 'yaml',
  strict: false,
  allowEmpty: false,
  remoteRefs: false,
  skipRules: NEW_RULES,
} as const;

/** Runs `apigen mesh` in this process, with `folder` as its working directory; without the note that `mesh` is not set. */
export async function meshRun(request: RunRequest, folder: string): Promise<CliRun> {
  const settings = {'service.name': 'petstore'};
  const run = await capturedRun(folder, (terminal) => runMesh({settings, ...DEFAULTS, ...request}, terminal));
  return {...run, stderr: run.stderr.replace(MESH_NOTE, '').replaceAll(`${folder}/`, '')};
}
