import {existsSync} from 'node:fs';
import {mkdir, mkdtemp, rename, rm} from 'node:fs/promises';
import {homedir} from 'node:os';
import path from 'node:path';
import {execa} from 'execa';

/** Runs a program and returns its standard output, trimmed. Throws, with what it printed, if it is not found or its exit code is not 0. */
export async function output(
  program: string,
  args: readonly string[],
  options: {readonly cwd?: string; readonly env?: Readonly<Record<string, string>>} = {},
): Promise<string> {
  return (await execa(program, args, {...options, stdin: 'ignore'})).stdout.trim();
}

/** The folder of what builds keep between runs, outside the repository. */
export const CACHE = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'apigen');

/**
 * Returns the path of the cache's folder `name`, and fills it first if it does not exist. `fill` gets a temporary folder that is renamed when it
 * is done, so an interrupted or concurrent run never leaves or sees an incomplete one.
 */
export async function cachedFolder(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = path.join(CACHE, name);
  if (existsSync(folder)) return folder;
  await mkdir(path.dirname(folder), {recursive: true});
  const temporary = await mkdtemp(`${folder}.`);
  try {
    await fill(temporary);
    await rename(temporary, folder).catch((error) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(temporary, {recursive: true, force: true});
  }
  return folder;
}

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
    const packed = await output('npm', ['pack', spec, '--json', '--pack-destination', empty]);
    const [{filename, integrity}] = JSON.parse(packed);
    if (integrity !== npmPackage.integrity)
      throw new Error(`invalid integrity of ${spec}, ${integrity}: expected ${npmPackage.integrity}`);
    const file = path.join(empty, filename);
    await output('tar', ['-xzf', file, '-C', empty]);
    await rm(file);
  });
  return path.join(folder, 'package');
}

/** Returns the path of a Go program that `release/tools/go.mod` pins. Go builds it once, in its own cache. */
export function goTool(name: 'actionlint' | 'helm' | 'nfpm'): Promise<string> {
  const cwd = path.resolve('release', 'tools');
  return output('go', ['tool', '-n', name], {cwd, env: {CGO_ENABLED: '0', GOFLAGS: '', GOWORK: 'off'}});
}
