import {existsSync, statSync} from 'node:fs';
import {globSync} from 'tinyglobby';
import {compareCodePoints} from '../../core/code-point-order.ts';

/** The files that match a glob pattern, in the order of their paths. */
export function matchingFiles(pattern: string): readonly string[] {
  const ignore = ['**/node_modules/**'];
  const files = globSync([pattern], {expandDirectories: false, ignore, fs: {statSync: statOfFile}});
  return files.filter((file) => existsSync(file)).sort(compareCodePoints);
}

/** tinyglobby calls it for symbolic links only, and skips those that it cannot follow. With `followSymbolicLinks: false` it skips all. */
const statOfFile = new Proxy(statSync, {
  apply: (stat, _, [file]: [string]) => {
    const found = stat(file);
    if (found.isDirectory()) throw new Error('links to folders are not followed');
    return found;
  },
});
