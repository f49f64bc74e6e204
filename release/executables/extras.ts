import {copyFile, mkdir, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {gzipSync} from 'node:zlib';
import {Config} from '@oclif/core';
import {packedOptions} from '../../bin/packed-options.ts';
import {PACKED} from '../../bin/packed-plugins.ts';
import {COMPLETION_SCRIPTS} from '../../src/commands/completion/scripts.ts';
import type {Program, Release} from '../product.ts';
import {manPage} from './man-page.ts';
import {noticesFile} from './notices.ts';

async function writeCompletions(name: string, folder: string): Promise<void> {
  const {bash, zsh, fish, powershell} = COMPLETION_SCRIPTS;
  const files = {
    [`${name}.bash`]: bash,
    [`_${name}`]: zsh,
    [`${name}.fish`]: fish,
    [`${name}.ps1`]: powershell,
  };
  for (const [file, script] of Object.entries(files)) await writeFile(path.join(folder, file), script(name));
}

/**
 * Makes the other files of every package, `third-party-notices.txt`, `man/<name>.1.gz` and `completions/`, and returns their folder.
 */
export async function makeExtras(program: Program, release: Release): Promise<string> {
  const folder = path.join(release.folder, 'executables', `${program.name}_extras`);
  await rm(folder, {recursive: true, force: true});
  await mkdir(path.join(folder, 'man'), {recursive: true});
  await mkdir(path.join(folder, 'completions'), {recursive: true});
  await copyFile(
    noticesFile(program, release),
    path.join(folder, path.basename(noticesFile(program, release))),
  );
  const config = await Config.load(await packedOptions(PACKED[program.name]));
  await writeFile(
    path.join(folder, 'man', `${program.name}.1.gz`),
    gzipSync(manPage(program, config, release), {level: 9}),
  );
  await writeCompletions(program.name, path.join(folder, 'completions'));
  return folder;
}
