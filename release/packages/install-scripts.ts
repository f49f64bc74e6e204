import {copyFile, readdir} from 'node:fs/promises';
import path from 'node:path';
import {type Release, ROOT} from '../product.ts';

/** Copies the install scripts, which users pipe to their shells, into the release. */
export async function copyInstallScripts({folder}: Release): Promise<void> {
  const scripts = path.join(ROOT, 'plugins', 'tracer', 'scripts');
  for (const name of await readdir(scripts))
    await copyFile(path.join(scripts, name), path.join(folder, name));
}
