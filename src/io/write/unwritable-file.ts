import {codeOf, FixableError, type Reasons, SYSTEM_REASONS, unknownReason} from '../read/system-error.ts';

/** A file could not be written, and was not changed. */
export class UnwritableFile extends FixableError {
  override readonly name = 'UnwritableFile';
}

const REASONS: Reasons = {
  ...SYSTEM_REASONS,
  ENOENT: ['no file can be created there', 'choose another directory'],
  EACCES: ['permission denied', 'choose a directory that you can write to'],
  EPERM: ['permission denied', 'choose a directory that you can write to'],
  EROFS: ['the file system is read-only', 'choose a directory that you can write to'],
  ENOSPC: ['no space left on the device', 'free some space or choose another disk'],
  EFBIG: ['the file would be larger than allowed', 'raise the limit: `ulimit -f unlimited`'],
  EEXIST: ['a part of the path is a file, not a directory', 'choose another path'],
  ENOTDIR: ['a part of the path is a file, not a directory', 'choose another path'],
  ENAMETOOLONG: ['the name is too long', 'choose a shorter name'],
  EPIPE: ['its reader has closed', 'write to a file'],
};

/** Why something could not be written. */
export function toUnwritable(error: unknown): UnwritableFile {
  if (error instanceof UnwritableFile) return error;
  const other = [unknownReason('cannot be written', error), 'choose another path'] as const;
  const [message, hint] = REASONS[codeOf(error) ?? ''] ?? other;
  return new UnwritableFile(message, hint, {cause: error});
}
