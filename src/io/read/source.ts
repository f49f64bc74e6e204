import path from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

/** The name of standard input; relative references in it are resolved from the working directory. */
export const STANDARD_INPUT = '-';

/** True for an address, also for that of a ConfigMap, which only a Service names. */
export function isRemote(source: string): boolean {
  return /^(https?|configmap):\/\//i.test(source);
}

/**
 * The absolute URI of the value of `--in`: a file, an http(s) URL, or `-` for standard input. An invalid address is returned
 * as it is; fetching it reports it.
 */
export function uriOf(source: string): string {
  if (isRemote(source)) return URL.canParse(source) ? new URL(source).href : source;
  return pathToFileURL(source === STANDARD_INPUT ? path.resolve('<stdin>') : path.resolve(source)).href;
}

/** The paths of those documents that can be files, each once. */
export function localFiles(uris: Iterable<string>): string[] {
  const files = [...uris].flatMap((uri) => {
    try {
      return uri.startsWith('file:') ? fileURLToPath(uri) : [];
    } catch {
      // A file of another host, or with an encoded slash in its name.
      return [];
    }
  });
  return [...new Set(files)].filter((file) => !file.includes('\0'));
}
