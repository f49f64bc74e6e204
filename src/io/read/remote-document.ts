import {MAX_REDIRECTS} from '../../core/base/limits.ts';
import {announceWait} from '../announce-wait.ts';
import {toUnreachable, UnreadableSource} from '../system-error.ts';
import type {ByteLimit, RemoteTime} from './read-limits.ts';
import {isRemote} from './source.ts';

/** Sends a GET request, and follows no redirect. */
export type Send = (
  address: URL,
  init: {readonly headers: Record<string, string>; readonly signal: AbortSignal},
) => Promise<Response>;

export const sendDirectly: Send = (address, init) => fetch(address, {...init, redirect: 'manual'});

interface FetchOptions {
  readonly mayLeaveHost: boolean;
  readonly send?: Send | undefined;
  readonly time: RemoteTime;
  readonly limit: ByteLimit;
}

/**
 * Fetches a remote document, and prints its address if that takes long.
 *
 * @throws LimitReached when the time of the run is over or the documents are too large
 * @throws UnreadableSource for a refused connection or a status other than 2xx
 */
export function fetchUri(uri: string, options: FetchOptions): Promise<Buffer> {
  return announceWait(uri, fetchBytes(uri, options));
}

async function fetchBytes(uri: string, options: FetchOptions): Promise<Buffer> {
  try {
    if (!URL.canParse(uri)) throw new UnreadableSource('invalid address', 'check the spelling');
    const response = await request(new URL(uri), options, MAX_REDIRECTS);
    if (!response.ok) {
      await response.body?.cancel();
      throw new UnreadableSource(`the server responded with HTTP ${response.status}`, 'check the address');
    }
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.body ?? []) {
      options.limit(chunk.length);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    throw options.time.timeout ?? toUnreachable(error);
  }
}

/** Follows redirects itself, so that a redirect to another host can be refused. */
async function request(url: URL, options: FetchOptions, redirects: number): Promise<Response> {
  const {address, headers} = withoutCredentials(url);
  const {send = sendDirectly, time} = options;
  const response = await send(address, {headers, signal: time.signal});
  const next = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
  if (next === null) return response;
  await response.body?.cancel();
  if (redirects === 0) throw refusedRedirect(`more than ${MAX_REDIRECTS} redirects`, options);
  const target = URL.canParse(next, url.href) ? new URL(next, url) : undefined;
  if (target === undefined || !isRemote(target.href))
    throw new UnreadableSource(
      `redirect to what is not an http(s) address (HTTP ${response.status})`,
      'use the final address',
    );
  if (!options.mayLeaveHost && target.host !== url.host)
    throw refusedRedirect(`redirect to another host (HTTP ${response.status})`, options);
  return request(target, options, redirects - 1);
}

function refusedRedirect(message: string, {send}: FetchOptions): UnreadableSource {
  const others = send ? '' : ', or allow other hosts with `--remote-refs`';
  return new UnreadableSource(message, `use the final address${others}`);
}

/** `fetch` refuses a URL with a user's name and password in it; they are sent in a header, as other programs do. */
export function withoutCredentials(url: URL): {address: URL; headers: Record<string, string>} {
  const address = new URL(url);
  address.username = '';
  address.password = '';
  if (url.username === '' && url.password === '') return {address, headers: {}};
  const credentials = Buffer.from(decodeURIComponent(`${url.username}:${url.password}`));
  return {address, headers: {authorization: `Basic ${credentials.toString('base64')}`}};
}
