import {chmodSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';

let folder: string | undefined;

/** Gives the tests, and the programs that they start, a folder of their own for temporary files. */
export default function setUp(): void {
  folder = mkdtempSync(path.join(tmpdir(), 'apigen-tests-'));
  // Some tests run programs as another user.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
}

/** Removes the folder of `setUp` with all that the tests left in it. */
export function tearDown(): void {
  if (folder !== undefined) rmSync(folder, {recursive: true, force: true});
}

/** A new folder with these files; `tearDown` removes it. */
export function folderWith(files: Readonly<Record<string, string>> = {}): string {
  const created = realpathSync(mkdtempSync(path.join(tmpdir(), 'apigen-')));
  for (const [name, text] of Object.entries(files)) writeIn(created, name, text);
  return created;
}

/** A new folder with what another one holds; `tearDown` removes it. */
export function copyOf(source: string): string {
  const created = folderWith();
  cpSync(source, created, {recursive: true});
  return created;
}

/** Writes a file, with the folders on the way, and returns its path. */
export function writeIn(base: string, name: string, content: string | Uint8Array): string {
  const file = path.join(base, name);
  mkdirSync(path.dirname(file), {recursive: true});
  writeFileSync(file, content);
  return file;
}
