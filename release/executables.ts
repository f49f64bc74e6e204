import {mkdir, utimes} from 'node:fs/promises';
import path from 'node:path';
import {SHIPPED_FILES} from '../src/io/shipped-files.ts';
import {bunFor, thisPlatform} from './bun-runtimes.ts';
import {executableName, type Platform, platformSuffix} from './platforms.ts';
import {type Program, type Release, ROOT} from './product.ts';
import {output} from './program.ts';

/** An executable that was made. */
export interface Executable {
  readonly program: Program;
  readonly platform: Platform;
  readonly file: string;
}

/** Folders and files that both carry, from the root; `bin/embedded-files.ts` reads them inside. */
const ASSETS = ['plugins/tracer/chart', 'plugins/tracer/scripts', ...SHIPPED_FILES];

/**
 * How much longer than usual code is interpreted before it is compiled to machine code: compiling what a small description calls
 * a few hundred times takes a third of the run. What a large one calls gets there all the same.
 */
const JIT_POLICY = 40;

/**
 * Compiles a program for a platform, into a folder of its own: Bun writes the name of the file, but not of its folder, into it, so
 * the same sources give the same bytes wherever they lie.
 */
export async function compile(
  program: Program,
  platform: Platform,
  {folder, epoch}: Release,
): Promise<Executable> {
  const directory = path.join(folder, 'executables', `${program.name}_${platformSuffix(platform)}`);
  const file = path.join(directory, executableName(program.name, platform));
  await mkdir(directory, {recursive: true});
  const bun = await bunFor(thisPlatform());
  await output(
    bun,
    [
      'build',
      program.entry,
      '--compile',
      '--bytecode',
      // What is imported when it is chosen stays apart until then: a third of the start.
      '--splitting',
      `--compile-jit-policy=${JIT_POLICY}`,
      '--format=esm',
      '--production',
      '--keep-names',
      // An executable runs in other people's folders: their .env and bunfig.toml are none of its business.
      '--no-compile-autoload-dotenv',
      '--no-compile-autoload-bunfig',
      ...ASSETS.map((asset) => `--asset=${asset}`),
      // Else the folders of this machine would stand in it; there is nothing to be found in them elsewhere.
      '--define=__dirname="/"',
      '--define=__filename="/"',
      `--target=${platform.target}`,
      `--compile-executable-path=${await bunFor(platform)}`,
      `--outfile=${file}`,
    ],
    {cwd: ROOT},
  );
  await utimes(file, epoch, epoch);
  return {program, platform, file};
}
