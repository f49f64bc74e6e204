import {mkdir, utimes} from 'node:fs/promises';
import path from 'node:path';
import {NOTICES, SHIPPED_FILES} from '../../src/io/shipped-files.ts';
import {type Program, type Release, ROOT} from '../product.ts';
import {output} from '../run-program.ts';
import {bunFor, thisPlatform} from './bun.ts';
import {noticesFile} from './notices.ts';
import {executableName, type Platform, platformSuffix} from './platforms.ts';

/** An executable and where it is. */
export interface Executable {
  readonly program: Program;
  readonly platform: Platform;
  readonly file: string;
}

/** Folders and files inside both executables, relative to the root. `bin/embedded-files.ts` reads them. */
const ASSETS = [
  'plugins/tracer/chart',
  'plugins/tracer/scripts',
  ...SHIPPED_FILES.filter((file) => file !== NOTICES),
];

/**
 * How many times longer than by default code is interpreted before it is compiled to machine code. For a small description, compiling takes
 * a third of the run; code that a large description calls often is still compiled.
 */
const JIT_POLICY = 40;

/**
 * Compiles a program, whose notices `writeNotices` wrote, for a platform, into a folder of its own. Bun writes the file's name into the file, but not its folder's, so the same
 * sources give the same bytes in every folder.
 */
export async function compile(program: Program, platform: Platform, release: Release): Promise<Executable> {
  const {folder, epoch} = release;
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
      // Dynamic imports are loaded only when they run, which saves a third of the start-up time.
      '--splitting',
      `--compile-jit-policy=${JIT_POLICY}`,
      '--format=esm',
      // Not the names of `--production`: it calls a helper by the name `m` in functions whose parameter has that name, too.
      '--minify-syntax',
      '--minify-whitespace',
      '--define=process.env.NODE_ENV="production"',
      '--keep-names',
      // An executable runs in users' folders and must ignore their .env and bunfig.toml.
      '--no-compile-autoload-dotenv',
      '--no-compile-autoload-bunfig',
      ...[...ASSETS, noticesFile(program, release)].map((asset) => `--asset=${asset}`),
      // By default Bun writes the folders of this machine here.
      '--define=__dirname="/"',
      '--define=__filename="/"',
      // What packages require by their module's address, as fdir does, would be looked for in the folder that the program runs in.
      '--define=import.meta.url="file:///dev/null/program.js"',
      `--target=${platform.target}`,
      `--compile-executable-path=${await bunFor(platform)}`,
      `--outfile=${file}`,
    ],
    {cwd: ROOT},
  );
  await utimes(file, epoch, epoch);
  return {program, platform, file};
}
