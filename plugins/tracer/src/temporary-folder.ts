import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {text} from './texts.ts';
import {TracerError} from './tracer-error.ts';

/**
 * Runs `use` with a new folder that only this user can look into, and removes it afterwards. Throws a `TracerError` when none can be
 * made.
 *
 * @param kind what is kept in it, a part of its name
 */
export async function withTemporaryFolder<T>(kind: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), `tracer-${kind}-`)).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TracerError(text('noTemporaryFolder', {folder: tmpdir(), reason}));
  });
  try {
    return await use(folder);
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}
