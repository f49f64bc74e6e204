import {codeOf, type Reasons, SYSTEM_REASONS, unknownReason} from '../read/system-error.ts';

/** A file could not be written, and was not changed. */
export class UnwritableFile extends Error {
  readonly hint: string;

  constructor(message: string, hint: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnwritableFile';
    this.hint = hint;
  }
}

const REASONS: Reasons = {
  ...SYSTEM_REASONS,
  ENOENT: ['no file can be created there', 'choose another directory'],
  EACCES: ['permission denied', 'choose a directory that you can write to'],
  EPERM: ['permission denied', 'choose a directory that you can write to'],
  EROFS: ['the file system is read-only', 'choose a directory that you can write to'],
  ENOSPC: ['no space left on the device', 'free some space or choose another disk'],
  EDQUOT: ['the disk quota is used up', 'free some space or choose another disk'],
  EFBIG: ['the file would be larger than allowed', 'raise the limit: `ulimit -f unlimited`'],
  EBUSY: ['is in use', 'close the program that uses it'],
  ETXTBSY: ['is a program that is running', 'choose another path'],
  EEXIST: ['a part of the path is a file, not a directory', 'choose another path'],
  ENOTDIR: ['a part of the path is a file, not a directory', 'choose another path'],
  EISDIR: ['is a directory', 'name a file'],
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
