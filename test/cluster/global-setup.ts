import path from 'node:path';
import {buildPrograms, NoGo} from './control-plane/build-programs.ts';
import {type ClusterAccess, giveAccess} from './control-plane/cluster-access.ts';
import {existingCluster} from './control-plane/existing-cluster.ts';
import {type Guard, guard} from './control-plane/guard.ts';
import {startControlPlane} from './control-plane/start.ts';

const WITHOUT_GO = `
The cluster tests build a Kubernetes control plane from Go modules, once. Either
  install Go 1.26 or newer (https://go.dev/dl/), or
  have kubectl and helm on the PATH, and set the kubeconfig of a cluster for the tests:
    APIGEN_TEST_KUBECONFIG=$HOME/.kube/config npm run test:cluster`;

let guarded: Guard | undefined;

/** Provides the cluster of the whole tier: the one of APIGEN_TEST_KUBECONFIG, or a control plane that it starts. */
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
    // It would be printed below the message.
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
    simulated: true,
  };
}
