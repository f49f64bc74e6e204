import {existsSync} from 'node:fs';
import path from 'node:path';

/** A folder, or the nearest one above it, in which a path exists. */
export function folderWith(name: string, folder: string): string | undefined {
  if (existsSync(path.join(folder, name))) return folder;
  const parent = path.dirname(folder);
  return parent === folder ? undefined : folderWith(name, parent);
}
