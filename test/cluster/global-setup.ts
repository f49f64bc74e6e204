import path from 'node:path';
import {buildPrograms} from './control-plane/build-programs.ts';
import {giveAccess} from './control-plane/cluster-access.ts';
import {type Guard, guard} from './control-plane/guard.ts';
import {startControlPlane} from './control-plane/start.ts';

let guarded: Guard | undefined;

/** Starts the control plane of the whole tier. */
export default async function setUp(): Promise<void> {
  guarded = guard();
  try {
    const programs = await buildPrograms();
    giveAccess({
      kubeconfig: await startControlPlane(programs, guarded),
      folder: guarded.folder,
      kubectl: path.join(programs.kubernetes, 'kubectl'),
      helm: {
        3: path.join(programs.helm3, 'helm'),
        4: path.join(programs.helm4, 'helm'),
        oldest: path.join(programs.helmOldest, 'helm'),
      },
    });
  } catch (error) {
    await tearDown();
    throw error;
  }
}

/** Stops what `setUp` started. */
export async function tearDown(): Promise<void> {
  await guarded?.close();
}
