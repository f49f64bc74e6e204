import {closeSync, openSync, readSync} from 'node:fs';
import {globSync} from 'tinyglobby';
import {compareCodePoints} from '../../core/base/code-point-order.ts';

const PATTERN = '**/*.{yaml,yml,json}';
/** A package may be named `openapi`, too. */
const IGNORED = ['**/{node_modules,vendor,dist}/**', '**/package{,-lock}.json'];

/** Enough for a comment with a licence in front of the version. */
const BYTES_READ = 16_384;

/** `openapi` or `swagger` with a version, at the beginning of a line of YAML or among the first members of JSON. */
const VERSION = /^(?:["']?(?:openapi|swagger)["']?|[\s{,]*"(?:openapi|swagger)")\s*:\s*["']?[23]\.\d/m;
const IN_ONE_LINE = /^\s*\{[^{}[\]]*"(?:openapi|swagger)"\s*:\s*"[23]\.\d/;

/**
 * The OpenAPI descriptions in a folder or below it, in the order of their paths. Folders whose names begin with a dot, `node_modules`,
 * `vendor` and `dist` are left out; symbolic links are not followed.
 *
 * @param deep how many folders below it are searched
 */
export function descriptionsIn(folder: string, deep = Number.POSITIVE_INFINITY): string[] {
  const options = {cwd: folder, deep, ignore: IGNORED, followSymbolicLinks: false, expandDirectories: false};
  const files = globSync([PATTERN], options).filter((file) => isDescription(`${folder}/${file}`));
  return files.sort(compareCodePoints);
}

function isDescription(file: string): boolean {
  const start = readStart(file).replace(/^\ufeff/, '');
  return VERSION.test(start) || IN_ONE_LINE.test(start);
}

/** The beginning of a file; empty when it cannot be read. */
function readStart(file: string): string {
  try {
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
