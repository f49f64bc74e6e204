import {access, mkdir, mkdtemp, rename, rm} from 'node:fs/promises';
import {homedir} from 'node:os';
import path from 'node:path';

/** The folder of what builds keep between runs, outside the repository. */
export const CACHE = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'apigen');

/**
 * Returns the path of the cache's folder `name`, and fills it first if it does not exist. `fill` gets a temporary folder that is renamed when it
 * is done, so an interrupted or concurrent run never leaves or sees an incomplete one.
 */
export async function cachedFolder(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = path.join(CACHE, name);
  const exists = () =>
    access(folder).then(
      () => true,
      () => false,
    );
  if (await exists()) return folder;
  await mkdir(path.dirname(folder), {recursive: true});
  const temporary = await mkdtemp(`${folder}.`);
  try {
    await fill(temporary);
    await rename(temporary, folder).catch(async (error) => {
      if (!(await exists())) throw error;
    });
  } finally {
    await rm(temporary, {recursive: true, force: true});
  }
  return folder;
}
