import {mkdir, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {withTemporaryFolder} from '../process/temporary-folder.ts';

/** The folders that are published with the commands. */
export type PackagedFolder = 'chart' | 'scripts';

/** The files of a folder: path inside it, with `/`, to content. */
export type PackagedFiles = Readonly<Record<string, string>>;

let embedded: Readonly<Record<PackagedFolder, PackagedFiles>> | undefined;

/** Sets the published files; a single executable, which has no files next to it, calls this before it runs a command. */
export function embedFiles(files: Readonly<Record<PackagedFolder, PackagedFiles>>): void {
  embedded = files;
}

/** Runs `use` with a published folder: the one next to `dist`, or in an executable a temporary copy. */
export async function withPackaged<T>(name: PackagedFolder, use: (folder: string) => Promise<T>): Promise<T> {
  const files = embedded?.[name];
  // The build bundles this module into a file of `dist`.
  if (!files) return use(fileURLToPath(new URL(`../${name}`, import.meta.url)));
  return withTemporaryFolder(name, async (folder) => {
    for (const [inside, content] of Object.entries(files)) {
      const file = path.join(folder, inside);
      await mkdir(path.dirname(file), {recursive: true});
      await writeFile(file, content);
    }
    return use(folder);
  });
}
