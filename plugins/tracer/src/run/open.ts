import {execa} from 'execa';
import {findKubectl} from '../checks/tool-versions.ts';
import {reachCluster, type ScopeOptions} from '../cluster/context.ts';
import {kubectlArgs, type Scope} from '../cluster/programs.ts';
import {readServer, type ServerAddress} from '../cluster/services.ts';
import {TracerError} from '../errors.ts';
import {openInBrowser} from '../process/browser.ts';
import {environment} from '../process/run.ts';
import {installedScope} from '../release/release.ts';

export interface OpenOptions {
  /** Local port; a free one by default. */
  readonly port: string | undefined;
  readonly browser: boolean;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

const FORWARDED = /Forwarding from 127\.0\.0\.1:(\d+) /;

/**
 * Forwards a local port to the server until `signal` is aborted; calls `ready` with the port. Returns why kubectl ended.
 */
async function forward(
  scope: Scope,
  {name, port}: ServerAddress,
  {port: local = '', signal}: OpenOptions,
  ready: (port: number) => void,
): Promise<string> {
  const ports = `${local}:${port}`;
  const args = ['port-forward', '--address=127.0.0.1', `service/${name}`, ports];
  const child = execa('kubectl', [...kubectlArgs(scope), ...args], {
    ...{cancelSignal: signal, reject: false, stdin: 'ignore', env: environment(), extendEnv: false},
    // The output grows as long as the port is forwarded.
    buffer: {stdout: false},
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    if (FORWARDED.test(printed)) return;
    printed += chunk;
    const found = FORWARDED.exec(printed)?.[1];
    if (found !== undefined) ready(Number(found));
  });
  const {stderr, shortMessage} = await child;
  return stderr.trim().replace(/^error: /, '') || (shortMessage ?? 'kubectl ended');
}

/**
 * Forwards a local port to the server and opens the browser, until Ctrl-C. Throws a `TracerError` when there is no server, or when the
 * connection fails or ends.
 */
export async function open(wanted: ScopeOptions, options: OpenOptions): Promise<void> {
  const {say, signal} = options;
  await findKubectl(signal);
  const cluster = await reachCluster(wanted, signal);
  const {context, namespace} = cluster;
  const server = await readServer(await installedScope(cluster, signal), signal);
  if (!server)
    throw new TracerError(
      `namespace ${namespace} of context ${context} has no Service of tracer: install it, or choose another namespace with --namespace or another --context`,
    );
  let forwarded = false;
  const reason = await forward(cluster, server, options, (port) => {
    forwarded = true;
    const url = `http://localhost:${port}${server.path}`;
    say(`tracer is at ${url} until Ctrl-C`);
    if (options.browser)
      void openInBrowser(url).then((failure) => {
        if (failure !== undefined) say(`cannot start a browser (${failure}): open ${url} yourself`);
      });
  });
  if (!signal.aborted)
    throw new TracerError(
      forwarded
        ? `the connection to the server ended: ${reason}`
        : `kubectl cannot forward a port to the server: ${reason}`,
    );
}
