import {mkdir, readdir, readFile, utimes, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {gzipSync} from 'node:zlib';
import {Config} from '@oclif/core';
import {build} from 'esbuild';
import {packedOptions} from '../../bin/packed-options.ts';
import {PACKED} from '../../bin/packed-plugins.ts';
import {bundledPackages, thirdPartyNotices} from '../../scripts/third-party-notices.mjs';
import {COMPLETION_SCRIPTS} from '../../src/commands/completion/scripts.ts';
import {EXPLAINED_RULES} from '../../src/core/generate/lint.ts';
import {NOTICES, SHIPPED_FILES} from '../../src/io/shipped-files.ts';
import {type Program, type Release, ROOT} from '../product.ts';
import {output, unpackedNpmPackage} from '../tools.ts';
import {licenseTexts, linkedLibraries} from './linked-libraries.ts';
import {manPage} from './man-page.ts';
import {
  BUN_TYPES,
  BUN_VERSION,
  executableName,
  PLATFORMS,
  type Platform,
  platformSuffix,
} from './platforms.ts';

/** Returns the folder of an npm package of Bun's version. They are not dependencies: npm refuses those of other platforms. */
function bunPackage(name: string, integrity: string): Promise<string> {
  const folder = path.join('bun', BUN_VERSION, path.basename(name));
  return unpackedNpmPackage(folder, {name, integrity, version: BUN_VERSION});
}

/** Returns the path of Bun for a platform. */
async function bunFor({build, integrity}: Platform): Promise<string> {
  const bin = path.join(await bunPackage(`@oven/bun-${build}`, integrity), 'bin');
  const [program = ''] = await readdir(bin);
  return path.join(bin, program);
}

/** Returns Bun's own page about its licence and those of the libraries that are linked into it, as Markdown without front matter. */
export async function bunLicense(): Promise<string> {
  const page = path.join(await bunPackage('bun-types', BUN_TYPES), 'docs', 'project', 'license.mdx');
  return (await readFile(page, 'utf8')).replace(/^---\n.*?\n---\n/s, '').trim();
}

/** The platform of this machine: its Bun compiles for all others. */
function thisPlatform(): Platform {
  const arch = process.arch === 'x64' ? 'amd64' : 'arm64';
  const found = PLATFORMS.find((one) => !one.libc && one.os === process.platform && one.arch === arch);
  if (!found) throw new Error(`cannot compile on ${process.platform}: expected Linux or macOS`);
  return found;
}

/** An executable and where it is. */
export interface Executable {
  readonly program: Program;
  readonly platform: Platform;
  readonly file: string;
}

/** The folder of what every package of a program contains besides its executable. */
const extrasFolder = ({name}: Program, {folder}: Release) =>
  path.join(folder, 'executables', `${name}_extras`);

/** The notices of a program: the licences of Bun, of the libraries in it, and of the packages that are compiled in. */
async function noticesOf({entry}: Program): Promise<string> {
  const {metafile} = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry, 'src/commands/report/page/main.tsx'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    write: false,
    outdir: 'dist',
    metafile: true,
    logLevel: 'error',
  });
  const page = await bunLicense();
  const texts = [page, ...(await licenseTexts(linkedLibraries(page)))];
  const bun = {name: 'bun', version: BUN_VERSION, license: 'MIT', texts};
  return thirdPartyNotices([bun, ...bundledPackages(Object.keys(metafile.inputs), ROOT)]);
}

/** Makes the other files of every package, `third-party-notices.txt`, `man/<name>.1.gz` and `completions/`, and returns their folder. */
export async function makeExtras(program: Program, release: Release): Promise<string> {
  const {name} = program;
  const folder = extrasFolder(program, release);
  const config = await Config.load(await packedOptions(PACKED[name]));
  const {bash, zsh, fish, powershell} = COMPLETION_SCRIPTS;
  const files = {
    'third-party-notices.txt': await noticesOf(program),
    [`man/${name}.1.gz`]: gzipSync(manPage(program, config, release), {level: 9}),
    [`completions/${name}.bash`]: bash(name),
    [`completions/_${name}`]: zsh(name),
    [`completions/${name}.fish`]: fish(name),
    [`completions/${name}.ps1`]: powershell(name),
  };
  for (const [file, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, file)), {recursive: true});
    await writeFile(path.join(folder, file), content);
  }
  return folder;
}

/** Folders and files inside both executables, relative to the root. `bin/embedded-files.ts` reads them. */
const ASSETS = [
  'plugins/tracer/chart',
  'plugins/tracer/scripts',
  ...SHIPPED_FILES.filter((file) => file !== NOTICES),
  'docs/exit-codes.md',
  ...EXPLAINED_RULES.map(({code}) => `docs/rules/${code}.md`),
];

/**
 * How many times longer than by default code is interpreted before it is compiled to machine code. For a small description, compiling takes
 * a third of the run; code that a large description calls often is still compiled.
 */
const JIT_POLICY = 40;

/**
 * Compiles a program, whose extras `makeExtras` made, for a platform, into a folder of its own. Bun writes the file's name into the file, but not its folder's, so the same
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
      ...[...ASSETS, path.join(extrasFolder(program, release), 'third-party-notices.txt')].map(
        (asset) => `--asset=${asset}`,
      ),
      // By default Bun writes the folders of this machine here.
      '--define=__dirname="/"',
      '--define=__filename="/"',
      // What packages require by their module's address, as fdir does, would be looked for in the folder that the program runs in.
      '--define=import.meta.url="file:///dev/null/program.js"',
      `--target=bun-${platform.build}`,
      `--compile-executable-path=${await bunFor(platform)}`,
      `--outfile=${file}`,
    ],
    {cwd: ROOT},
  );
  await utimes(file, epoch, epoch);
  return {program, platform, file};
}
