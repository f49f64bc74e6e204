import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {TracerError} from '../errors.ts';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'no such folder',
  ENOTDIR: 'not a folder',
  ENOSPC: 'no space left on the device',
  EROFS: 'the disk is read-only',
};

/**
 * Runs `use` with a new folder that only this user can read, and removes it afterwards.
 *
 * @param kind part of the folder's name
 * @throws TracerError when the folder cannot be created
 */
export async function withTemporaryFolder<T>(
  kind: string,
  use: (folder: string) => Promise<T>,
  parent = tmpdir(),
): Promise<T> {
  const folder = await mkdtemp(path.join(parent, `tracer-${kind}-`)).catch((error: NodeJS.ErrnoException) => {
    const reason = REASONS[error.code ?? ''] ?? `error ${error.code}`;
    throw new TracerError(
      `cannot create a temporary folder in ${parent}: ${reason}\nset $TMPDIR to a writable folder`,
    );
  });
  try {
    return await use(folder);
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}
