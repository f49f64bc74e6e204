import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

/** The folders that are shipped with the commands. */
export type PackagedFolder = 'chart' | 'scripts';

/** The files of a folder: path inside it, with `/`, to content. */
export type PackagedFiles = Readonly<Record<string, string>>;

let embedded: Readonly<Record<PackagedFolder, PackagedFiles>> | undefined;

/** Tells this module the shipped files; a single executable, which has no files beside it, does so before it runs a command. */
export function embedFiles(files: Readonly<Record<PackagedFolder, PackagedFiles>>): void {
  embedded = files;
}

async function unpacked(name: PackagedFolder, files: PackagedFiles): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `tracer-${name}-`));
  for (const [inside, content] of Object.entries(files)) {
    const file = path.join(folder, inside);
    await mkdir(path.dirname(file), {recursive: true});
    await writeFile(file, content);
  }
  return folder;
}

/**
 * Runs `use` with a folder that is shipped with the commands: the one beside `dist`, or in an executable a private temporary one,
 * removed afterwards. The only way to these files.
 */
export async function withPackaged<T>(name: PackagedFolder, use: (folder: string) => Promise<T>): Promise<T> {
  if (!embedded) return use(fileURLToPath(new URL(`../${name}`, import.meta.url)));
  const folder = await unpacked(name, embedded[name]);
  try {
    return await use(folder);
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}

/** Runs `use` with the folder that holds the chart. */
export function withChart<T>(use: (folder: string) => Promise<T>): Promise<T> {
  return withPackaged('chart', use);
}
