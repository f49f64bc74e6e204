import {copyFile, mkdir, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {gzipSync} from 'node:zlib';
import {Config} from '@oclif/core';
import {packedOptions} from '../../bin/packed-options.ts';
import {PACKED} from '../../bin/packed-plugins.ts';
import type {Program, Release} from '../product.ts';
import {output} from '../run-program.ts';
import {manPage} from './man-page.ts';
import {noticesFile} from './notices.ts';

/** Writes the completions that the program itself generates: `autocomplete create` writes them into the cache folder, except for fish. */
async function writeCompletions(name: string, executable: string, folder: string): Promise<void> {
  const cache = path.join(folder, 'cache');
  await output(executable, ['autocomplete', 'create'], {env: {XDG_CACHE_HOME: cache, HOME: cache}});
  const functions = path.join(cache, name, 'autocomplete', 'functions');
  await copyFile(path.join(functions, 'bash', `${name}.bash`), path.join(folder, `${name}.bash`));
  await copyFile(path.join(functions, 'zsh', `_${name}`), path.join(folder, `_${name}`));
  await copyFile(path.join(functions, 'powershell', `${name}.ps1`), path.join(folder, `${name}.ps1`));
  await rm(cache, {recursive: true});
  await output(executable, ['autocomplete', 'fish'], {into: path.join(folder, `${name}.fish`)});
}

/**
 * Makes the other files of every package, `third-party-notices.txt`, `man/<name>.1.gz` and `completions/`, and returns their folder.
 * `executable` is the program for this machine.
 */
export async function makeExtras(program: Program, executable: string, release: Release): Promise<string> {
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
  await writeCompletions(program.name, executable, path.join(folder, 'completions'));
  return folder;
}
