import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {MAX_BYTES} from '../../core/limits.ts';
import {readFileUri} from '../read/local-file.ts';
import {ByteLimit, LimitReached} from '../read/read-limits.ts';
import {codeOf} from '../read/system-error.ts';
import {UnreadableSource} from '../read/unreadable-source.ts';
import {type PreparedFile, prepareFile} from './replace-file.ts';
import {toUnwritable, UnwritableFile} from './unwritable-file.ts';

export type {PreparedFile} from './replace-file.ts';
export {UnwritableFile} from './unwritable-file.ts';

/**
 * Writes a file atomically: to a new file in the same directory, which is then renamed. Missing directories are created, a
 * symbolic link is followed, an existing file keeps its owner, group and permissions. A device or a pipe is written to
 * directly, and so is a file that cannot be replaced: a mount point, or one in a directory that cannot be written to.
 *
 * @throws UnwritableFile when the file cannot be written
 */
export function writeFileAtomically(file: string, text: string): void {
  const {commit, discard} = prepareWrite(file, text);
  try {
    commit();
  } catch (error) {
    discard();
    throw error;
  }
}

/**
 * Does all of `writeFileAtomically` except for the renaming, which `commit` does.
 *
 * @throws UnwritableFile when the file cannot be written; `commit` throws it too
 */
export function prepareWrite(file: string, text: string): PreparedFile {
  const {commit, discard} = orUnwritable(() => {
    const existing = statSync(file, {throwIfNoEntry: false});
    if (existing?.isDirectory() || file.endsWith('/'))
      throw new UnwritableFile(
        existing ? 'is a directory' : 'is the name of a directory',
        'name the file in it',
      );
    if (file === '') throw new UnwritableFile('the file name is empty', 'name a file');
    if (existing?.isFIFO()) return {commit: () => writeToPipe(file, text), discard: () => {}};
    if (existing && !existing.isFile()) return {commit: () => writeFileSync(file, text), discard: () => {}};
    return prepareFile(linkedFile(file), text, existing);
  });
  return {commit: () => orUnwritable(commit), discard};
}

/** Writes to a pipe that has a reader: opening another would wait, maybe for ever. */
function writeToPipe(file: string, text: string): void {
  const open = openToReader(file);
  try {
    writeFileSync(file, text);
  } finally {
    closeSync(open);
  }
}

function openToReader(pipe: string): number {
  try {
    return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (codeOf(error) !== 'ENXIO') throw error;
    throw new UnwritableFile('is a pipe that nothing reads', 'start its reader first', {cause: error});
  }
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
 * may exist.
 *
 * @throws UnwritableFile when symbolic links are circular
 */
export function targetFile(file: string): string {
  try {
    const linked = linkedFile(path.resolve(file));
    if (existsSync(linked)) return realpathSync(linked);
    const folder = path.dirname(linked);
    return folder === linked ? linked : path.join(targetFile(folder), path.basename(linked));
  } catch (error) {
    throw toUnwritable(error);
  }
}

/** The path of an existing file without symbolic links; of any other, its absolute path. */
export function realFile(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return path.resolve(file);
  }
}

/** The target of a chain of symbolic links, which may not exist. */
function linkedFile(file: string, links = 0): string {
  const isLink = lstatSync(file, {throwIfNoEntry: false})?.isSymbolicLink() ?? false;
  if (!isLink) return file;
  // As many as Linux follows.
  if (links === 40) throw new UnwritableFile('too many symbolic links', 'check the links for a cycle');
  const folder = path.dirname(file);
  return linkedFile(
    path.resolve(existsSync(folder) ? realpathSync(folder) : folder, readlinkSync(file)),
    links + 1,
  );
}

/** A file has more bytes than are read. */
export class TooLargeFile extends UnwritableFile {}

/**
 * The text of an existing file, `undefined` when there is none. Of pipes and devices only those in `/dev` and `/proc` are read,
 * such as `/dev/stdin`: reading another pipe could wait for ever.
 *
 * @param most the most bytes that are read
 * @throws TooLargeFile when it has more bytes
 * @throws UnwritableFile when it exists and cannot be read
 */
export function readTextIfThere(file: string, most = MAX_BYTES): string | undefined {
  try {
    const limit = new ByteLimit('the file', most);
    const pipes = /^\/(dev|proc)\//.test(file);
    return readFileUri(pathToFileURL(file).href, {limit, pipes}).toString();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    if (error instanceof LimitReached) throw new TooLargeFile(error.message, 'move it away');
    if (!(error instanceof UnreadableSource)) throw toUnwritable(error);
    throw new UnwritableFile(error.message, error.hint, {cause: error});
  }
}
