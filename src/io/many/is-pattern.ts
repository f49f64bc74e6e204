import {existsSync} from 'node:fs';
import {isRemote} from '../read/source.ts';

/** True for a glob pattern rather than the name of a file or an address. */
export function isPattern(name: string): boolean {
  return /[*?[{]/.test(name) && !isRemote(name) && !existsSync(name);
}
