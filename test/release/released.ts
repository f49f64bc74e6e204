import {existsSync, readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';

/** The repository. */
export const ROOT = path.join(import.meta.dirname, '..', '..');

/** The folder that `npm run release` made. */
export const RELEASED = path.join(ROOT, 'dist', 'release');

/** The version of the release. */
export const VERSION: string = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')).version;

export const NAMES = ['apigen', 'tracer'] as const;

/** Whether it was made with a key, as the workflow does if it has one. */
export const SIGNED = existsSync(path.join(RELEASED, 'checksums.txt.asc'));

/** The files of the release, sorted, without folders. */
export function releasedFiles(): string[] {
  return readdirSync(RELEASED, {withFileTypes: true})
    .filter((entry) => entry.isFile())
    .map(({name}) => name)
    .sort();
}

/** The client's install script. */
export const INSTALL_CLI = readFileSync(
  path.join(ROOT, 'plugins', 'tracer', 'scripts', 'install-cli.sh'),
  'utf8',
);
