import {mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll} from '@jest/globals';

/** A folder that is removed after the tests of a file, and a function that writes a file in it. */
export function workFolder() {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'apigen-fuzz-')));
  afterAll(() => rmSync(folder, {recursive: true}));
  const write = (name: string, content: string | Uint8Array) => {
    mkdirSync(path.dirname(path.join(folder, name)), {recursive: true});
    writeFileSync(path.join(folder, name), content);
    return path.join(folder, name);
  };
  return {folder, write};
}
