import {mkdir, rm} from 'node:fs/promises';
import {compile} from './executables/compile.ts';
import {makeExtras} from './executables/extras.ts';
import {writeNotices} from './executables/notices.ts';
import {PLATFORMS, platformSuffix} from './executables/platforms.ts';
import {archive} from './packages/archives.ts';
import {writeChecksums} from './packages/checksums.ts';
import {copyInstallScripts} from './packages/install-scripts.ts';
import {linuxPackages} from './packages/linux-packages.ts';
import {npmTarballs} from './packages/npm-tarballs.ts';
import {writeSboms} from './packages/sbom.ts';
import {PROGRAMS, type Program, type Release, readRelease} from './product.ts';
import {aptRepository} from './repositories/apt.ts';
import {chartRepository} from './repositories/chart-repository.ts';
import {homebrewFormulas} from './repositories/homebrew.ts';
import {layOutPages} from './repositories/pages.ts';
import {openSigner} from './repositories/signing.ts';
import {yumRepository} from './repositories/yum.ts';
import {runConcurrently} from './run-program.ts';

const print = (text: string) => process.stdout.write(`${text}\n`);

/** Makes executables, archives and packages of one program for all platforms. */
async function makeProgram(program: Program, release: Release): Promise<void> {
  await writeNotices(program, release);
  const extras = await makeExtras(program, release);
  const jobs = PLATFORMS.map((platform) => async () => {
    const executable = await compile(program, platform, release);
    await archive(executable, extras, release);
    if (platform.os === 'linux' && !platform.libc) await linuxPackages(executable, extras, release);
    print(`  ${program.name} ${platformSuffix(platform)}`);
  });
  await runConcurrently(jobs);
}

async function makePrograms(release: Release): Promise<void> {
  await rm(release.folder, {recursive: true, force: true});
  await mkdir(release.folder, {recursive: true});
  for (const program of PROGRAMS) await makeProgram(program, release);
}

async function makeFiles(release: Release): Promise<void> {
  await npmTarballs(release);
  await writeSboms(release);
  await copyInstallScripts(release);
  await writeChecksums(release);
  print('  npm packages, bills of materials, install scripts, checksums');
}

async function makeRepositories(release: Release): Promise<void> {
  await aptRepository(release);
  await yumRepository(release);
  print(
    `  apt and yum repositories, ${release.signer ? 'signed' : 'unsigned: APIGEN_SIGNING_KEY is not set'}`,
  );
  await homebrewFormulas(release);
  await chartRepository(release);
  await layOutPages(release);
  print('  Homebrew formulas, chart repository, pages');
}

/** The steps of a release, in their order: a later one reads the files of the earlier ones. */
const STEPS: Readonly<Record<string, (release: Release) => Promise<void>>> = {
  programs: makePrograms,
  files: makeFiles,
  repositories: makeRepositories,
};

/** `node release/run.mjs make [step...]`: all steps, or only those named, with the files that earlier runs left. */
const signer = await openSigner();
const release: Release = {...(await readRelease()), signer};
const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(STEPS);
print(`release ${release.version} in ${release.folder}`);
try {
  for (const name of names) {
    const step = STEPS[name];
    if (!step) throw new Error(`unknown step "${name}": expected one of ${Object.keys(STEPS).join(', ')}`);
    await step(release);
  }
} finally {
  await signer?.close();
}
