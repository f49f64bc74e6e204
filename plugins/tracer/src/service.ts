import {kubectl, type Place, RELEASE, SELECTOR} from './cluster.ts';
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

export const SERVER_PORT = 11633;

/** The release's Services; throws a `TracerError` when the cluster does not tell. */
export async function readServices(place: Place, signal?: AbortSignal): Promise<Service[]> {
  const answer = await kubectl(place, ['get', 'services', `--selector=${SELECTOR}`, '--output=json'], {
    signal,
  });
  if (answer.status !== 0) throw new TracerError(text('stoppedAnswering', {reason: complaint(answer)}));
  return listAt(parse(answer.stdout), 'items').map((item) => ({
    name: textAt(item, 'metadata', 'name'),
    component: textAt(item, 'metadata', 'labels', 'app.kubernetes.io/component'),
    ports: listAt(item, 'spec', 'ports').map((port) => numberAt(at(port), 'port')),
  }));
}

/** Name and port of the server's Service, which values may change; undefined when there is none. */
export function serverAmong(services: readonly Service[]): {name: string; port: number} | undefined {
  const server = services.find(({component}) => component === 'server');
  return server && {name: server.name || RELEASE, port: server.ports[0] ?? SERVER_PORT};
}
