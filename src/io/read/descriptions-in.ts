import path from 'node:path';
import {globSync} from 'tinyglobby';
import {compareCodePoints} from '../../core/base/code-point-order.ts';
import {isDescription} from './is-description.ts';

const PATTERN = '**/*.{yaml,yml,json}';
/** A package may be named `openapi`, too. */
const IGNORED = ['**/{node_modules,vendor,dist}/**', '**/package{,-lock}.json'];

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

/** A pattern for the descriptions in a folder or below it, by the name or the extensions that they have; `undefined` where there are none. */
export function patternIn(folder: string): string | undefined {
  const files = descriptionsIn(folder || '.');
  const extensions = ['yaml', 'yml', 'json'].filter((one) => files.some((file) => file.endsWith(`.${one}`)));
  if (extensions.length === 0) return undefined;
  const ending = extensions.length === 1 ? extensions[0] : `{${extensions.join()}}`;
  const [name = '', another] = new Set(files.map((file) => path.basename(file)));
  return path.posix.join(folder, '**', another ? `*.${ending}` : name);
}
