import path from 'node:path';
import {buildPrograms, NoGo} from './build-programs.ts';
import {type ClusterAccess, giveAccess} from './cluster-access.ts';
import {startControlPlane} from './control-plane.ts';
import {existingCluster} from './existing-cluster.ts';
import {type Guard, guard} from './guard.ts';

const WITHOUT_GO = `
The cluster tests build a Kubernetes control plane from Go modules, once. Either
  install Go 1.26 or newer (https://go.dev/dl/), or
  have kubectl and helm on the PATH, and name the kubeconfig of a cluster that the tests may fill and empty:
    APIGEN_TEST_KUBECONFIG=$HOME/.kube/config npm run test:cluster`;

let guarded: Guard | undefined;

/** Gives one cluster to the whole tier: that of APIGEN_TEST_KUBECONFIG, or a control plane started for it. */
export default async function setUp(): Promise<void> {
  const existing = process.env.APIGEN_TEST_KUBECONFIG;
  guarded = guard();
  try {
    giveAccess(
      existing ? await existingCluster(path.resolve(existing), guarded.folder) : await ownCluster(guarded),
    );
  } catch (error) {
    await tearDown();
    throw error;
  }
}

/** Stops what `setUp` started. */
export async function tearDown(): Promise<void> {
  await guarded?.close();
}

async function ownCluster(guarded: Guard): Promise<ClusterAccess> {
  const programs = await buildPrograms().catch((error: unknown) => {
    if (!(error instanceof NoGo)) throw error;
    error.message += WITHOUT_GO;
    // It is printed below the message, and tells nothing to who has no Go.
    error.stack = '';
    throw error;
  });
  return {
    kubeconfig: await startControlPlane(programs, guarded),
    folder: guarded.folder,
    kubectl: path.join(programs.kubernetes, 'kubectl'),
    helm: {
      3: path.join(programs.helm3, 'helm'),
      4: path.join(programs.helm4, 'helm'),
      oldest: path.join(programs.helmOldest, 'helm'),
    },
    played: true,
  };
}
