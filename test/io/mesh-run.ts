import {type MeshRequest, runMesh} from '../../src/io/mesh.ts';

/** What a run printed, and its exit code. */
export interface MeshRun {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `apigen mesh` in this process, with `folder` as its working directory. */
export async function meshRun(
  request: Partial<MeshRequest> & Pick<MeshRequest, 'in'>,
  folder: string,
): Promise<MeshRun> {
  let [stdout, stderr] = ['', ''];
  const status = await runMesh(
    {
      settings: {'service.name': 'petstore'},
      apiVersion: 'mesh.io/v1alpha2',
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
