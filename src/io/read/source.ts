import path from 'node:path';
import {pathToFileURL} from 'node:url';

/** The name of standard input; relative references in it are resolved from the working directory. */
export const STANDARD_INPUT = '-';

/** True for an `http:` or `https:` URL. */
export function isRemote(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/**
 * The absolute URI of the value of `--in`: a file, an http(s) URL, or `-` for standard input. An invalid address is returned
 * as it is; fetching it reports it.
 */
export function uriOf(source: string): string {
  if (isRemote(source)) return URL.canParse(source) ? new URL(source).href : source;
  return pathToFileURL(source === STANDARD_INPUT ? path.resolve('<stdin>') : path.resolve(source)).href;
}
