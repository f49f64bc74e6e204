import {access, mkdir, mkdtemp, rename, rm} from 'node:fs/promises';
import {homedir} from 'node:os';
import path from 'node:path';

/** What builds keep between runs stands outside the repository. */
export const CACHE = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'apigen');

/**
 * The cache's folder `name`, filled by `fill` when it is not there yet. It is filled beside its place and then moved, so that a run
 * that was stopped, or another one at the same time, never leaves or sees half of it.
 */
export async function cachedFolder(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = path.join(CACHE, name);
  const there = () =>
    access(folder).then(
      () => true,
      () => false,
    );
  if (await there()) return folder;
  await mkdir(path.dirname(folder), {recursive: true});
  const beside = await mkdtemp(`${folder}.`);
  try {
    await fill(beside);
    await rename(beside, folder).catch(async (error) => {
      if (!(await there())) throw error;
    });
  } finally {
    await rm(beside, {recursive: true, force: true});
  }
  return folder;
}
