import {readdirSync, rmSync, statSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {codeOf} from '../read/system-error.ts';

/** Processes of other hosts, or of other containers, may write to the same directory. */
const HOST = os
  .hostname()
  .replaceAll(/[^A-Za-z0-9.-]/g, '_')
  .slice(0, 100);

const NAME = /^\.apigen-(.*)-(\d+)-\d+\.tmp$/;

/** A file of another host is removed when it is this old, in milliseconds. */
const ABANDONED_AFTER = 60 * 60 * 1000;

const ownNames = new Set<string>();

/** The path of a new file in a directory, which is renamed when it is complete. */
export function temporaryFile(folder: string): string {
  const name = `.apigen-${HOST}-${process.pid}-${process.hrtime.bigint()}.tmp`;
  ownNames.add(name);
  return path.join(folder, name);
}

const cleared = new Set<string>();

/** Removes the temporary files of killed runs from a directory, as far as possible; only once in a run. */
export function removeAbandonedFiles(folder: string): void {
  if (cleared.has(folder)) return;
  cleared.add(folder);
  for (const name of namesIn(folder)) {
    const file = path.join(folder, name);
    try {
      if (isAbandoned(file)) rmSync(file);
    } catch {
      // Another run has removed it, or it belongs to another user.
    }
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isAbandoned(file: string): boolean {
  // A directory may have two names.
  if (ownNames.has(path.basename(file))) return false;
  const [, host, pid] = NAME.exec(path.basename(file)) ?? [];
  if (pid === undefined) return false;
  if (host === HOST && !isRunning(Number(pid))) return true;
  return Date.now() - statSync(file).mtimeMs > ABANDONED_AFTER;
}

/** Whether another process has this id; in a container every run may have the same. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}
