import {chmod, mkdir, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {PLATFORMS} from '../../release/executables/platforms.ts';
import {archive} from '../../release/packages/archives.ts';
import {linuxPackages} from '../../release/packages/linux-packages.ts';
import {PROGRAMS} from '../../release/product.ts';
import {aptRepository, yumRepository} from '../../release/repositories.ts';
import type {Signer} from '../../release/signing.ts';
import {writeChecksums} from '../../release/signing.ts';

export const OLD_VERSION = '0.0.9';

/**
 * Makes an older release of `tracer` for Linux on amd64, with its repositories, by the same code as a real one. Only the program is a shell script of
 * two lines, because there is no older one. `signer` signs the repositories.
 */
export async function makeOldRelease(folder: string, signer?: Signer): Promise<void> {
  const version = OLD_VERSION;
  const program = PROGRAMS.find(({name}) => name === 'tracer');
  const platform = PLATFORMS.find(({os, arch, libc}) => os === 'linux' && arch === 'amd64' && !libc);
  if (!program || !platform) throw new Error('the tables of the release lack tracer or linux_amd64');
  const release = {version, epoch: 1_700_000_000, folder, signer};
  const executable = {program, platform, file: path.join(folder, 'executables', 'tracer', 'tracer')};
  const extras = path.join(folder, 'executables', 'extras');
  await mkdir(path.dirname(executable.file), {recursive: true});
  await writeFile(executable.file, `#!/bin/sh\necho "tracer/${version} fake"\n`);
  await chmod(executable.file, 0o755);
  for (const file of [
    'third-party-notices.txt',
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
  await aptRepository(release);
  await yumRepository(release);
}
