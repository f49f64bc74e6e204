import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync} from 'node:fs';
import {homedir} from 'node:os';
import path from 'node:path';
import {capture} from '../support/run.ts';
import {PROGRAMS, type Program} from './programs.ts';

/** Folders of built programs: etcd, kube-* and kubectl; kwok and its stages; helm 3 and 4, and the oldest supported one. */
export type ProgramFolders = Awaited<ReturnType<typeof buildPrograms>>;

/** Contains the go.mod and go.sum that pin Kubernetes and etcd. */
const MODULE = import.meta.dirname;

/**
 * Builds the programs that are not in the cache, one after another (each build uses all cores).
 *
 * @throws ProgramFailed when a build fails, or `go` is missing.
 */
export async function buildPrograms() {
  return {
    kubernetes: await built(PROGRAMS.kubernetes),
    kwok: await built(PROGRAMS.kwok),
    helm3: await built(PROGRAMS.helm3),
    helm4: await built(PROGRAMS.helm4),
    helmOldest: await built(PROGRAMS.helmOldest),
  };
}

/**
 * Returns the cache's folder of a program; builds it when it does not exist. The folder gets its final name when it is complete, so an
 * interrupted build is repeated.
 */
export async function built(program: Program): Promise<string> {
  const cache = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'apigen', 'cluster');
  const folder = path.join(cache, `${program.name}-${digest(program)}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, {recursive: true});
  const unfinished = mkdtempSync(path.join(cache, '.unfinished-'));
  try {
    await build(program, unfinished);
    moveInto(unfinished, folder);
  } finally {
    rmSync(unfinished, {recursive: true, force: true});
  }
  return folder;
}

async function build(program: Program, folder: string): Promise<void> {
  process.stderr.write(`building ${program.name} (once; about ${program.minutes} min on two cores)\n`);
  const variables = Object.entries(program.variables).map(([name, value]) => `-X ${name}=${value}`);
  const flags = ['-trimpath', '-ldflags', ['-s', '-w', ...variables].join(' ')];
  const versioned = program.packages.some((name) => name.includes('@'));
  const verb = versioned ? ['install'] : ['build', '-o', folder + path.sep];
  await capture('go', [...verb, ...flags, ...program.packages], {
    cwd: MODULE,
    env: {...process.env, CGO_ENABLED: '0', GOBIN: folder},
  });
  for (const [from, to] of Object.entries(program.rename ?? {})) {
    renameSync(path.join(folder, from), path.join(folder, to));
  }
  await program.finish?.(folder);
}

function moveInto(unfinished: string, folder: string): void {
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another run has built the same in the meantime.
    if (!existsSync(folder)) throw error;
  }
}

/** A digest of how a program is built and of the versions that its module pins. */
function digest(program: Program): string {
  const hash = createHash('sha256').update(JSON.stringify(program));
  for (const file of ['go.mod', 'go.sum']) hash.update(readFileSync(path.join(MODULE, file)));
  return hash.digest('hex').slice(0, 12);
}
