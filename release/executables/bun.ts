import {readdir} from 'node:fs/promises';
import path from 'node:path';
import {unpackedNpmPackage} from '../npm-package.ts';
import {BUN_VERSION, PLATFORMS, type Platform} from './platforms.ts';

/**
 * Returns the path of Bun for a platform, from its npm package. The packages are not dependencies: npm refuses those of other platforms, and
 * only a release needs their 50 MB each.
 */
export async function bunFor({runtime}: Platform): Promise<string> {
  const folder = path.join('bun', BUN_VERSION, path.basename(runtime.name));
  const bin = path.join(await unpackedNpmPackage(folder, {...runtime, version: BUN_VERSION}), 'bin');
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
