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
import {codeOf, messageOf} from '../read/system-error.ts';

/** A file could not be written, and was not changed. */
export class UnwritableFile extends Error {
  readonly hint: string;

  constructor(message: string, hint: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnwritableFile';
    this.hint = hint;
  }
}

/**
 * Writes a file atomically: to a new file in the same directory, which is then renamed. Missing directories are created, a
 * symbolic link is followed, an existing file keeps its permissions. A device or a pipe is written to directly.
 *
 * @throws UnwritableFile when the file cannot be written
 */
export function writeFileAtomically(file: string, text: string): void {
  try {
    const existing = statSync(file, {throwIfNoEntry: false});
    if (existing?.isDirectory() || file.endsWith('/'))
      throw new UnwritableFile(
        'is a directory',
        `name the file in it, for example ${path.join(file, 'profile.yaml')}`,
      );
    if (file === '') throw new UnwritableFile('the file name is empty', 'name a file');
    if (existing && !existing.isFile()) writeFileSync(file, text);
    else replaceFile(linkedFile(file), text, existing?.mode);
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

function replaceFile(target: string, text: string, mode?: number): void {
  const made = createDirectories(path.dirname(target));
  const temporary = path.join(
    path.dirname(target),
    `.${path.basename(target).slice(0, 100)}.${process.pid}-${process.hrtime.bigint()}`,
  );
  try {
    writeFileSync(temporary, text, {flag: 'wx'});
    // The mode of a new file is limited by the process's umask, so an existing file's is set afterwards.
    if (mode !== undefined) chmodSync(temporary, mode & 0o7777);
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, {force: true});
    if (made !== undefined) rmSync(made, {recursive: true, force: true});
    throw error;
  }
}

/**
 * Creates a directory with its missing parents, and returns the first one created. Not with Node's `recursive`, which never
 * returns where the system refuses a directory with ENOENT (`/proc/a/b`, seen with Node 20.20).
 */
function createDirectories(folder: string): string | undefined {
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

/**
 * The text of an existing file, `undefined` when there is none.
 *
 * @throws UnwritableFile when it exists and cannot be read
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
  ENOENT: ['the directory cannot be created', 'choose another directory'],
  EACCES: ['permission denied', 'choose a directory that you can write to'],
  EPERM: ['permission denied', 'choose a directory that you can write to'],
  EROFS: ['the file system is read-only', 'choose a directory that you can write to'],
  ENOSPC: ['no space left on the device', 'free some space or choose another disk'],
  EEXIST: ['a part of the path is a file, not a directory', 'choose another path'],
  ENOTDIR: ['a part of the path is a file, not a directory', 'choose another path'],
  EISDIR: ['is a directory', 'name a file'],
  ENAMETOOLONG: ['the name is too long', 'choose a shorter name'],
};

/** Why something could not be written. */
export function toUnwritable(error: unknown): UnwritableFile {
  if (error instanceof UnwritableFile) return error;
  const [message, hint] = REASONS[codeOf(error) ?? ''] ?? [messageOf(error), 'choose another path'];
  return new UnwritableFile(message, hint, {cause: error});
}
