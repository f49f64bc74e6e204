import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import http from 'node:http';
import {tmpdir} from 'node:os';
import path from 'node:path';
import type {Send} from '../read/remote-document.ts';

type Init = Parameters<Send>[1];

/** What is asked for, and nothing else, since on Windows every user of the computer can ask. */
const ALLOWED = ['--accept-paths=^/api/v1/namespaces/[^/]+/(services|configmaps)/', '--reject-methods=^[^G]'];

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * The API server by `kubectl proxy`, with the user's credentials, at a socket that nobody else can open; Node has none on Windows. Not by
 * `kubectl get --raw`, which follows the redirect of a Service to any host, and gives it the credentials.
 */
export class ApiServer {
  #address: Promise<http.RequestOptions> | undefined;
  end = () => {};

  async get(target: string, {headers, signal}: Init): Promise<Response> {
    this.#address ??= this.#start();
    const options = {
      ...(await this.#address),
      path: target,
      headers: {...headers, host: 'localhost'},
      // Node leaves a listener at the signal of each request.
      signal: AbortSignal.any([signal]),
    };
    const message = await new Promise<http.IncomingMessage>((resolve, reject) => {
      http.get(options, resolve).on('error', reject);
    });
    const {location} = message.headers;
    return new Response(message, {status: message.statusCode ?? 500, ...(location && {headers: {location}})});
  }

  async #start(): Promise<http.RequestOptions> {
    const folder = mkdtempSync(path.join(tmpdir(), 'apigen-'));
    const socketPath = path.join(folder, 'socket');
    const isWindows = process.platform === 'win32';
    const listen = isWindows ? '--port=0' : `--unix-socket=${socketPath}`;
    const child = spawn('kubectl', ['proxy', listen, ...ALLOWED], {stdio: ['ignore', 'pipe', 'ignore']});
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
