/** What the tests are given: a cluster and the programs to reach it. */
export interface ClusterAccess {
  /** Administrator's kubeconfig. */
  readonly kubeconfig: string;
  /** Temporary folder of the whole tier. */
  readonly folder: string;
  readonly kubectl: string;
  /** Programs by Helm's major version, and the oldest that the installers take; those that are not there are not tested. */
  readonly helm: Readonly<Partial<Record<3 | 4 | 'oldest', string>>>;
  /** Whether kwok plays the kubelets, so that pods can be told by annotation how to end. */
  readonly played: boolean;
}

const VARIABLE = 'APIGEN_TEST_CLUSTER';

/** Hands the cluster over to the test files, which run in processes of their own. */
export function giveAccess(access: ClusterAccess): void {
  process.env[VARIABLE] = JSON.stringify(access);
}

/**
 * Returns the cluster that the tests run against.
 *
 * @throws Error outside of the tier, where no cluster was started.
 */
export function clusterAccess(): ClusterAccess {
  const given = process.env[VARIABLE];
  if (given === undefined)
    throw new Error('no cluster was started: run these tests by `npm run test:cluster`');
  const access: ClusterAccess = JSON.parse(given);
  return access;
}
