import {existsSync, mkdirSync, rmSync, statSync} from 'node:fs';
import path from 'node:path';
import {codeOf} from '../read/system-error.ts';

/**
 * Creates a directory with its missing parents, and returns the first one created. Not with Node's `recursive`, which never
 * returns where the system refuses a directory with ENOENT (`/proc/a/b`, seen with Node 20.20).
 */
export function createDirectories(folder: string): string | undefined {
  const missing: string[] = [];
  for (let next = path.resolve(folder); !existsSync(next); next = path.dirname(next)) missing.unshift(next);
  const made: string[] = [];
  try {
    for (const next of missing) if (createDirectory(next)) made.push(next);
  } catch (error) {
    if (made[0] !== undefined) rmSync(made[0], {recursive: true, force: true});
    throw error;
  }
  return made[0];
}

/** False when another run has just created it. */
function createDirectory(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && statSync(folder).isDirectory()) return false;
    throw error;
  }
}
