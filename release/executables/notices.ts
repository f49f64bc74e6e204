import {mkdir, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {thirdPartyNotices} from '../../scripts/third-party-notices.mjs';
import {packagesInside} from '../packages/bundled-packages.ts';
import type {Program, Release} from '../product.ts';
import {bunLicense} from './bun.ts';
import {libraryNotices, linkedLibraries} from './linked-libraries.ts';
import {BUN_VERSION} from './platforms.ts';

/** The file with the licences of what is in a program's executables, `third-party-notices.txt` in a folder of the program's own. */
export function noticesFile({name}: Program, {folder}: Release): string {
  return path.join(folder, 'executables', `${name}_notices`, 'third-party-notices.txt');
}

/** Writes the notices of a program: those of the packages in it, and Bun's with those of the libraries in Bun. */
export async function writeNotices(program: Program, release: Release): Promise<void> {
  const page = await bunLicense();
  const texts = [page, ...(await libraryNotices(linkedLibraries(page)))];
  const bun = {name: 'bun', version: BUN_VERSION, license: 'MIT', texts};
  const file = noticesFile(program, release);
  await mkdir(path.dirname(file), {recursive: true});
  await writeFile(file, thirdPartyNotices([bun, ...(await packagesInside(program))]));
}
