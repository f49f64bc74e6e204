import fs from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {readFileUri} from '../read/local-file.ts';
import {byteLimit} from '../read/read-limits.ts';
import {codeOf, toUnwritable, UnwritableFile} from '../system-error.ts';

/** The new content of a file, which is written but not yet in its place. */
export interface PreparedFile {
  /** Puts it in its place. When that fails, the file is as before, and the new content is removed. */
  readonly commit: () => void;
  /** Removes it. */
  readonly discard: () => void;
}

/**
 * Writes a file atomically: to a new file in the same directory, which is then renamed. Missing directories are created, a
 * symbolic link is followed, an existing file keeps its owner, group and permissions. A device or a pipe is written to
 * directly, and so is a file that cannot be replaced: a mount point, or one in a directory that cannot be written to.
 *
 * @throws UnwritableFile when the file cannot be written; it is then as before
 */
export function writeFileAtomically(file: string, text: string): void {
  prepareWrite(file, text).commit();
}

/** Does all of `writeFileAtomically` except for the renaming, which `commit` does. Both throw UnwritableFile. */
export function prepareWrite(file: string, text: string): PreparedFile {
  const {commit, discard} = orUnwritable(() => {
    const existing = fs.statSync(file, {throwIfNoEntry: false});
    if (existing?.isDirectory() || file.endsWith('/'))
      throw new UnwritableFile(
        existing ? 'is a directory' : 'is the name of a directory',
        'name the file in it',
      );
    if (file === '') throw new UnwritableFile('the file name is empty', 'name a file');
    if (!existing || existing.isFile()) return prepareFile(linkedFile(file), text, existing);
    return {commit: () => fs.writeFileSync(file, text), discard: () => {}};
  });
  return {commit: () => orUnwritable(commit), discard};
}

/** Codes of a file that can be written to but not replaced. */
const CANNOT_REPLACE: ReadonlySet<string | undefined> = new Set([
  // A mount point, as in a container.
  'EBUSY',
  'EXDEV',
  // In a directory that this user cannot write to, or with an owner that this user cannot set.
  'EPERM',
  'EACCES',
  'EROFS',
]);

/** Writes the new content next to the file, with its owner and mode. */
function prepareFile(target: string, text: string, existing: fs.Stats | undefined): PreparedFile {
  if (existing) requireWritable(target, existing);
  const folder = path.dirname(target);
  createDirectories(folder);
  const temporary = path.join(folder, `.apigen-${process.pid}-${process.hrtime.bigint()}.tmp`);
  const discard = () => fs.rmSync(temporary, {force: true});
  /** False when the file must be overwritten instead. */
  const succeeds = (action: () => void) => {
    try {
      action();
      return true;
    } catch (error) {
      discard();
      if (existing && CANNOT_REPLACE.has(codeOf(error))) return false;
      throw error;
    }
  };
  const isWritten = succeeds(() => writeTemporary(temporary, text, existing));
  const commit = () => {
    if (!isWritten || !succeeds(() => fs.renameSync(temporary, target))) overwrite(target, text);
  };
  return {commit, discard};
}

/** Renaming needs no permission for the file itself, and root needs none at all. */
function requireWritable(target: string, {mode}: fs.Stats): void {
  if ((mode & 0o222) === 0)
    throw new UnwritableFile('is read-only', 'make it writable, or write to another file');
  fs.accessSync(target, fs.constants.W_OK);
}

/**
 * Creates a directory with its missing parents. Not with Node's `recursive`, which never returns where the system refuses a
 * directory with ENOENT (`/proc/a/b`, seen with Node 20.20).
 */
function createDirectories(folder: string): void {
  if (fs.existsSync(folder)) return;
  createDirectories(path.dirname(folder));
  try {
    fs.mkdirSync(folder);
  } catch (error) {
    // Another run may have just created it.
    if (codeOf(error) !== 'EEXIST' || !fs.statSync(folder).isDirectory()) throw error;
  }
}

function writeTemporary(temporary: string, text: string, existing: fs.Stats | undefined): void {
  const descriptor = fs.openSync(temporary, 'wx');
  try {
    fs.writeFileSync(descriptor, text);
    if (existing === undefined) return;
    const {uid, gid} = fs.fstatSync(descriptor);
    if (uid !== existing.uid || gid !== existing.gid) fs.fchownSync(descriptor, existing.uid, existing.gid);
    // The mode of a new file is limited by the process's umask, and changing the owner changes it.
    fs.fchmodSync(descriptor, existing.mode & 0o7777);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Writes to the file itself, and restores it when that fails. */
function overwrite(target: string, text: string): void {
  const before = fs.readFileSync(target);
  try {
    setContent(target, Buffer.from(text));
  } catch (error) {
    setContent(target, before);
    throw error;
  }
}

/** It is not emptied first, so that there is room to restore it. */
function setContent(file: string, content: Buffer): void {
  fs.writeFileSync(file, content, {flag: 'r+'});
  fs.truncateSync(file, content.length);
}

function orUnwritable<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw toUnwritable(error);
  }
}

/**
 * The path that `writeFileAtomically` would write: without symbolic links, dangling ones included; only the first directories of it
 * may exist. Circular links stay as they are.
 */
export function targetFile(file: string): string {
  const absolute = path.resolve(file);
  try {
    if (fs.statSync(absolute, {throwIfNoEntry: false})) return fs.realpathSync(absolute);
    const linked = linkedFile(absolute);
    const folder = path.dirname(linked);
    return folder === linked ? linked : path.join(targetFile(folder), path.basename(linked));
  } catch {
    return absolute;
  }
}

/** The target of a chain of symbolic links, which may not exist; the chain is not circular. */
function linkedFile(file: string): string {
  const isLink = fs.lstatSync(file, {throwIfNoEntry: false})?.isSymbolicLink();
  if (!isLink) return file;
  const folder = path.dirname(file);
  return linkedFile(
    path.resolve(fs.existsSync(folder) ? fs.realpathSync(folder) : folder, fs.readlinkSync(file)),
  );
}

/**
 * The text of an existing file, `undefined` when there is none. Of pipes and devices only those in `/dev` and `/proc` are read,
 * such as `/dev/stdin`: reading another pipe could wait for ever.
 *
 * @throws UnreadableSource when it exists and cannot be read
 */
export function readTextIfThere(file: string): string | undefined {
  try {
    const pipes = /^\/(dev|proc)\//.test(file);
    return readFileUri(pathToFileURL(file).href, {limit: byteLimit('the file'), pipes}).toString();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Makes SIGINT and SIGTERM end the run when its files are written, which takes milliseconds, so that no temporary file is left. Files
 * are written synchronously, and Node handles a signal between two events.
 */
export function endAfterWriting(): void {
  // Otherwise the process could end, with exit code 0, before it: Node asks for signals between two turns.
  setImmediate(() => setImmediate(() => {}));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // `--watch` has a listener of its own, which ends it without an error.
    if (process.listenerCount(signal) > 0) continue;
    // Without this listener the signal ends the process.
    process.once(signal, () => process.kill(process.pid, signal));
  }
}
