import type {IncomingHttpHeaders, RequestListener} from 'node:http';
import {setTimeout as sleep} from 'node:timers/promises';
import {serve} from '../server.ts';

/** A request as it reached the service. */
export interface Reached {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** A service that answers with what reached it, except where headers of the request ask for something else. */
export interface EchoServer {
  readonly port: number;
  /** How often requests with this `x-id` have reached it. */
  readonly attempts: (id: string) => number;
  readonly stop: () => void;
}

/**
 * Starts the service, at an address of this computer. `x-sleep` is a time in milliseconds before the answer begins, `x-sleep-within` one before
 * its last byte; `x-status` is its status for as many attempts of the `x-id` as `x-failures` says.
 */
export async function startEchoServer(host?: string): Promise<EchoServer> {
  const counts = new Map<string, number>();
  const answer: RequestListener = async ({method = '', url: path = '', headers}, response) => {
    const id = `${headers['x-id']}`;
    const attempt = (counts.get(id) ?? 0) + 1;
    counts.set(id, attempt);
    const fails = attempt <= Number(headers['x-failures'] ?? 0);
    await sleep(Number(headers['x-sleep'] ?? 0));
    const body = JSON.stringify({method, path, headers} satisfies Reached);
    response.writeHead(fails ? Number(headers['x-status']) : 200, {
      'content-length': Buffer.byteLength(body),
    });
    response.write(body.slice(0, -1));
    await sleep(Number(headers['x-sleep-within'] ?? 0));
    response.end(body.slice(-1));
  };
  const server = await serve(answer, 0, host);
  return {
    port: Number(new URL(server.url).port),
    attempts: (id) => counts.get(id) ?? 0,
    stop: server.close,
  };
}
