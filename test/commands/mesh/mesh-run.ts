import {runMesh} from '../../../src/commands/mesh/run-mesh.ts';
import type {RunRequest} from '../../../src/io/run/load.ts';

/** What a run printed, and its exit code. */
export interface MeshRun {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `apigen mesh` in this process, with `folder` as its working directory. */
export async function meshRun(request: RunRequest, folder: string): Promise<MeshRun> {
  let [stdout, stderr] = ['', ''];
  const status = await runMesh(
    {
      settings: {'service.name': 'petstore'},
      format: 'yaml',
      strict: false,
      allowEmpty: false,
      remoteRefs: false,
      ...request,
    },
    {
      out: (text) => {
        stdout += text;
      },
      error: (text) => {
        stderr += text;
      },
      folder,
    },
  );
  return {status, stdout, stderr: stderr.replaceAll(`${folder}/`, '')};
}
