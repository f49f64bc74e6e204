import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';

/** Files by name; the first is the description. */
export type Files = Readonly<Record<string, string>>;

/** Calls `use` with the path of the first file, and with the temporary folder that holds all of them. */
export async function inFolder<T>(
  files: Files,
  use: (file: string, folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'apigen-rulesets-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), {recursive: true});
      writeFileSync(path.join(folder, name), text);
    }
    return await use(path.join(folder, Object.keys(files)[0] ?? ''), folder);
  } finally {
    rmSync(folder, {recursive: true});
  }
}
