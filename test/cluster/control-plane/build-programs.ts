import {createHash} from 'node:crypto';
import {readFileSync, renameSync} from 'node:fs';
import path from 'node:path';
import {cachedFolder} from '../../../release/tools.ts';
import {capture} from '../../run.ts';
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

/** Returns the cache's folder of a program; builds it when it does not exist. */
export function built(program: Program): Promise<string> {
  const name = path.join('cluster', `${program.name}-${digest(program)}`);
  return cachedFolder(name, (folder) => build(program, folder));
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

/** A digest of how a program is built and of the versions that its module pins. */
function digest(program: Program): string {
  const hash = createHash('sha256').update(JSON.stringify(program));
  for (const file of ['go.mod', 'go.sum']) hash.update(readFileSync(path.join(MODULE, file)));
  return hash.digest('hex').slice(0, 12);
}
