import {globSync} from 'tinyglobby';
import {compareCodePoints} from '../../../core/base/code-point-order.ts';
import {isDescription} from '../../read/is-description.ts';

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
