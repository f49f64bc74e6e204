import {existsSync} from 'node:fs';
import path from 'node:path';
import type {ClusterAccess} from './cluster-access.ts';
import {run} from './run.ts';

/**
 * Returns access to somebody's own cluster, with the programs of the PATH: `kubectl`, and `helm`, `helm3` or `helm4`,
 * of which each major version is tested that is there.
 *
 * @throws Error when the cluster does not answer, or there is no kubectl or no helm.
 */
export async function existingCluster(kubeconfig: string, folder: string): Promise<ClusterAccess> {
  const kubectl = onPath('kubectl');
  if (kubectl === undefined) throw new Error('there is no kubectl on the PATH');
  const ready = await answer(kubectl, ['--kubeconfig', kubeconfig, 'get', '--raw', '/readyz']);
  if (ready === undefined) throw new Error(`\`kubectl --kubeconfig ${kubeconfig} get --raw /readyz\` fails`);
  const helm: {3?: string; 4?: string} = {};
  for (const program of ['helm4', 'helm3', 'helm'].map(onPath)) {
    if (program === undefined) continue;
    const version = await answer(program, ['version', '--short']);
    if (version?.startsWith('v3.')) helm[3] = program;
    if (version?.startsWith('v4.')) helm[4] = program;
  }
  if (Object.keys(helm).length === 0) throw new Error('there is no helm 3 or 4 on the PATH');
  return {kubeconfig, folder, kubectl, helm, played: false};
}

function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}

async function answer(command: string, args: readonly string[]): Promise<string | undefined> {
  const finished = await run(command, args).catch(() => undefined);
  return finished?.status === 0 ? finished.stdout : undefined;
}
