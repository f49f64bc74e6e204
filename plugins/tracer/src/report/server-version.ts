import {findKubectl} from '../checks/tool-versions.ts';
import {reachCluster, type ScopeOptions} from '../cluster/context.ts';
import {readWorkloads} from '../cluster/workloads.ts';
import {TracerError} from '../errors.ts';
import {installedScope} from '../release/release.ts';

/** The installed server's version, or why it is not known. */
export type ServerVersion =
  | {readonly version: string; readonly context: string; readonly namespace: string}
  | {readonly reason: string};

/** Reads the version from the server's image; an unreachable cluster is a result, not an error. */
export async function readServerVersion(wanted: ScopeOptions, signal: AbortSignal): Promise<ServerVersion> {
  try {
    await findKubectl(signal);
    const cluster = await reachCluster(wanted, signal);
    const {context, namespace} = cluster;
    const workloads = await readWorkloads(await installedScope(cluster, signal), signal);
    const server = workloads.find(({component}) => component === 'server');
    if (!server) return {reason: `not installed in namespace ${namespace} of context ${context}`};
    return {version: /:([^:@/]+)(@|$)/.exec(server.image)?.[1] ?? server.image, context, namespace};
  } catch (error) {
    if (signal.aborted || !(error instanceof TracerError)) throw error;
    return {reason: error.message};
  }
}
