import {type Dirent, existsSync, readdirSync} from 'node:fs';
import path from 'node:path';
import {globSync} from 'tinyglobby';
import {compareCodePoints} from '../../../core/base/code-point-order.ts';
import {codeOf, toUnreadable, type UnreadableSource} from '../../system-error.ts';

/**
 * Finds the files that match a glob pattern, in the order of their paths, and the folders that cannot be read. As in a shell, `**` does not
 * follow symbolic links to folders. A link that leads nowhere is a file, so that reading it says so.
 */
export function matchingFiles(pattern: string) {
  const unreadable = new Map<string, UnreadableSource>();
  const followsFolders = !pattern.includes('**');
  const named = (file: string) => (path.isAbsolute(pattern) ? path.resolve(file) : path.relative('', file));
  const entriesOf = new Proxy(readdirSync, {
    apply: (_target, _this, [folder]: [string]) => {
      try {
        const entries = readdirSync(folder, {withFileTypes: true});
        return entries.flatMap((entry) => followLink(entry, folder, followsFolders));
      } catch (error) {
        if (!['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? ''))
          unreadable.set(named(folder), toUnreadable(error));
        return [];
      }
    },
  });
  const ignore = ['**/node_modules/**'];
  const files = globSync([pattern], {expandDirectories: false, ignore, fs: {readdirSync: entriesOf}});
  return {files: files.sort(compareCodePoints), unreadable};
}

/** An entry of a folder, and what a symbolic link leads to. tinyglobby leaves out the links that it cannot follow. */
function followLink(entry: Dirent, folder: string, followsFolders: boolean): Dirent[] {
  if (!entry.isSymbolicLink()) return [entry];
  const leadsToFolder = existsSync(`${path.join(folder, entry.name)}/`);
  if (leadsToFolder && !followsFolders) return [];
  const kind = {isSymbolicLink: () => false, isFile: () => !leadsToFolder, isDirectory: () => leadsToFolder};
  return [Object.assign(entry, kind)];
}
