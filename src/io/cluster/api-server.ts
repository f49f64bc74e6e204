import {mkdtempSync, rmSync} from 'node:fs';
import type http from 'node:http';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {ownValue, parseJsonMap} from '../../core/base/json.ts';
import {MAX_REQUESTS} from '../../core/base/limits.ts';
import {apiPath, OBJECT_KINDS, resourceType, type WantedObjects} from '../../core/generate/object-kinds.ts';
import {type Resource, resourceOf} from '../../core/kubernetes/resource.ts';
import {announceWait} from '../announce-wait.ts';
import type {Send} from '../read/remote-document.ts';
import {inCluster, kubectlGetRaw, toClusterFailed} from './kubectl.ts';

const OWN = OBJECT_KINDS.map(({plural}) => plural).join('|');

/** The only requests that are passed on, since on Windows every user of the computer can ask. */
const ALLOWED = [
  `--accept-paths=^/version$,^/api/v1/namespaces/[^/]+/(services|configmaps)/,^/apis/.*/(${OWN}|gateways|deployments|customresourcedefinitions)(/|$)`,
  '--reject-methods=^[^G]',
];

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** In milliseconds, as for kubectl. */
const TIMEOUT = 60_000;

/**
 * The API server by `kubectl proxy`, with the user's credentials, at a socket that nobody else can open; Node has none on Windows. Not by
 * `kubectl get --raw`, which follows the redirect of a Service to any host, and gives it the credentials.
 */
export class ApiServer {
  #address: Promise<http.RequestOptions> | undefined;
  #agent: http.Agent | undefined;
  #asked: Promise<unknown> = Promise.resolve();
  end = () => {};

  /** Starts, for a run, before there is something to ask, which takes as long as reading a small description. */
  start(): void {
    this.end();
    this.#asked = Promise.resolve();
    this.ask('/version').catch(() => undefined);
  }

  async get(target: string, {headers, signal}: Parameters<Send>[1]): Promise<Response> {
    // Node leaves a listener at the signal of each request.
    const message = await this.#request(target, headers, {signal: AbortSignal.any([signal])});
    const {location} = message.headers;
    return new Response(message, {status: message.statusCode ?? 500, ...(location && {headers: {location}})});
  }

  /** The status and the text of an answer. */
  async ask(target: string): Promise<{status: number | undefined; text: string}> {
    const signal = AbortSignal.timeout(TIMEOUT);
    const {Agent} = await import('node:http');
    this.#agent ??= new Agent({keepAlive: true, maxSockets: MAX_REQUESTS});
    const message = await this.#request(target, {}, {signal, agent: this.#agent});
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk);
    return {status: message.statusCode, text: Buffer.concat(chunks).toString()};
  }

  /**
   * Asks without the proxy, which may not start, and since kubectl has the words for a login or a network that fails. One after another; if
   * the API server does not answer one, all fail.
   */
  askKubectl(target: string, needed: string): Promise<string> {
    const answer = this.#asked.then(() => kubectlGetRaw(target, needed));
    this.#asked = answer.catch((error: unknown) => {
      if (!/Error from server/.test(String(error))) throw error;
    });
    // What comes next reports it.
    this.#asked.catch(() => undefined);
    return answer;
  }

  async #request(target: string, headers: Parameters<Send>[1]['headers'], others: http.RequestOptions) {
    this.#address ??= this.#start();
    const options = {
      ...(await this.#address),
      ...others,
      path: target,
      headers: {...headers, host: 'localhost'},
    };
    const {get} = await import('node:http');
    return new Promise<http.IncomingMessage>((resolve, reject) => {
      get(options, resolve).on('error', reject);
    });
  }

  async #start(): Promise<http.RequestOptions> {
    const {spawn} = await import('node:child_process');
    const folder = mkdtempSync(path.join(tmpdir(), 'apigen-'));
    const socketPath = path.join(folder, 'socket');
    const isWindows = process.platform === 'win32';
    const listen = isWindows ? '--port=0' : `--unix-socket=${socketPath}`;
    const child = spawn('kubectl', inCluster(['proxy', listen, ...ALLOWED]), {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const end = () => {
      child.kill();
      rmSync(folder, {recursive: true, force: true});
    };
    const interrupted = (signal: NodeJS.Signals) => {
      this.end();
      process.kill(process.pid, signal);
    };
    process.once('exit', end);
    for (const signal of SIGNALS) process.once(signal, interrupted);
    this.end = () => {
      this.#address = undefined;
      process.off('exit', end);
      for (const signal of SIGNALS) process.off(signal, interrupted);
      end();
    };
    const printed = await new Promise<string>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', () => reject(new Error('`kubectl proxy` does not start')));
      child.stdout.once('data', (data) => resolve(String(data)));
    });
    // Neither keeps the run going.
    child.stdout.destroy();
    child.unref();
    return isWindows ? {host: '127.0.0.1', port: /\d+\s*$/.exec(printed)?.[0].trim()} : {socketPath};
  }
}

/** That of this process, which ends with it. */
export const apiServer = new ApiServer();

/**
 * The objects of a cluster that are wanted; none for a name that it does not have.
 *
 * @param needed what the user's cluster must have or allow, for the hint
 * @throws ClusterFailed
 */
export async function readWanted(wanted: WantedObjects, needed: string): Promise<Resource[]> {
  const target = apiPath(wanted);
  const answer = apiServer.ask(target).catch(() => ({status: undefined, text: ''}));
  const {status, text} = await (process.stderr.isTTY
    ? announceWait('the API server (`kubectl proxy`)', answer)
    : answer);
  const content = parseJsonMap(text);
  if (status === 404) {
    if (wanted.name !== undefined) return [];
    const [plural] = resourceType(wanted).split('.');
    throw toClusterFailed(`the server doesn't have a resource type "${plural}"`, needed);
  }
  if (status === 403 && content?.kind === 'Status')
    throw toClusterFailed(`Error from server (Forbidden): ${content.message}`, needed);
  const read = status === 200 ? content : parseJsonMap(await apiServer.askKubectl(target, needed));
  const items = ownValue(read, 'items');
  return (Array.isArray(items) ? items : [read]).map((one) => resourceOf(one));
}
