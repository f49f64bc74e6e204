import {cp, mkdir, rm} from 'node:fs/promises';
import path from 'node:path';
import {compile, makeExtras} from './executables/compile.ts';
import {PLATFORMS, platformSuffix} from './executables/platforms.ts';
import {archive} from './packages/archives.ts';
import {linuxPackages} from './packages/linux-packages.ts';
import {writeSboms} from './packages/sbom.ts';
import {PROGRAMS, type Program, type Release, ROOT, readRelease} from './product.ts';
import {
  aptRepository,
  chartRepository,
  homebrewFormulas,
  layOutPages,
  yumRepository,
} from './repositories.ts';
import {openSigner, writeChecksums} from './signing.ts';
import {output} from './tools.ts';

const print = (text: string) => process.stdout.write(`${text}\n`);

/** Makes executables, archives and packages of one program for all platforms, two at a time. */
async function makeProgram(program: Program, release: Release): Promise<void> {
  const extras = await makeExtras(program, release);
  const queue = [...PLATFORMS];
  const worker = async () => {
    for (let platform = queue.shift(); platform; platform = queue.shift()) {
      const executable = await compile(program, platform, release);
      await archive(executable, extras, release);
      if (platform.os === 'linux' && !platform.libc) await linuxPackages(executable, extras, release);
      print(`  ${program.name} ${platformSuffix(platform)}`);
    }
  };
  await Promise.all([worker(), worker()]);
}

/** Packs `@apigen/cli` and `@apigen/plugin-tracer` as they are published. npm sets the same fixed time for every file in a tarball. */
async function npmTarballs({folder}: Release): Promise<void> {
  for (const name of ['.', 'plugins/tracer'])
    await output('npm', ['pack', '--silent', '--pack-destination', folder], {cwd: path.join(ROOT, name)});
}

/** Makes everything. A later step reads the files of the earlier ones. */
async function makeRelease(release: Release): Promise<void> {
  print(`release ${release.version} in ${release.folder}`);
  await rm(release.folder, {recursive: true, force: true});
  await mkdir(release.folder, {recursive: true});
  for (const program of PROGRAMS) await makeProgram(program, release);
  await npmTarballs(release);
  await writeSboms(release);
  await cp(path.join(ROOT, 'plugins', 'tracer', 'scripts'), release.folder, {recursive: true});
  await writeChecksums(release);
  print('  npm packages, bills of materials, install scripts, checksums');
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

const signer = await openSigner();
try {
  await makeRelease({...(await readRelease()), signer});
} finally {
  await signer?.close();
}
