import {createHash} from 'node:crypto';
import {readdir, readFile, rm} from 'node:fs/promises';
import path from 'node:path';
import {cachedFolder} from './cache.ts';
import {output} from './run-program.ts';

/** One version of a package in the npm registry. */
export interface NpmPackage {
  readonly name: string;
  readonly version: string;
  /** Its `dist.integrity` in the registry. */
  readonly integrity: string;
}

/** Returns the folder of an unpacked npm package, in the cache's folder `name`, and throws if the package has another integrity. */
export async function unpackedNpmPackage(name: string, npmPackage: NpmPackage): Promise<string> {
  const spec = `${npmPackage.name}@${npmPackage.version}`;
  const folder = await cachedFolder(name, async (empty) => {
    await output('npm', ['pack', spec, '--silent', '--pack-destination', empty]);
    const [tarball = ''] = await readdir(empty);
    const file = path.join(empty, tarball);
    const integrity = `sha512-${createHash('sha512')
      .update(await readFile(file))
      .digest('base64')}`;
    if (integrity !== npmPackage.integrity)
      throw new Error(`invalid integrity of ${spec}, ${integrity}: expected ${npmPackage.integrity}`);
    await output('tar', ['-xzf', file, '-C', empty]);
    await rm(file);
  });
  return path.join(folder, 'package');
}
