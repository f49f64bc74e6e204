import {copyFile, readdir} from 'node:fs/promises';
import path from 'node:path';
import {type Release, ROOT} from './product.ts';

/** Puts the install scripts beside the packages: they are what users pipe to their shells. */
export async function installScripts({folder}: Release): Promise<void> {
  const scripts = path.join(ROOT, 'plugins', 'tracer', 'scripts');
  for (const name of await readdir(scripts))
    await copyFile(path.join(scripts, name), path.join(folder, name));
}
