import {once} from 'node:events';
import {Agent, type IncomingHttpHeaders, type IncomingMessage, request} from 'node:http';
import {type Agent as SecureAgent, request as secureRequest} from 'node:https';
import type {Request} from '../meshes/request.ts';
import {RULE_HEADER} from './http-routes.ts';

/** A request with more than what routes match. */
export interface Asked extends Request {
  readonly host?: string;
  /** The address that it is sent from. */
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** With what it is sent over TLS. */
  readonly identity?: SecureAgent | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** False if the connection ended before the body did. */
  readonly isWhole: boolean;
  /** The rule that answered, as it names itself. */
  readonly rule: string | undefined;
}

/** Without connections that stay open, each answer of 404 would cost a second. */
const agent = new Agent({keepAlive: true, maxSockets: 16});

/** Where a listener is: a port of loopback, or one of another address. */
export type Place = number | {readonly host: string; readonly port: number};

/** Sends a request with its path as it is. */
export async function ask(
  place: Place,
  {method, path, host = 'localhost', headers, from, identity}: Asked,
): Promise<Answer> {
  const at = typeof place === 'number' ? {host: '127.0.0.1', port: place} : place;
  const options = {
    ...{...at, method, path, headers: {...headers, host}},
    ...(from && {localAddress: from}),
  };
  const sent = (identity ? secureRequest({...options, agent: identity}) : request({...options, agent})).end();
  // After the response, `complete` says it.
  sent.on('error', () => {});
  const [response]: [IncomingMessage] = await once(sent, 'response').then(([one]) => [one]);
  const {statusCode: status = 0, headers: received} = response;
  let body = '';
  try {
    for await (const part of response.setEncoding('utf8')) body += part;
  } catch {
    // `complete` says so.
  }
  const named = received[RULE_HEADER];
  const rule = typeof named === 'string' ? named : undefined;
  return {status, headers: received, body, isWhole: response.complete, rule};
}

/** Sends a request, and again to where Envoy redirects one whose path has an encoded slash. */
export async function askRedirected(place: Place, asked: Asked): Promise<Answer> {
  const answer = await ask(place, asked);
  const {location} = answer.headers;
  return answer.status === 307 && location !== undefined ? ask(place, {...asked, path: location}) : answer;
}
