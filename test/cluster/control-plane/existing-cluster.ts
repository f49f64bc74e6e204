import {existsSync} from 'node:fs';
import path from 'node:path';
import {run} from '../support/run.ts';
import type {ClusterAccess} from './cluster-access.ts';

/**
 * Returns access to the user's own cluster, with the programs of the PATH: `kubectl`, and `helm`, `helm3` or `helm4` for each major
 * version.
 *
 * @throws Error when the cluster does not answer, or kubectl or helm is missing.
 */
export async function existingCluster(kubeconfig: string, folder: string): Promise<ClusterAccess> {
  const kubectl = onPath('kubectl');
  if (kubectl === undefined) throw new Error('kubectl is not on the PATH');
  const ready = await answer(kubectl, ['--kubeconfig', kubeconfig, 'get', '--raw', '/readyz']);
  if (ready === undefined) throw new Error(`\`kubectl --kubeconfig ${kubeconfig} get --raw /readyz\` fails`);
  const helm: {3?: string; 4?: string} = {};
  for (const program of ['helm4', 'helm3', 'helm'].map(onPath)) {
    if (program === undefined) continue;
    const version = await answer(program, ['version', '--short']);
    if (version?.startsWith('v3.')) helm[3] = program;
    if (version?.startsWith('v4.')) helm[4] = program;
  }
  if (Object.keys(helm).length === 0) throw new Error('helm 3 or 4 is not on the PATH');
  return {kubeconfig, folder, kubectl, helm, simulated: false};
}

function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}

async function answer(command: string, args: readonly string[]): Promise<string | undefined> {
  const finished = await run(command, args).catch(() => undefined);
  return finished?.status === 0 ? finished.stdout : undefined;
}
