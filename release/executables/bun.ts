import {readdir, readFile} from 'node:fs/promises';
import path from 'node:path';
import {unpackedNpmPackage} from '../npm-package.ts';
import {BUN_DOCUMENTATION, BUN_VERSION, PLATFORMS, type Platform} from './platforms.ts';

/** Returns the folder of an npm package of Bun's version. */
function bunPackage({name, integrity}: Platform['runtime']): Promise<string> {
  const folder = path.join('bun', BUN_VERSION, path.basename(name));
  return unpackedNpmPackage(folder, {name, integrity, version: BUN_VERSION});
}

/**
 * Returns the path of Bun for a platform. Its packages are not dependencies: npm refuses those of other platforms, and only a release needs
 * their 50 MB each.
 */
export async function bunFor({runtime}: Platform): Promise<string> {
  const bin = path.join(await bunPackage(runtime), 'bin');
  const [program = ''] = await readdir(bin);
  return path.join(bin, program);
}

/** Returns Bun's own page about its licence and those of the libraries that are linked into it, as Markdown without front matter. */
export async function bunLicense(): Promise<string> {
  const page = path.join(await bunPackage(BUN_DOCUMENTATION), 'docs', 'project', 'license.mdx');
  return (await readFile(page, 'utf8')).replace(/^---\n.*?\n---\n/s, '').trim();
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
