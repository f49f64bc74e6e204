import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import type {PackagedFiles} from '../plugins/tracer/src/index.ts';

/** The texts of the files of a folder that was compiled in with `--asset`, by path. Bun puts the folder, under its last name, next to this module. */
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

/** The text of a file that was compiled in with `--asset`. Bun puts it, under its last name, next to this module. */
export function embeddedFile(file: string): string {
  return readFileSync(path.join(import.meta.dirname, path.basename(file)), 'utf8');
}
