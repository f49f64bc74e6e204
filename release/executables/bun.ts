import {createHash} from 'node:crypto';
import {readdir, readFile, rm} from 'node:fs/promises';
import path from 'node:path';
import {cachedFolder} from '../cache.ts';
import {output} from '../run-program.ts';
import {BUN_VERSION, PLATFORMS, type Platform} from './platforms.ts';

/**
 * Returns the path of Bun for a platform, from its npm package, and throws if that has another integrity than the table. The packages are
 * not dependencies: npm refuses those of other platforms, and only a release needs their 50 MB each.
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
        throw new Error(`invalid integrity of ${spec}, ${integrity}: expected ${runtime.integrity}`);
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

/** The platform of this machine: its Bun compiles for all others. Throws on an unsupported one. */
export function thisPlatform(): Platform {
  const found = PLATFORMS.find(
    ({os, arch, libc}) =>
      !libc && os === NODE_PLATFORMS[process.platform] && arch === NODE_PLATFORMS[process.arch],
  );
  if (!found)
    throw new Error(
      `cannot compile on ${process.platform} ${process.arch}: expected Linux or macOS on amd64 or arm64`,
    );
  return found;
}
