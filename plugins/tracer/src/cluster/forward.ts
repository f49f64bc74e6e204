import {setTimeout as pause} from 'node:timers/promises';
import {execa} from 'execa';
import {TracerError} from '../errors.ts';
import {environment} from '../process/run.ts';
import {kubectlArgs, type Scope} from './programs.ts';

/** A port of an object with pods, such as 11633 of `service/tracer`; the local port is a free one by default. */
export type PodPort = Readonly<{object: string; port: number; localPort?: string | undefined}>;

/** kubectl logs why a connection failed, and then ends with "lost connection to pod". */
const LOGGED = /an error occurred forwarding \d+ -> \d+: ((?:[^"\\]|\\.)*)"/;

/** How long kubectl takes to say why it closed a connection. */
const REASON_MILLISECONDS = 1000;

const FORWARDED = /Forwarding from 127\.0\.0\.1:(\d+) /;

/** Forwards a local port until `signal` is aborted; calls `ready` with the local port. Returns why kubectl ended. */
export async function forwardPort(
  scope: Scope,
  {object, port, localPort = ''}: PodPort,
  signal: AbortSignal,
  ready: (localPort: number) => void,
): Promise<string> {
  const args = ['port-forward', '--address=127.0.0.1', object, `${localPort}:${port}`];
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
  const {stderr, shortMessage, isTerminated} = await child;
  // Ctrl-C reaches kubectl too, which can end before this process has read the signal.
  if (isTerminated) await pause(100);
  const logged = LOGGED.exec(stderr)?.[1]?.replaceAll('\\', '');
  return logged ?? (stderr.trim().replace(/^error: /i, '') || (shortMessage ?? 'kubectl ended'));
}

/** Runs `use` with the URL of a forwarded port. Throws a `TracerError` when the port cannot be forwarded. */
export async function withForwardedPort<T>(
  scope: Scope,
  podPort: PodPort,
  signal: AbortSignal,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const finished = new AbortController();
  const ended = AbortSignal.any([signal, finished.signal]);
  try {
    return await new Promise<T>((resolve, reject) => {
      forwardPort(scope, podPort, ended, (port) => {
        use(`http://127.0.0.1:${port}`).then(resolve, async (error: unknown) => {
          // kubectl closes the connection before it prints the reason, which rejects first.
          await pause(REASON_MILLISECONDS, undefined, {signal: ended}).catch(() => {});
          reject(error);
        });
      }).then((reason) => reject(new TracerError(reason)), reject);
    });
  } finally {
    finished.abort();
  }
}
