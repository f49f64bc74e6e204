import {closeSync, openSync, readSync, statSync} from 'node:fs';

/** Enough for a comment with a licence in front of the version. */
const BYTES_READ = 16_384;

/** `openapi` or `swagger` with a version, at the beginning of a line of YAML or among the first members of JSON. */
const VERSION = /^(?:["']?(?:openapi|swagger)["']?|[\s{,]*"(?:openapi|swagger)")\s*:\s*["']?[23]\.\d/m;
const IN_ONE_LINE = /^\s*\{[^{}[\]]*"(?:openapi|swagger)"\s*:\s*"[23]\.\d/;

/** Whether a file looks like an OpenAPI description; false when it cannot be read. */
export function isDescription(file: string): boolean {
  const start = readStart(file).replace(/^\ufeff/, '');
  return VERSION.test(start) || IN_ONE_LINE.test(start);
}

/** The beginning of a regular file; empty when it cannot be read. */
function readStart(file: string): string {
  try {
    // Opening a pipe would wait.
    if (!statSync(file).isFile()) return '';
    const descriptor = openSync(file, 'r');
    try {
      const bytes = Buffer.alloc(BYTES_READ);
      return bytes.toString('utf8', 0, readSync(descriptor, bytes));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return '';
  }
}
