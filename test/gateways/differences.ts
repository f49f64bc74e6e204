import {afterAll, beforeAll, describe} from '@jest/globals';
import {MESHES} from '../../src/core/meshes.ts';
import type {Request} from '../meshes/request.ts';
import {askRedirected} from './ask.ts';
import {type EchoServer, startEchoServer} from './echo-server.ts';
import {type RunningGateway, startEnvoyGateway} from './envoy-gateway.ts';
import {type LiveGateway, serveLive} from './live-gateway.ts';
import {gatewayPrograms} from './programs.ts';
import {type GatewayName, meshOf, type Served} from './served.ts';

/** How many requests wait for their answers at the same time. */
const AT_ONCE = 16;

export interface HostRequest extends Request {
  readonly host: string;
}

/** A request, and the rule that answered: `none` for 404, and `status 400` for another status without one. */
export interface Answered extends HostRequest {
  readonly rule: string;
}

/** The requests of a description to each of its hosts: at most so many, but one for each route at least. */
export function requestsTo({requests, hosts}: Served, atMost = Number.POSITIVE_INFINITY): HostRequest[] {
  const step = Math.max(1, Math.ceil(requests.flat().length / atMost));
  const some = requests.flatMap((all) => all.filter((_, index) => index % step === 0));
  return hosts.flatMap((host) => some.map((request) => ({...request, host})));
}

/** Asks a gateway at the listener of a description. */
export async function answersOf(
  {ports}: RunningGateway,
  {listener}: Served,
  requests: readonly HostRequest[],
): Promise<Answered[]> {
  const port = ports.get(listener);
  if (port === undefined) throw new Error(`no listener ${listener}: ${[...ports.keys()].join(', ')}`);
  const answers: Answered[] = [];
  const next = requests.entries();
  const work = async () => {
    for (const [index, request] of next) {
      const {status, rule = status === 404 ? 'none' : `status ${status}`} = await askRedirected(
        port,
        request,
      );
      answers[index] = {...request, rule};
    }
  };
  await Promise.all(Array.from({length: AT_ONCE}, work));
  return answers;
}

/** The answers of another rule than is expected. */
export function differences({expected}: Pick<Served, 'expected'>, answers: readonly Answered[]): string[] {
  return answers.flatMap(({host, rule, ...request}) => {
    const others = Object.entries(expected).flatMap(([by, ruleOf]) => {
      const wanted = ruleOf(request, host);
      return wanted === rule ? [] : [`${by} ${wanted}`];
    });
    return others.length > 0
      ? [`${request.method} ${host}${request.path}: ${rule}, ${others.join(', ')}`]
      : [];
  });
}

/** Describes what a gateway does; skipped where it cannot run. */
export function describeAt(gateway: GatewayName, what: string, tests: () => void): void {
  const runs = gateway === 'contour' ? gatewayPrograms()?.running : gatewayPrograms();
  (runs ? describe : describe.skip)(`${MESHES[meshOf(gateway)].title} ${what}`, tests);
}

/** Serves descriptions before the tests of a block, and stops after them. */
export function whileServed(
  served: () => Promise<readonly Pick<Served, 'objects'>[]>,
  gateway?: GatewayName,
  started = async (): Promise<LiveGateway | undefined> =>
    gateway === 'contour' ? gatewayPrograms()?.running : undefined,
) {
  const running: {gateway?: RunningGateway; echo?: EchoServer} = {};
  beforeAll(async () => {
    const live = await started();
    running.echo = await startEchoServer(live?.servers);
    const {port} = running.echo;
    const objects = (await served()).flatMap((one) => one.objects);
    running.gateway = live ? await serveLive(live, objects, port) : await startEnvoyGateway(objects, port);
  });
  afterAll(async () => {
    await running.gateway?.stop();
    running.echo?.stop();
  });
  return running;
}
