import {MAX_REDIRECTS} from '../../core/limits.ts';
import type {ByteLimit, RemoteTime} from './read-limits.ts';
import {isRemote} from './source.ts';
import {toUnreachable, UnreadableSource} from './unreadable-source.ts';

export interface FetchOptions {
  /** Whether a redirect may lead to another host. */
  readonly mayLeaveHost: boolean;
  readonly time: RemoteTime;
  readonly limit: ByteLimit;
}

/**
 * Fetches a remote document.
 *
 * @throws LimitReached when the time of the run is over or the documents are too large
 * @throws UnreadableSource for a refused connection or a status other than 2xx
 */
export async function fetchUri(uri: string, options: FetchOptions): Promise<Buffer> {
  try {
    if (!URL.canParse(uri)) throw invalidAddress();
    const response = await request(new URL(uri), options, MAX_REDIRECTS);
    if (!response.ok) {
      await response.body?.cancel();
      throw new UnreadableSource(`the server responded with HTTP ${response.status}`, 'check the address');
    }
    return await readBody(response, options.limit);
  } catch (error) {
    throw options.time.timeout ?? toUnreachable(error);
  }
}

function invalidAddress(): UnreadableSource {
  return new UnreadableSource('invalid address', 'check the spelling');
}

/** Follows redirects itself, so that a redirect to another host can be refused. */
async function request(url: URL, options: FetchOptions, redirects: number): Promise<Response> {
  const {address, headers} = withoutCredentials(url);
  const response = await fetch(address, {headers, signal: options.time.signal, redirect: 'manual'});
  const next = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
  if (next === null) return response;
  await response.body?.cancel();
  if (!URL.canParse(next, url.href))
    throw new UnreadableSource(
      `redirect to an invalid address (HTTP ${response.status})`,
      'use the final address',
    );
  const target = new URL(next, url);
  if (redirects === 0) throw refusedRedirect(`more than ${MAX_REDIRECTS} redirects`);
  if (!isRemote(target.href)) throw redirectToOtherScheme(target, response.status);
  if (!options.mayLeaveHost && target.host !== url.host)
    throw refusedRedirect(`redirect to another host (HTTP ${response.status})`);
  return request(target, options, redirects - 1);
}

function redirectToOtherScheme({protocol}: URL, status: number): UnreadableSource {
  return new UnreadableSource(
    `redirect to an address of the scheme \`${protocol.slice(0, -1)}\` (HTTP ${status})`,
    'name an http(s) address that does not lead there',
  );
}

function refusedRedirect(message: string): UnreadableSource {
  return new UnreadableSource(message, 'use the final address, or allow other hosts with `--remote-refs`');
}

/** `fetch` refuses a URL with a user's name and password in it; they are sent in a header, as other programs do. */
function withoutCredentials(url: URL): {address: URL; headers: Record<string, string>} {
  const address = new URL(url);
  address.username = '';
  address.password = '';
  if (url.username === '' && url.password === '') return {address, headers: {}};
  const credentials = Buffer.from(`${decode(url.username)}:${decode(url.password)}`);
  return {address, headers: {authorization: `Basic ${credentials.toString('base64')}`}};
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new UnreadableSource(
      'invalid user name or password in the address',
      'percent-encode special characters (`%` itself is `%25`)',
    );
  }
}

async function readBody(response: Response, limit: ByteLimit): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body ?? []) {
    limit.take(chunk.length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
