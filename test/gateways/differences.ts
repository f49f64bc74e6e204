import {afterAll, beforeAll} from '@jest/globals';
import {askRedirected} from './ask.ts';
import {type EchoServer, startEchoServer} from './echo-server.ts';
import {type EnvoyGateway, startEnvoyGateway} from './envoy-gateway.ts';
import type {Served} from './served.ts';

/** How many requests wait for their answers at the same time. */
const AT_ONCE = 16;

/**
 * Asks Envoy Gateway the requests of a description, and returns those that another rule answers than is expected.
 *
 * @param atMost how many requests it is asked, one for each route at least
 */
export async function differences(
  gateway: EnvoyGateway,
  served: Served,
  atMost = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const port = gateway.ports.get(served.listener);
  if (port === undefined)
    throw new Error(`no listener ${served.listener}: ${[...gateway.ports.keys()].join(', ')}`);
  const step = Math.max(1, Math.ceil(served.requests.flat().length / atMost));
  const requests = served.requests.flatMap((all) => all.filter((_, index) => index % step === 0));
  const asked = served.hosts.flatMap((host) => requests.map((request) => ({...request, host})));
  const different: string[] = [];
  const next = asked.values();
  const work = async () => {
    for (const {host, ...request} of next) {
      const {status, rule = status === 404 ? 'none' : `status ${status}`} = await askRedirected(port, {
        ...request,
        host,
      });
      const others = Object.entries(served.expected).flatMap(([by, ruleOf]) => {
        const expected = ruleOf(request, host);
        return expected === rule ? [] : [`${by} ${expected}`];
      });
      if (others.length > 0)
        different.push(`${request.method} ${host}${request.path}: ${rule}, ${others.join(', ')}`);
    }
  };
  await Promise.all(Array.from({length: AT_ONCE}, work));
  return different;
}

/** Serves descriptions before the tests of a file, and stops after them. */
export function whileServed(served: () => Promise<readonly Served[]>) {
  const running: {gateway?: EnvoyGateway; echo?: EchoServer} = {};
  beforeAll(async () => {
    running.echo = await startEchoServer();
    const objects = (await served()).flatMap((one) => one.objects);
    running.gateway = await startEnvoyGateway(objects, running.echo.port);
  });
  afterAll(async () => {
    await running.gateway?.stop();
    running.echo?.stop();
  });
  return running;
}
