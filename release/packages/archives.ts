import {copyFile, cp, link, rm} from 'node:fs/promises';
import path from 'node:path';
import type {Executable} from '../executables/compile.ts';
import {executableName, platformSuffix} from '../executables/platforms.ts';
import {type Release, ROOT} from '../product.ts';
import {output} from '../tools.ts';

/** The name of a released file without its extension: `tracer_1.2.3_linux_amd64`. */
export function baseName({program, platform}: Executable, {version}: Release): string {
  return `${program.name}_${version}_${platformSuffix(platform)}`;
}

/** Writes $2.tar.gz of the folder $1, with the time $3 for each file. libdeflate takes a third of gzip's time. */
const TAR = `tar --format=ustar --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --mtime="$3" -cf "$2.tar" "$1"
libdeflate-gzip -6 <"$2.tar" >"$2.tar.gz"
rm "$2.tar"`;

/** Writes $2.zip: Info-ZIP stores the files' own times, in local time, and keeps the given order. */
const ZIP = `find "$1" -exec touch -d "$3" {} +
find "./$1" -type f | LC_ALL=C sort | TZ=UTC zip -X -q "$2.zip" -@`;

/**
 * Writes the .tar.gz, and for Windows also the .zip and the .exe. Everything in an archive is in a folder named after it: the executable,
 * the licences, and those of the folder `extras`, manual page and completions.
 */
export async function archive(executable: Executable, extras: string, release: Release): Promise<void> {
  const {program, platform, file} = executable;
  const name = baseName(executable, release);
  const cwd = path.dirname(file);
  const folder = path.join(cwd, name);
  const target = path.join(release.folder, name);
  await cp(extras, folder, {recursive: true});
  await copyFile(path.join(ROOT, 'LICENSE'), path.join(folder, 'LICENSE'));
  // The executable of 100 MB is a hard link.
  await link(file, path.join(folder, executableName(program.name, platform)));
  const run = (script: string) =>
    output('sh', ['-ec', script, 'sh', name, target, `@${release.epoch}`], {cwd});
  await run(TAR);
  if (platform.os === 'windows') {
    await copyFile(file, `${target}.exe`);
    await run(ZIP);
  }
  await rm(folder, {recursive: true});
}
