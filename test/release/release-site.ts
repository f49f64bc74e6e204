import {createReadStream} from 'node:fs';
import {stat} from 'node:fs/promises';
import type {ServerResponse} from 'node:http';
import path from 'node:path';
import {type Server, serve} from '../server.ts';

/** Answers a request instead of the site. */
export type Answer = (response: ServerResponse, file: string) => void;

export interface ReleaseSite extends Server {
  /** The paths that were requested. */
  readonly requested: string[];
}

const RELEASE_PATHS = /^\/releases\/(?:latest\/download|download\/v[^/]+)\/(.+)$/;

/**
 * Serves release folders on loopback, with the paths of a release: `/<name>/releases/latest/download/<file>`, `/<name>/deb/…`, `/<name>/rpm/…`.
 * `faults` answers requests for the file names in it.
 */
export async function startSite(
  folders: Readonly<Record<string, string>>,
  faults: Readonly<Record<string, Answer>> = {},
): Promise<ReleaseSite> {
  const requested: string[] = [];
  const server = await serve((request, response) => {
    const [, name = '', rest = ''] = /^\/([^/]+)(\/.*)$/.exec(request.url ?? '') ?? [];
    requested.push(request.url ?? '');
    const inside = RELEASE_PATHS.exec(rest)?.[1] ?? rest;
    const file = path.join(folders[name] ?? '/nowhere', path.normalize(inside));
    const fault = faults[path.basename(file)];
    if (fault) fault(response, file);
    else void send(response, file);
  });
  return {...server, requested};
}

async function send(response: ServerResponse, file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) {
    response.writeHead(404).end('there is no such file\n');
    return;
  }
  response.writeHead(200, {'content-length': found.size});
  createReadStream(file).pipe(response);
}
