import {chmodSync, mkdtempSync, rmSync} from 'node:fs';
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
