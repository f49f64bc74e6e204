import {mkdir, rm} from 'node:fs/promises';
import {archive} from './archives.ts';
import {thisPlatform} from './bun-runtimes.ts';
import {chartRepository} from './chart-repository.ts';
import {writeChecksums} from './checksums.ts';
import {compile} from './executables.ts';
import {makeExtras} from './extras.ts';
import {homebrewFormulas} from './homebrew.ts';
import {installScripts} from './install-scripts.ts';
import {linuxPackages} from './linux-packages.ts';
import {npmTarballs} from './npm-tarballs.ts';
import {aptRepository, yumRepository} from './package-repositories.ts';
import {layOutPages} from './pages.ts';
import {PLATFORMS, platformSuffix} from './platforms.ts';
import {PROGRAMS, type Program, type Release, release} from './product.ts';
import {inTurns} from './program.ts';
import {writeSbom} from './sbom.ts';
import {openSigner} from './signing.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Everything of one program: executables, archives and packages for all platforms, this machine's first since it says what goes beside it. */
async function makeProgram(program: Program, made: Release): Promise<void> {
  const own = await compile(program, thisPlatform(), made);
  const extras = await makeExtras(program, own.file, made);
  const jobs = PLATFORMS.map((platform) => async () => {
    const executable = platform === own.platform ? own : await compile(program, platform, made);
    await archive(executable, extras, made);
    if (platform.os === 'linux' && !platform.libc) await linuxPackages(executable, extras, made);
    say(`  ${program.name} ${platformSuffix(platform)}`);
  });
  await inTurns(jobs);
}

async function repositories(made: Release): Promise<void> {
  const signer = await openSigner();
  try {
    await aptRepository(made, signer);
    await yumRepository(made, signer);
  } finally {
    await signer?.close();
  }
  say(
    signer
      ? '  apt and yum repositories, signed'
      : '  apt and yum repositories, unsigned: APIGEN_SIGNING_KEY is not set',
  );
  await homebrewFormulas(made);
  await chartRepository(made);
  await layOutPages(made);
  say('  Homebrew formulas, chart repository, pages');
}

/** The parts of a release, in the order in which they need each other. */
const STEPS: Readonly<Record<string, (made: Release) => Promise<void>>> = {
  programs: async (made) => {
    await rm(made.folder, {recursive: true, force: true});
    await mkdir(made.folder, {recursive: true});
    for (const program of PROGRAMS) await makeProgram(program, made);
  },
  files: async (made) => {
    await npmTarballs(made);
    await writeSbom(made);
    await installScripts(made);
    await writeChecksums(made);
    say('  npm packages, bill of materials, install scripts, checksums');
  },
  repositories,
};

/** `node release/run.mjs make [step...]`: all steps, or those named, on what the others left. */
const made = await release();
const steps = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(STEPS);
say(`release ${made.version} in ${made.folder}`);
for (const step of steps) {
  const run = STEPS[step];
  if (!run) throw new Error(`there is no step ${step}; there are ${Object.keys(STEPS).join(', ')}`);
  await run(made);
}
