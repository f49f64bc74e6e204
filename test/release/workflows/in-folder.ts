import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';

/** Runs a function with a temporary folder, which is then removed. */
export async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'workflows-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}
