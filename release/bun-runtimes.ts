import {createHash} from 'node:crypto';
import {readdir, readFile, rm} from 'node:fs/promises';
import path from 'node:path';
import {cachedFolder} from './cache.ts';
import {BUN_VERSION, PLATFORMS, type Platform} from './platforms.ts';
import {output} from './program.ts';

/**
 * Bun for a platform, taken from its npm package and compared with the integrity that stands in the table. The packages are no
 * dependencies of ours: npm refuses those of other platforms, and each weighs 50 MB that only a release needs.
 */
export async function bunFor({runtime}: Platform): Promise<string> {
  const spec = `${runtime.name}@${BUN_VERSION}`;
  const folder = await cachedFolder(
    path.join('bun', BUN_VERSION, path.basename(runtime.name)),
    async (empty) => {
      await output('npm', ['pack', spec, '--silent', '--pack-destination', empty]);
      const [tarball = ''] = await readdir(empty);
      const file = path.join(empty, tarball);
      const integrity = `sha512-${createHash('sha512')
        .update(await readFile(file))
        .digest('base64')}`;
      if (integrity !== runtime.integrity)
        throw new Error(`${spec} has integrity ${integrity}, not ${runtime.integrity}`);
      await output('tar', ['-xzf', file, '-C', empty]);
      await rm(file);
    },
  );
  const bin = path.join(folder, 'package', 'bin');
  const [program = ''] = await readdir(bin);
  return path.join(bin, program);
}

const NODE_PLATFORMS: Readonly<Record<string, string>> = {
  x64: 'amd64',
  arm64: 'arm64',
  linux: 'linux',
  darwin: 'darwin',
};

/** The platform of this machine, whose Bun does the compiling. Throws where there is none. */
export function thisPlatform(): Platform {
  const found = PLATFORMS.find(
    ({os, arch, libc}) =>
      !libc && os === NODE_PLATFORMS[process.platform] && arch === NODE_PLATFORMS[process.arch],
  );
  if (!found)
    throw new Error(
      `a release is made on Linux or macOS, amd64 or arm64; this is ${process.platform} ${process.arch}`,
    );
  return found;
}
