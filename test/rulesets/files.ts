import path from 'node:path';
import {folderWith} from '../temporary-folder.ts';

/** Files by name; the first is the description. */
export type Files = Readonly<Record<string, string>>;

/** Calls `use` with the path of the first file, and with the temporary folder that holds all of them. */
export async function inFolder<T>(
  files: Files,
  use: (file: string, folder: string) => Promise<T>,
): Promise<T> {
  const folder = folderWith(files);
  return use(path.join(folder, Object.keys(files)[0] ?? ''), folder);
}
