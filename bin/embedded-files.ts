import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import type {PackagedFiles} from '../plugins/tracer/src/index.ts';

/**
 * The files of a folder that was compiled in with `--asset`: Bun shows it by its last name in a root of its own, in which this module
 * seems to stand too.
 */
export function embeddedFiles(folder: string): PackagedFiles {
  const root = path.join(import.meta.dirname, folder);
  const entries = readdirSync(root, {recursive: true, withFileTypes: true}).filter((entry) => entry.isFile());
  return Object.fromEntries(
    entries.map(({parentPath, name}) => {
      const file = path.join(parentPath, name);
      return [path.relative(root, file).replaceAll('\\', '/'), readFileSync(file, 'utf8')];
    }),
  );
}

/** The text of one file that was compiled in with `--asset`: Bun shows it by its last name. */
export function embeddedFile(file: string): string {
  return readFileSync(path.join(import.meta.dirname, path.basename(file)), 'utf8');
}
