import {run} from '../../run.ts';

/** The folder of a Go module, by its name and version: `sigs.k8s.io/gateway-api@v1.7.0`. */
export async function moduleFolder(module: string): Promise<string> {
  // Releases require newer versions of Go than their CRDs do.
  const env = {...process.env, GOTOOLCHAIN: 'auto'};
  const {stdout} = await run('go', ['mod', 'download', '-json', module], {env});
  const {Dir: folder}: {Dir: string} = JSON.parse(stdout);
  return folder;
}
