import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import {codeOf} from '../read/system-error.ts';
import {createDirectories} from './create-directories.ts';
import {removeAbandonedFiles, temporaryFile} from './temporary-file.ts';
import {UnwritableFile} from './unwritable-file.ts';

/**
 * Codes of a file that can be written to but not replaced: a mount point, as in a container; in a directory that this user
 * cannot write to; with an owner that this user cannot set.
 */
const CANNOT_REPLACE: ReadonlySet<string | undefined> = new Set([
  'EBUSY',
  'EXDEV',
  'EPERM',
  'EACCES',
  'EROFS',
]);

/** The new content of a file, which is written but not yet in its place. */
export interface PreparedFile {
  /** Puts it in its place. When that fails, the file is as before. */
  readonly commit: () => void;
  /** Removes it and the directories that were created for it. */
  readonly discard: () => void;
}

/**
 * Prepares to write a file, by renaming a new one where that is possible.
 *
 * @param existing what is there, if anything
 * @throws UnwritableFile when the file is read-only, or the error of the system; nothing is changed
 */
export function prepareFile(target: string, text: string, existing: Stats | undefined): PreparedFile {
  if (existing) requireWritable(target, existing);
  const folder = path.dirname(target);
  const made = existing ? undefined : createDirectories(folder);
  removeAbandonedFiles(folder);
  const temporary = temporaryFile(folder);
  const removeTemporary = () => rmSync(temporary, {force: true});
  const discard = () => {
    removeTemporary();
    if (made !== undefined) rmSync(made, {recursive: true, force: true});
  };
  /** Whether the file must be overwritten instead. */
  const fails = (action: () => void, cleanUp: () => void) => {
    try {
      action();
      return false;
    } catch (error) {
      cleanUp();
      if (existing && CANNOT_REPLACE.has(codeOf(error))) return true;
      throw error;
    }
  };
  const cannotReplace = fails(() => writeTemporary(temporary, text, existing), discard);
  const commit = () => {
    // Other files may be in the directories that were created.
    if (cannotReplace || fails(() => renameSync(temporary, target), removeTemporary)) overwrite(target, text);
  };
  return {commit, discard};
}

/** Renaming needs no permission for the file itself, and root needs none at all. */
function requireWritable(target: string, {mode}: Stats): void {
  if ((mode & 0o222) === 0)
    throw new UnwritableFile('is read-only', 'make it writable, or write to another file');
  accessSync(target, constants.W_OK);
}

function writeTemporary(temporary: string, text: string, existing: Stats | undefined): void {
  const descriptor = openSync(temporary, 'wx');
  try {
    writeFileSync(descriptor, text);
    if (existing === undefined) return;
    const {uid, gid} = fstatSync(descriptor);
    if (uid !== existing.uid || gid !== existing.gid) fchownSync(descriptor, existing.uid, existing.gid);
    // The mode of a new file is limited by the process's umask, and changing the owner changes it.
    fchmodSync(descriptor, existing.mode & 0o7777);
  } finally {
    closeSync(descriptor);
  }
}

/** Writes to the file itself, and restores it when that fails. */
function overwrite(target: string, text: string): void {
  const before = readFileSync(target);
  const descriptor = openSync(target, 'r+');
  try {
    setContent(descriptor, Buffer.from(text));
  } catch (error) {
    setContent(descriptor, before);
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

function setContent(descriptor: number, content: Buffer): void {
  for (let written = 0; written < content.length; )
    written += writeSync(descriptor, content, written, content.length - written, written);
  ftruncateSync(descriptor, content.length);
}
