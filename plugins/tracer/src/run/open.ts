import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {forwardPort} from '../cluster/forward.ts';
import type {ScopeOptions} from '../cluster/programs.ts';
import {TracerError} from '../errors.ts';
import type {Session} from '../process/interrupt.ts';
import {findServer} from './server.ts';

/** The program that opens a URL in the user's default browser, by platform. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens a URL in the browser; rejects when no program can be started. */
async function openInBrowser(url: string): Promise<void> {
  const [program = '', ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, url], {stdio: 'ignore', detached: true});
  child.unref();
  await once(child, 'spawn');
}

/**
 * Forwards a local port to the server and opens the browser, until Ctrl-C. Throws a `TracerError` when there is no server, or when the
 * connection fails or ends.
 */
export async function open(
  wanted: ScopeOptions,
  {port: localPort, browser}: {readonly port?: string | undefined; readonly browser: boolean},
  {say, signal}: Session,
): Promise<void> {
  const {cluster, server, podPort} = await findServer(wanted, signal);
  let problem = 'kubectl cannot forward a port to the server';
  const reason = await forwardPort(cluster, {...podPort, localPort}, signal, (port) => {
    problem = 'the connection to the server ended';
    const url = `http://localhost:${port}${server.path}`;
    say(`tracer is at ${url} until Ctrl-C`);
    if (browser)
      openInBrowser(url).catch(({message}: Error) =>
        say(`cannot start a browser (${message}): open ${url} yourself`),
      );
  });
  if (signal.aborted) return;
  throw new TracerError(`${problem}: ${reason}`);
}
