import {copyFile, cp, link, mkdir, rm} from 'node:fs/promises';
import path from 'node:path';
import type {Executable} from '../executables/compile.ts';
import {executableName, platformSuffix} from '../executables/platforms.ts';
import {type Release, ROOT} from '../product.ts';
import {output} from '../run-program.ts';

/** The name of a released file without its extension: `tracer_1.2.3_linux_amd64`. */
export function baseName({program, platform}: Executable, {version}: Release): string {
  return `${program.name}_${version}_${platformSuffix(platform)}`;
}

/**
 * Recreates `folder` with the contents of an archive: the executable, the licences, below them the manual page and the completions. The
 * executable of 100 MB is a hard link.
 */
async function layOut(executable: Executable, extras: string, folder: string): Promise<void> {
  await cp(extras, folder, {recursive: true});
  await copyFile(path.join(ROOT, 'LICENSE'), path.join(folder, 'LICENSE'));
  await link(
    executable.file,
    path.join(folder, executableName(executable.program.name, executable.platform)),
  );
}

/**
 * Writes the .tar.gz, and for Windows also the .zip and the .exe. Everything in an archive is in a folder named after it. `extras` is the
 * folder with notices, manual page and completions.
 */
export async function archive(executable: Executable, extras: string, release: Release): Promise<void> {
  const name = baseName(executable, release);
  const folder = path.join(path.dirname(executable.file), 'archive');
  await rm(folder, {recursive: true, force: true});
  await mkdir(folder, {recursive: true});
  await layOut(executable, extras, path.join(folder, name));
  const stamp = `@${release.epoch}`;
  const target = (extension: string) => path.join(release.folder, `${name}${extension}`);
  const reproducible = [
    '--format=ustar',
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u=rwX,go=rX',
  ];
  await output('tar', [...reproducible, `--mtime=${stamp}`, '-cf', target('.tar'), '-C', folder, name]);
  // Takes a third of gzip's time. Reads standard input, so that the result contains no file name and no time.
  await output('sh', ['-c', 'libdeflate-gzip -6 <"$0" >"$1"', target('.tar'), target('.tar.gz')]);
  await rm(target('.tar'));
  if (executable.platform.os === 'windows') {
    await copyFile(executable.file, target('.exe'));
    await zip(folder, target('.zip'), stamp);
  }
  await rm(folder, {recursive: true});
}

/** Writes a reproducible .zip: Info-ZIP stores the files' own times, in local time, and keeps the given order. */
async function zip(folder: string, file: string, stamp: string): Promise<void> {
  await rm(file, {force: true});
  await output(
    'sh',
    [
      '-c',
      'find . -exec touch -d "$1" {} + && find . -type f | LC_ALL=C sort | zip -X -q "$0" -@',
      file,
      stamp,
    ],
    {
      cwd: folder,
      env: {TZ: 'UTC'},
    },
  );
}
