import {kubectl, type Labelled, RELEASE} from './cluster.ts';
import {at, listAt, numberAt, parse, textAt} from './json.ts';
import {complaint} from './program.ts';
import {text} from './texts.ts';
import {TracerError} from './tracer-error.ts';

/** A Service of the release and the ports that it offers. */
export interface Service {
  readonly name: string;
  readonly component: string;
  readonly ports: readonly number[];
}

/** How the server is reached, which values may change: its Service, the port of that, and the path that it answers under. */
export interface ServerAddress {
  readonly name: string;
  readonly port: number;
  /** Empty, or such as `/tools/tracer/`. */
  readonly path: string;
}

/** Port of the server's Service, unless values say otherwise; and the local one that the final text forwards. */
export const SERVER_PORT = 11633;

const SERVER = 'server';

/**
 * An object as a line: kind, API version, name, component, port, path of its readiness probe, which follows `server.pathPrefix`, and what
 * the chart's objects are labelled with, which follows `nameOverride`.
 * Read by kubectl, which knows every form that YAML may have.
 */
export const OBJECT_LINE = `${[
  '.kind',
  '.apiVersion',
  '.metadata.name',
  '.metadata.labels.app\\.kubernetes\\.io/component',
  '.spec.ports[0].port',
  '.spec.template.spec.containers[0].readinessProbe.httpGet.path',
  '.metadata.labels.app\\.kubernetes\\.io/name',
]
  .map((field) => `{${field}}`)
  .join('{"\\t"}')}{"\\n"}`;

/** The server's objects among objects as lines, their fields apart. */
function ofServer(lines: readonly string[]): string[][] {
  return lines.map((line) => line.split('\t')).filter(([, , , component]) => component === SERVER);
}

/** What the chart's objects are labelled with; for a chart without a server, what ours are by default. */
export function labelAmong(lines: readonly string[]): string {
  return ofServer(lines).find(([kind]) => kind === 'Deployment')?.[6] || RELEASE;
}

/** The server's address among objects as lines; undefined when it has no Service there. */
export function serverAmong(lines: readonly string[]): ServerAddress | undefined {
  const server = ofServer(lines);
  const service = server.find(([kind]) => kind === 'Service');
  if (!service) return undefined;
  const [, , name, , port] = service;
  const path = server.find(([kind]) => kind === 'Deployment')?.[5] ?? '';
  return {name: name || RELEASE, port: Number(port) || SERVER_PORT, path: path === '/' ? '' : path};
}

/** The installed server's address, undefined when there is none; throws a `TracerError` when the cluster does not tell. */
export async function readServer(place: Labelled, signal?: AbortSignal): Promise<ServerAddress | undefined> {
  const output = `--output=jsonpath={range .items[*]}${OBJECT_LINE}{end}`;
  const answer = await kubectl(
    place,
    ['get', 'services,deployments', `--selector=${place.selector}`, output],
    {
      signal,
    },
  );
  if (answer.status !== 0) throw new TracerError(text('stoppedAnswering', {reason: complaint(answer)}));
  return serverAmong(answer.stdout.split('\n'));
}

/** The release's Services; throws a `TracerError` when the cluster does not tell. */
export async function readServices(place: Labelled, signal?: AbortSignal): Promise<Service[]> {
  const answer = await kubectl(place, ['get', 'services', `--selector=${place.selector}`, '--output=json'], {
    signal,
  });
  if (answer.status !== 0) throw new TracerError(text('stoppedAnswering', {reason: complaint(answer)}));
  return listAt(parse(answer.stdout), 'items').map((item) => ({
    name: textAt(item, 'metadata', 'name'),
    component: textAt(item, 'metadata', 'labels', 'app.kubernetes.io/component'),
    ports: listAt(item, 'spec', 'ports').map((port) => numberAt(at(port), 'port')),
  }));
}
