import {mkdtempSync, rmSync} from 'node:fs';
import type http from 'node:http';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {mapsOf, ownValue, parseJsonMap} from '../../core/base/json.ts';
import {MAX_REQUESTS} from '../../core/base/limits.ts';
import {apiPath, OBJECT_KINDS, resourceType, type WantedObjects} from '../../core/generate/object-kinds.ts';
import {type Resource, resourceOf} from '../../core/kubernetes/resource.ts';
import {announceWait} from '../announce-wait.ts';
import type {Send} from '../read/remote-document.ts';
import {inCluster, kubectlGetRaw, toClusterFailed} from './kubectl.ts';

const OWN = OBJECT_KINDS.map(({plural}) => plural).join('|');

/** The only requests that are passed on, since on Windows every user of the computer can ask. The address of the API server may have a path. */
const PASSED_ON = [
  '--append-server-path',
  `--accept-paths=^/version$,^/apis/[^/]+/[^/]+$,^/api/v1/namespaces/[^/]+/(services|configmaps)/,^/apis/.*/(${OWN}|gateways|deployments|customresourcedefinitions)(/|$)`,
  '--reject-methods=^[^G]',
];

const NO_ANSWER = {status: undefined, text: ''};

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** In milliseconds, as for kubectl, and how long the proxy has to start. */
const [TIMEOUT, START_TIMEOUT] = [60_000, 10_000];

/**
 * The API server by `kubectl proxy`, with the user's credentials, at a socket that nobody else can open; Node has none on Windows. Not by
 * `kubectl get --raw`, which follows the redirect of a Service to any host, and gives it the credentials.
 */
export class ApiServer {
  #address: Promise<http.RequestOptions> | undefined;
  #agent: http.Agent | undefined;
  #asked: Promise<unknown> = Promise.resolve();
  #version: ReturnType<ApiServer['ask']> | undefined;
  end = () => {
    this.#address = undefined;
  };

  /** Starts, for a run, before there is something to ask, which takes as long as reading a small description. */
  start(): void {
    this.end();
    this.#asked = Promise.resolve();
    this.#version = undefined;
    this.#address = this.#start();
    const ask = async () => {
      await this.#address;
      if (this.#address) await this.version();
    };
    ask().catch(() => undefined);
  }

  /** What it says of itself, which is asked once. */
  version(): ReturnType<ApiServer['ask']> {
    this.#version ??= this.ask('/version');
    return this.#version;
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
    if (this.#address === undefined) throw new Error('the run has ended');
    const folder = mkdtempSync(path.join(tmpdir(), 'apigen-'));
    const socketPath = path.join(folder, 'socket');
    const isWindows = process.platform === 'win32';
    const listen = isWindows ? '--port=0' : `--unix-socket=${socketPath}`;
    const child = spawn('kubectl', inCluster(['proxy', listen, ...PASSED_ON]), {
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
      const fail = () => reject(new Error('`kubectl proxy` does not start'));
      setTimeout(fail, START_TIMEOUT).unref();
      child.once('error', reject);
      child.once('exit', fail);
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

/** Whether something else answers: every API server says its version. */
async function isElsewhere(): Promise<boolean> {
  return (await apiServer.version().catch(() => NO_ANSWER)).status === 404;
}

/** Whether the API server does not have a kind: to whoever has few rights it says that they may not read it. */
async function isUnknown({apiVersion}: WantedObjects, plural: string): Promise<boolean> {
  const {status, text} = await apiServer.ask(`/apis/${apiVersion}`).catch(() => NO_ANSWER);
  const kinds = ownValue(parseJsonMap(text), 'resources');
  return status === 404 || (status === 200 && !mapsOf(kinds).some(({name}) => name === plural));
}

/**
 * The objects of a cluster that are wanted; none for a name that it does not have.
 *
 * @param needed what the user's cluster must have or allow, for the hint
 * @throws ClusterFailed
 */
export async function readWanted(wanted: WantedObjects, needed: string): Promise<Resource[]> {
  const target = apiPath(wanted);
  const answer = apiServer.ask(target).catch(() => NO_ANSWER);
  const {status, text} = await (process.stderr.isTTY
    ? announceWait('the API server (`kubectl proxy`)', answer)
    : answer);
  const content = parseJsonMap(text);
  if (status === 404 && wanted.name !== undefined) return [];
  const [plural = ''] = resourceType(wanted).split('.');
  if (status === 404 && (await isElsewhere()))
    throw toClusterFailed('what answers is not an API server of Kubernetes', needed);
  if (status === 404 || (status === 403 && (await isUnknown(wanted, plural))))
    throw toClusterFailed(`the server doesn't have a resource type "${plural}"`, needed);
  if (status === 403 && content?.kind === 'Status')
    throw toClusterFailed(`Error from server (Forbidden): ${content.message}`, needed);
  const read = status === 200 ? content : parseJsonMap(await apiServer.askKubectl(target, needed));
  if (read === undefined) throw toClusterFailed(`the answer to ${target} is not JSON`, needed);
  const items = ownValue(read, 'items');
  return (Array.isArray(items) ? items : [read]).map((one) => resourceOf(one));
}
