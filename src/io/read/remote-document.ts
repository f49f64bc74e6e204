import {isRemote} from './source.ts';
import {MAX_BYTES, tooLarge, toUnreadable, UnreadableSource} from './unreadable-source.ts';

/** How long a remote document may take, in milliseconds. */
const REMOTE_TIMEOUT = 30_000;

const MAX_REDIRECTS = 10;

/**
 * Fetches a remote document.
 *
 * @param mayLeaveHost whether a redirect may lead to another host
 * @throws UnreadableSource for a refused connection, a status other than 2xx, a timeout, or too large a body
 */
export async function fetchUri(uri: string, mayLeaveHost: boolean): Promise<Buffer> {
  try {
    if (!URL.canParse(uri)) throw new UnreadableSource('invalid address', 'check the spelling');
    const response = await request(new URL(uri), mayLeaveHost, MAX_REDIRECTS);
    if (!response.ok)
      throw new UnreadableSource(`the server responded with HTTP ${response.status}`, 'check the address');
    return await readBody(response);
  } catch (error) {
    throw toUnreadable(error);
  }
}

/** Follows redirects itself, so that a redirect to another host can be refused. */
async function request(url: URL, mayLeaveHost: boolean, redirects: number): Promise<Response> {
  const {address, headers} = withoutCredentials(url);
  const response = await fetch(address, {
    headers,
    signal: AbortSignal.timeout(REMOTE_TIMEOUT),
    redirect: 'manual',
  });
  const next = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
  if (next === null) return response;
  const target = new URL(next, url);
  if (!isRemote(target.href) || redirects === 0 || (!mayLeaveHost && target.host !== url.host)) {
    throw new UnreadableSource(
      redirects === 0
        ? `more than ${MAX_REDIRECTS} redirects`
        : `redirect to another host (HTTP ${response.status})`,
      'use the final address, or allow other hosts with `--remote-refs`',
    );
  }
  return request(target, mayLeaveHost, redirects - 1);
}

/** `fetch` refuses a URL with a user's name and password in it; they are sent in a header, as other programs do. */
function withoutCredentials(url: URL): {address: URL; headers: Record<string, string>} {
  const address = new URL(url);
  address.username = '';
  address.password = '';
  if (url.username === '' && url.password === '') return {address, headers: {}};
  const credentials = Buffer.from(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`);
  return {address, headers: {authorization: `Basic ${credentials.toString('base64')}`}};
}

async function readBody(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for await (const chunk of response.body ?? []) {
    total += chunk.length;
    if (total > MAX_BYTES) throw tooLarge('the document');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
