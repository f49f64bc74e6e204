import {reachCluster, type Wanted} from './context.ts';
import {readMade} from './release.ts';
import {text} from './texts.ts';
import {findKubectl} from './tools.ts';
import {TracerError} from './tracer-error.ts';
import {readWorkloads} from './workloads.ts';

/** The installed server: its version, or why that is not known. */
export type ServerVersion =
  | {readonly version: string; readonly context: string; readonly namespace: string}
  | {readonly reason: string};

/** Reads the server's version off its image; a cluster that cannot be reached is an answer, not a failure. */
export async function readServerVersion(wanted: Wanted, signal: AbortSignal): Promise<ServerVersion> {
  try {
    await findKubectl(signal);
    const cluster = await reachCluster(wanted, signal);
    const {context, namespace} = cluster;
    const workloads = await readWorkloads(await readMade(cluster, signal), {signal});
    const server = workloads.find(({component}) => component === 'server');
    if (!server) return {reason: text('nothingThere', {context, namespace})};
    return {version: /:([^:@/]+)(@|$)/.exec(server.image)?.[1] ?? server.image, context, namespace};
  } catch (error) {
    if (signal.aborted || !(error instanceof TracerError)) throw error;
    return {reason: error.message};
  }
}
