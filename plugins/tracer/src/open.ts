import {spawn} from 'node:child_process';
import {openInBrowser} from './browser.ts';
import type {Place} from './cluster.ts';
import {reachCluster, type Wanted} from './context.ts';
import {readMade} from './release.ts';
import {readServer} from './service.ts';
import {text} from './texts.ts';
import {findKubectl} from './tools.ts';
import {TracerError} from './tracer-error.ts';

/** How to open. Without a `port` the system gives a free one. */
export interface OpenOptions {
  readonly port: string | undefined;
  readonly browser: boolean;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** A forwarding that stands: its local port, and a promise of why it ended. */
interface Forwarding {
  readonly port: number;
  readonly ended: Promise<string>;
}

const FORWARDED = /Forwarding from 127\.0\.0\.1:(\d+) /;

/** Starts `kubectl port-forward` and waits until it says that it stands; the signal ends it. */
function forward(
  place: Place,
  service: {name: string; port: number},
  options: OpenOptions,
): Promise<Forwarding> {
  const args = [
    ...(place.kubeconfig === undefined ? [] : [`--kubeconfig=${place.kubeconfig}`]),
    `--context=${place.context}`,
    `--namespace=${place.namespace}`,
    'port-forward',
    '--address=127.0.0.1',
    `service/${service.name}`,
    `${options.port ?? ''}:${service.port}`,
  ];
  return new Promise((resolve, reject) => {
    const child = spawn('kubectl', args, {stdio: ['ignore', 'pipe', 'pipe']});
    let said = '';
    let complained = '';
    const stop = () => child.kill('SIGTERM');
    options.signal.addEventListener('abort', stop, {once: true});
    const ended = new Promise<string>((resolveEnd) => {
      child.on('close', () => {
        options.signal.removeEventListener('abort', stop);
        const reason = complained.trim().replace(/^error: /, '') || 'it says nothing';
        reject(new TracerError(text('forwardFailed', {reason})));
        resolveEnd(reason);
      });
    });
    child.on('error', reject);
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      complained = (complained + chunk).slice(-2000);
    });
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      said = (said + chunk).slice(-2000);
      const port = FORWARDED.exec(said)?.[1];
      if (port !== undefined) resolve({port: Number(port), ended});
    });
  });
}

/**
 * Forwards a local port to the server and opens the browser; returns when Ctrl-C ends it. Throws a `TracerError` when there is no
 * server, no forwarding comes about, or it breaks off.
 */
export async function open(wanted: Wanted, options: OpenOptions): Promise<void> {
  const {say, signal} = options;
  await findKubectl(signal);
  const cluster = await reachCluster(wanted, signal);
  const {context, namespace} = cluster;
  const server = await readServer(await readMade(cluster, signal), signal);
  if (!server) throw new TracerError(text('noServer', {context, namespace}));
  const {port, ended} = await forward(cluster, server, options);
  const url = `http://localhost:${port}${server.path}`;
  say(text('opened', {url}));
  if (options.browser) {
    const reason = await openInBrowser(url);
    if (reason !== undefined) say(text('noBrowser', {reason, url}));
  }
  const reason = await ended;
  if (!signal.aborted) throw new TracerError(text('forwardEnded', {reason}));
}
