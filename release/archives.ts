import {copyFile, cp, link, mkdir, readdir, rm} from 'node:fs/promises';
import path from 'node:path';
import type {Executable} from './executables.ts';
import {executableName, platformSuffix} from './platforms.ts';
import {type Release, ROOT} from './product.ts';
import {output} from './program.ts';

/** The name of a release's file without its ending: `tracer_1.2.3_linux_amd64`. */
export function stem({program, platform}: Executable, {version}: Release): string {
  return `${program.name}_${version}_${platformSuffix(platform)}`;
}

/**
 * Lays out what an archive holds: the executable at the top, the licence, the manual page and the completions.
 * Hard links where they can be had: an executable weighs 100 MB.
 */
async function layOut(executable: Executable, extras: string, folder: string): Promise<void> {
  await rm(folder, {recursive: true, force: true});
  await cp(extras, folder, {recursive: true});
  await copyFile(path.join(ROOT, 'LICENSE'), path.join(folder, 'LICENSE'));
  await link(
    executable.file,
    path.join(folder, executableName(executable.program.name, executable.platform)),
  );
}

/** Makes the tar.gz, and for Windows the zip and the bare executable. `extras` holds the manual page and completions. */
export async function archive(executable: Executable, extras: string, release: Release): Promise<void> {
  const name = stem(executable, release);
  const folder = path.join(path.dirname(executable.file), 'archive');
  await mkdir(path.dirname(folder), {recursive: true});
  await layOut(executable, extras, folder);
  const stamp = `@${release.epoch}`;
  const made = (ending: string) => path.join(release.folder, `${name}${ending}`);
  const everything = [
    '--format=ustar',
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u=rwX,go=rX',
  ];
  const names = (await readdir(folder)).sort();
  await output('tar', [...everything, `--mtime=${stamp}`, '-cf', made('.tar'), '-C', folder, ...names]);
  // A third of gzip's time. From standard input, so that no name and time of a file come into it.
  await output('sh', ['-c', 'libdeflate-gzip -6 <"$0" >"$1"', made('.tar'), made('.tar.gz')]);
  await rm(made('.tar'));
  if (executable.platform.os === 'windows') {
    await copyFile(executable.file, made('.exe'));
    await zip(folder, made('.zip'), stamp);
  }
  await rm(folder, {recursive: true});
}

/** Info-ZIP keeps each file's own time, in local time, and takes files in the order that it is told. */
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
