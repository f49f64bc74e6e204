import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {TracerError} from '../errors.ts';

/**
 * Runs `use` with a new folder that only this user can read, and removes it afterwards.
 *
 * @param name part of the folder's name
 * @throws TracerError when the folder cannot be created
 */
export async function withTemporaryFolder<T>(name: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), `tracer-${name}-`)).catch(({message}: Error) => {
    throw new TracerError(`cannot create a temporary folder: ${message}\nset $TMPDIR to a writable folder`);
  });
  try {
    return await use(folder);
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}
