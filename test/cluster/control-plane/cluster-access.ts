/** The tests' cluster and the programs to access it. */
export interface ClusterAccess {
  /** Administrator's kubeconfig. */
  readonly kubeconfig: string;
  /** Temporary folder of the whole tier. */
  readonly folder: string;
  readonly kubectl: string;
  /** Programs by helm's major version, and the oldest supported one. */
  readonly helm: Readonly<Record<3 | 4 | 'oldest', string>>;
}

const VARIABLE = 'APIGEN_TEST_CLUSTER';

/** Passes the cluster to the test files, which run in other processes. */
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
