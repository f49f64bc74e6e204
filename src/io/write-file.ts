import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import {codeOf, messageOf} from './source.ts';

/** A file could not be written; nothing of it was. */
export class UnwritableFile extends Error {
  readonly hint: string;

  constructor(message: string, hint: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnwritableFile';
    this.hint = hint;
  }
}

/**
 * Writes a whole file or nothing: into a new file beside it, which then takes its name. Folders on the way are made, a
 * symbolic link stays one, an existing file keeps its permissions. A device or a pipe is written to as it is.
 *
 * @throws UnwritableFile when the file cannot be written
 */
export function writeWholeFile(file: string, text: string): void {
  try {
    const existing = statSync(file, {throwIfNoEntry: false});
    if (existing?.isDirectory() || file.endsWith('/'))
      throw new UnwritableFile(
        'this is a folder',
        `name the file in it, for example ${path.join(file, 'profile.yaml')}`,
      );
    if (file === '') throw new UnwritableFile('the file has no name', 'name a file');
    if (existing && !existing.isFile()) writeFileSync(file, text);
    else replaceFile(linkedFile(file), text, existing?.mode);
  } catch (error) {
    throw toUnwritable(error);
  }
}

/**
 * The one name of a file of which only the first folders may exist, without symbolic links, also those that lead to nothing
 * yet: where `writeWholeFile` would write.
 *
 * @throws UnwritableFile when links lead in a circle
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

/** The one name of an existing file, without symbolic links; of any other, its absolute path. */
export function realFile(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return path.resolve(file);
  }
}

/** What a chain of symbolic links leads to, there or not. */
function linkedFile(file: string, links = 0): string {
  const isLink = lstatSync(file, {throwIfNoEntry: false})?.isSymbolicLink() ?? false;
  if (!isLink) return file;
  // As many as Linux follows.
  if (links === 40) throw new UnwritableFile('symbolic links lead in a circle', 'choose another path');
  const folder = path.dirname(file);
  return linkedFile(
    path.resolve(existsSync(folder) ? realpathSync(folder) : folder, readlinkSync(file)),
    links + 1,
  );
}

function replaceFile(target: string, text: string, mode?: number): void {
  const made = makeFolders(path.dirname(target));
  const temporary = path.join(
    path.dirname(target),
    `.${path.basename(target).slice(0, 100)}.${process.pid}-${process.hrtime.bigint()}`,
  );
  try {
    writeFileSync(temporary, text, {flag: 'wx'});
    // The mode given to a new file is cut by the process's mask, so an existing file's is set afterwards.
    if (mode !== undefined) chmodSync(temporary, mode & 0o7777);
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, {force: true});
    if (made !== undefined) rmSync(made, {recursive: true, force: true});
    throw error;
  }
}

/**
 * Makes a folder and those on the way to it, and returns the first that was made. Not by Node's `recursive`, which never
 * ends where the system takes no folder but answers that there is none (`/proc/a/b`, seen with Node 20.20).
 */
function makeFolders(folder: string): string | undefined {
  const missing: string[] = [];
  for (let next = path.resolve(folder); !existsSync(next); next = path.dirname(next)) missing.unshift(next);
  const made: string[] = [];
  try {
    for (const next of missing) if (makeFolder(next)) made.push(next);
  } catch (error) {
    if (made[0] !== undefined) rmSync(made[0], {recursive: true, force: true});
    throw error;
  }
  return made[0];
}

/** False when another run has just made it. */
function makeFolder(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && statSync(folder).isDirectory()) return false;
    throw error;
  }
}

/**
 * The text of an existing file, `undefined` when there is none.
 *
 * @throws UnwritableFile when it is there and cannot be read
 */
export function readTextIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw toUnwritable(error);
  }
}

const REASONS: Readonly<Record<string, readonly [message: string, hint: string]>> = {
  ENOENT: ['the folder cannot be made, or takes no files', 'choose another folder'],
  EACCES: ['permission denied', 'choose a folder that you may write to'],
  EPERM: ['permission denied', 'choose a folder that you may write to'],
  EROFS: ['the file system is read-only', 'choose a folder that you may write to'],
  ENOSPC: ['no space is left', 'make room, or choose another disk'],
  EEXIST: ['a part of the path is a file, not a folder', 'choose another path'],
  ENOTDIR: ['a part of the path is a file, not a folder', 'choose another path'],
  EISDIR: ['this is a folder', 'name a file'],
  ENAMETOOLONG: ['the name is longer than the system allows', 'choose a shorter one'],
};

/** Why something could not be written, in a user's words. */
export function toUnwritable(error: unknown): UnwritableFile {
  if (error instanceof UnwritableFile) return error;
  const [message, hint] = REASONS[codeOf(error) ?? ''] ?? [messageOf(error), 'choose another path'];
  return new UnwritableFile(message, hint, {cause: error});
}
