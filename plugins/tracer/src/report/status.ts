import {reachCluster} from '../cluster/context.ts';
import {listAt, numberAt} from '../cluster/json.ts';
import {readObjects} from '../cluster/objects.ts';
import type {ScopeOptions} from '../cluster/programs.ts';
import {serverAddress} from '../cluster/services.ts';
import {findTool} from '../cluster/tool-versions.ts';
import {readWorkloads, unreadyLine, type Workload} from '../cluster/workloads.ts';
import {componentsOf} from '../plan/components.ts';
import {versionOf} from '../plan/warnings.ts';
import {installedScope, readRelease} from '../release/release.ts';
import {noRelease, readDatabase} from '../run/database.ts';
import {readConnections} from './connections.ts';
import {diagnose} from './diagnosis.ts';

/** The result of `status`, as `--json` prints it. */
export type Status = Awaited<ReturnType<typeof readStatus>>;

const signOf = (healthy: boolean | null) => (healthy === null ? '?' : healthy ? '✔' : '✘');

function workloadLines(workloads: readonly Workload[]): string[] {
  const width = Math.max(0, ...workloads.map(({name}) => name.length));
  return workloads.map(
    ({healthy, name, ready, wanted, image}) =>
      `  ${signOf(healthy)} ${name.padEnd(width)} ${ready}/${wanted} ${image}`,
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

const pollingLine = ({retryDelay, timeout, selectorMatchRetries}: NonNullable<Status['polling']>) =>
  `  wait at most ${timeout} for their trace, and end when it has no new spans after ${retryDelay}; a test with a selector that matches nothing polls ${selectorMatchRetries} times more`;

/** The status as lines for the user. */
export function statusLines(status: Status): string[] {
  const {context, namespace, release, version, client, workloads, polling, healthy, connections, diagnosis} =
    status;
  const broken = connections.find((one) => one.healthy === false);
  const checked = connections.some((one) => one.healthy === null) ? ' that could be checked' : '';
  const problem =
    unreadyLine(workloads) ||
    (broken && `the connection of the ${broken.component}`) ||
    `the last change of release tracer is ${release.status}; install it again to repair it`;
  return [
    `Release tracer (${release.chart}, revision ${release.revision}, ${release.status}) in namespace ${namespace} of context ${context}`,
    `Server ${version ?? 'not installed'}, client ${client}`,
    ...workloadLines(workloads),
    ...serviceLines(status),
    ...(polling ? ['Test runs', pollingLine(polling)] : []),
    ...(connections.length === 0 ? [] : ['Connections']),
    ...connections.map((one) => `  ${signOf(one.healthy)} ${one.message}`),
    healthy ? `Everything${checked} is healthy` : `Not healthy: ${problem}`,
    ...diagnosis,
  ];
}

/**
 * Reads the release and its workloads; `client` is this command's version. Throws a `TracerError` when there is no release or the cluster
 * does not answer.
 */
export async function readStatus(wanted: ScopeOptions, client: string, signal: AbortSignal) {
  await findTool('helm', signal);
  await findTool('kubectl', signal);
  const cluster = await reachCluster(wanted, signal);
  const {context, namespace} = cluster;
  const release = await readRelease(cluster, signal);
  const {status, revision, chart} = release;
  const scope = await installedScope(cluster, signal);
  if (!release.exists) throw noRelease(scope, await readDatabase(scope, signal));
  const [workloads, objects] = await Promise.all([
    readWorkloads(scope, signal),
    readObjects(scope, 'services,deployments,configmaps', signal),
  ]);
  const server = serverAddress(objects);
  const image = workloads.find(({component}) => component === 'server')?.image;
  const connections = await readConnections(scope, workloads, server, signal);
  const running = workloads.length > 0 && workloads.every((one) => one.healthy);
  const complete = status === 'deployed' && running;
  const services = objects.filter(({kind}) => kind === 'Service');
  return {
    ...{context, namespace, release: {status, revision, chart}},
    ...{client, version: image === undefined ? null : versionOf(image)},
    healthy: complete && connections.every((one) => one.healthy !== false),
    workloads,
    services: services.map(({name, component, body}) => {
      const ports = listAt(body, 'spec', 'ports').map((port) => numberAt(port, 'port'));
      return {name, component, ports};
    }),
    /** The server's address; undefined without its Service. */
    server,
    /** How long a test run waits; null without a server. */
    polling: componentsOf(objects).server?.polling ?? null,
    connections,
    /** Events and log lines; empty when everything is healthy. */
    diagnosis: complete ? [] : await diagnose(scope),
  };
}
