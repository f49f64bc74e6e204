import {findTools} from '../checks/tool-versions.ts';
import {reachCluster, type ScopeOptions} from '../cluster/context.ts';
import {readServer, readServices, type ServerAddress, type Service} from '../cluster/services.ts';
import {readWorkloads, unreadyLine, type Workload} from '../cluster/workloads.ts';
import {exists, installedScope, readRelease} from '../release/release.ts';
import {noRelease} from '../run/database-objects.ts';
import {type Connection, readConnections} from './connections.ts';
import {diagnose} from './diagnosis.ts';

/** The result of `status`, as `--json` prints it. */
export interface Status {
  readonly context: string;
  readonly namespace: string;
  readonly release: {readonly status: string; readonly revision: number; readonly chart: string};
  readonly healthy: boolean;
  readonly workloads: readonly Workload[];
  readonly services: readonly Service[];
  /** The server's address; undefined without its Service. */
  readonly server: ServerAddress | undefined;
  readonly connections: readonly Connection[];
  /** Events and log lines; empty when everything is healthy. */
  readonly diagnosis: readonly string[];
}

/** A `?` for what is not known. */
const signOf = (healthy: boolean | null) => (healthy === null ? '?' : healthy ? '✔' : '✘');

/** A line for each workload, in columns. */
function workloadLines(workloads: readonly Workload[]): string[] {
  const width = Math.max(0, ...workloads.map(({name}) => name.length));
  return workloads.map(
    ({healthy, name, ready, wanted, image, reason}) =>
      `  ${signOf(healthy)} ${name.padEnd(width)} ${ready}/${wanted} ${image}${reason === '' ? '' : `: ${reason}`}`,
  );
}

function serviceLines({services, server, namespace}: Status): string[] {
  if (services.length === 0) return [];
  const lines = services.map(({name, ports}) => {
    const path = name === server?.name && server.path !== '' ? `, under ${server.path}` : '';
    return `  ${name}.${namespace}: ${ports.join(', ')}${path}`;
  });
  return ['Addresses in the cluster', ...lines];
}

function connectionLines(connections: readonly Connection[]): string[] {
  if (connections.length === 0) return [];
  return ['Connections', ...connections.map(({healthy, message}) => `  ${signOf(healthy)} ${message}`)];
}

/** The status as lines for the user. */
export function statusLines(status: Status): string[] {
  const {context, namespace, release, workloads, healthy, connections, diagnosis} = status;
  // The reasons are in the workloads' own lines.
  const unready = unreadyLine(workloads.map((workload) => ({...workload, reason: ''})));
  const broken = connections.find((one) => one.healthy === false);
  const checked = connections.some((one) => one.healthy === null) ? ' that could be checked' : '';
  const problem =
    unready ||
    (broken && `the connection of the ${broken.component}`) ||
    `the last change of release tracer is ${release.status}; install it again to repair it`;
  return [
    `Release tracer (${release.chart}, revision ${release.revision}, ${release.status}) in namespace ${namespace} of context ${context}`,
    ...workloadLines(workloads),
    ...serviceLines(status),
    ...connectionLines(connections),
    healthy ? `Everything${checked} is healthy` : `Not healthy: ${problem}`,
    ...diagnosis,
  ];
}

/** Reads the release and its workloads; throws a `TracerError` when there is no release or the cluster does not answer. */
export async function readStatus(wanted: ScopeOptions, signal: AbortSignal): Promise<Status> {
  await findTools(signal);
  const cluster = await reachCluster(wanted, signal);
  const {context, namespace} = cluster;
  const {status, revision, chart, ...rest} = await readRelease(cluster, signal);
  const release = {status, revision, chart};
  const scope = await installedScope(cluster, signal);
  if (!exists({...release, ...rest})) throw await noRelease(scope, signal);
  const [workloads, services, server] = await Promise.all([
    readWorkloads(scope, signal),
    readServices(scope, signal),
    readServer(scope, signal),
  ]);
  const connections = await readConnections(scope, workloads, server, signal);
  const running = workloads.length > 0 && workloads.every((one) => one.healthy);
  const complete = status === 'deployed' && running;
  const healthy = complete && connections.every((one) => one.healthy !== false);
  const diagnosis = complete ? [] : await diagnose(scope);
  return {context, namespace, release, healthy, workloads, services, server, connections, diagnosis};
}
