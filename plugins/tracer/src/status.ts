import type {Wanted} from './context.ts';
import {reachCluster} from './context.ts';
import {diagnose} from './diagnosis.ts';
import {nothingThere} from './kept-data.ts';
import {isThere, readMade, readRelease} from './release.ts';
import {readServer, readServices, type ServerAddress, type Service} from './service.ts';
import {text} from './texts.ts';
import {findTools} from './tools.ts';
import {readWorkloads, unready, type Workload} from './workloads.ts';

/** What runs, where, and whether it is healthy; what `--json` prints. */
export interface Status {
  readonly context: string;
  readonly namespace: string;
  readonly release: {readonly status: string; readonly revision: number; readonly chart: string};
  readonly healthy: boolean;
  readonly workloads: readonly Workload[];
  readonly services: readonly Service[];
  /** How the server is reached; undefined when its Service is missing. */
  readonly server: ServerAddress | undefined;
  /** Events and log lines; empty when all is healthy. */
  readonly diagnosis: readonly string[];
}

/** A line for each workload, what follows the names one below the other. */
function workloadLines(workloads: readonly Workload[]): string[] {
  const width = Math.max(0, ...workloads.map(({name}) => name.length));
  return workloads.map(({healthy, name, ready, wanted, image, reason}) =>
    text('statusWorkload', {
      ...{sign: healthy ? '✔' : '✘', name: name.padEnd(width), ready, wanted, image},
      reason: reason === '' ? '' : `: ${reason}`,
    }),
  );
}

/** Its reason stands on its own line already. */
function withoutReason(workload: Workload): Workload {
  return {...workload, reason: ''};
}

/** The status as lines for a person. */
export function statusLines({
  context,
  namespace,
  release,
  workloads,
  services,
  server,
  healthy,
  diagnosis,
}: Status): string[] {
  return [
    text('statusTitle', {...release, context, namespace}),
    ...workloadLines(workloads),
    ...(services.length === 0 ? [] : [text('statusServices')]),
    ...services.map(({name, ports}) =>
      text('statusService', {
        name: `${name}.${namespace}`,
        ports: ports.join(', '),
        path: name === server?.name && server.path !== '' ? text('statusPath', {path: server.path}) : '',
      }),
    ),
    healthy
      ? text('statusHealthy')
      : text('statusUnhealthy', {
          what: unready(workloads.map(withoutReason)) || text('statusRelease', {state: release.status}),
        }),
    ...diagnosis,
  ];
}

/** Looks at the release and its workloads; throws a `TracerError` when there is no release or the cluster does not answer. */
export async function readStatus(wanted: Wanted, signal: AbortSignal): Promise<Status> {
  await findTools(signal);
  const cluster = await reachCluster(wanted, signal);
  const {context, namespace} = cluster;
  const release = await readRelease(cluster, signal);
  const made = await readMade(cluster, signal);
  if (!isThere(release)) throw await nothingThere(made, signal);
  const [workloads, services, server] = await Promise.all([
    readWorkloads(made, {signal}),
    readServices(made, signal),
    readServer(made, signal),
  ]);
  const healthy =
    release.status === 'deployed' && workloads.length > 0 && workloads.every((workload) => workload.healthy);
  const diagnosis = healthy ? [] : await diagnose(made);
  return {context, namespace, release, healthy, workloads, services, server, diagnosis};
}
