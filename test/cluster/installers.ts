import {mkdtempSync, readdirSync, readFileSync, symlinkSync} from 'node:fs';
import path from 'node:path';
import {environmentOf, type HelmMajor} from './clients.ts';
import {clusterAccess} from './cluster-access.ts';
import {type Finished, run} from './run.ts';

const root = path.resolve(import.meta.dirname, '..', '..');

/** The two installers: `apigen tracer install`, and the script that is piped to a shell. */
export const INSTALLERS = ['command', 'script'] as const;
export type Installer = (typeof INSTALLERS)[number];

/** With which programs and variables an installer runs. */
export interface Surroundings {
  readonly helm: HelmMajor;
  /** Address of the chart repository that the script takes its chart from. */
  readonly chartRepository: string;
  /** Programs that are not there. */
  readonly without?: readonly ('helm' | 'kubectl')[];
  readonly env?: NodeJS.ProcessEnv;
}

/** How an installer is started: a program, its arguments, its input and environment. */
export interface Invocation {
  readonly command: string;
  readonly args: readonly string[];
  readonly input: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Returns how an installer is started with these options, the script as `curl … | sh -s -- <options>` does. */
export function invocation(
  installer: Installer,
  options: readonly string[],
  given: Surroundings,
): Invocation {
  const env = {
    ...environmentOf(given.helm),
    PATH: searchPath(given),
    TRACER_CHART_REPO_URL: given.chartRepository,
    ...given.env,
  };
  if (installer === 'command') {
    const args = [path.join(root, 'bin', 'run.js'), 'tracer', 'install', ...options];
    return {command: process.execPath, args, input: '', env};
  }
  const script = path.join(root, 'plugins', 'tracer', 'scripts', 'install.sh');
  return {command: 'sh', args: ['-s', '--', ...options], input: readFileSync(script, 'utf8'), env};
}

/** Runs an installer to its end. */
export function install(
  installer: Installer,
  options: readonly string[],
  given: Surroundings,
): Promise<Finished> {
  const {command, args, input, env} = invocation(installer, options, given);
  return run(command, args, {input, env});
}

/** A search path on which helm and kubectl are the ones of the tests, or are not there at all. */
function searchPath({helm, without = []}: Surroundings): string {
  const access = clusterAccess();
  const folder = mkdtempSync(path.join(access.folder, 'programs-'));
  const ours = {helm: access.helm[helm], kubectl: access.kubectl};
  for (const name of ['helm', 'kubectl'] as const) {
    const program = ours[name];
    if (program !== undefined && !without.includes(name)) symlinkSync(program, path.join(folder, name));
  }
  if (without.length === 0) return [folder, process.env.PATH].join(path.delimiter);
  // The system's folders may hold the program that is to be missing.
  for (const name of new Set(['/usr/bin', '/bin'].flatMap((system) => readdirSync(system)))) {
    if (!/^(helm|kubectl)/.test(name)) symlinkSync(path.join('/usr/bin', name), path.join(folder, name));
  }
  return folder;
}
