import {chmod, mkdir, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {archive} from '../../release/archives.ts';
import {writeChecksums} from '../../release/checksums.ts';
import {linuxPackages} from '../../release/linux-packages.ts';
import {aptRepository, yumRepository} from '../../release/package-repositories.ts';
import {PLATFORMS} from '../../release/platforms.ts';
import {PROGRAMS} from '../../release/product.ts';
import type {Signer} from '../../release/signing.ts';

export const OLD_VERSION = '0.0.9';

export interface OldRelease {
  readonly version?: string;
  /** Signs the repositories. */
  readonly signer?: Signer | undefined;
  /** The program in it. */
  readonly standIn?: string;
}

/**
 * Makes an older release of `tracer` for Linux on amd64, with its repositories. Its packages are made as all are; only the program in them is
 * a stand-in of two lines, since an older one is not to be had.
 */
export async function makeOldRelease(
  folder: string,
  {
    version = OLD_VERSION,
    signer,
    standIn = `#!/bin/sh\necho "tracer/${version} stand-in"\n`,
  }: OldRelease = {},
): Promise<void> {
  const program = PROGRAMS.find(({name}) => name === 'tracer');
  const platform = PLATFORMS.find(({os, arch, libc}) => os === 'linux' && arch === 'amd64' && !libc);
  if (!program || !platform) throw new Error('the tables of the release have changed');
  const release = {version, epoch: 1_700_000_000, folder};
  const executable = {program, platform, file: path.join(folder, 'executables', 'tracer', 'tracer')};
  const extras = path.join(folder, 'executables', 'extras');
  await mkdir(path.dirname(executable.file), {recursive: true});
  await writeFile(executable.file, standIn);
  await chmod(executable.file, 0o755);
  for (const file of [
    'man/tracer.1.gz',
    'completions/tracer.bash',
    'completions/tracer.fish',
    'completions/_tracer',
  ]) {
    await mkdir(path.dirname(path.join(extras, file)), {recursive: true});
    await writeFile(path.join(extras, file), '\n');
  }
  await archive(executable, extras, release);
  await linuxPackages(executable, extras, release);
  await writeChecksums(release);
  await aptRepository(release, signer);
  await yumRepository(release, signer);
}
