import {mkdtempSync, readFileSync, symlinkSync} from 'node:fs';
import path from 'node:path';
import {type Finished, run} from '../../run.ts';
import {clusterAccess} from '../control-plane/cluster-access.ts';
import {environmentOf, type Helm} from './clients.ts';

const root = path.resolve(import.meta.dirname, '..', '..', '..');

/** The two installers: `apigen tracer install`, and the script piped to a shell. */
export const INSTALLERS = ['command', 'script'] as const;
export type Installer = (typeof INSTALLERS)[number];

/** The programs and variables with which an installer runs. */
export interface Environment {
  readonly helm: Helm;
  /** URL of the script's chart repository. */
  readonly chartRepository: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Seconds to wait for pods; the script has no option for it, so its constant is changed. */
  readonly seconds?: number;
}

/** A program with its arguments, input and environment. */
export interface Invocation {
  readonly command: string;
  readonly args: readonly string[];
  readonly input: string;
  readonly env: NodeJS.ProcessEnv;
}

/** The variables for helm, kubectl and the installers. */
export function environmentFor(given: Environment): NodeJS.ProcessEnv {
  return {
    ...environmentOf(given.helm),
    PATH: searchPath(given),
    TRACER_CHART_REPO_URL: given.chartRepository,
    ...given.env,
  };
}

/** Returns how an installer is started with these options; the script like `curl … | sh -s -- <options>`. */
export function invocation(installer: Installer, options: readonly string[], given: Environment): Invocation {
  const env = environmentFor(given);
  if (installer === 'command') {
    const timeout = given.seconds === undefined ? [] : ['--timeout', `${given.seconds}s`];
    const args = [path.join(root, 'bin', 'run.cjs'), 'tracer', 'install', ...options, ...timeout];
    return {command: process.execPath, args, input: '', env};
  }
  const script = readFileSync(path.join(root, 'plugins', 'tracer', 'scripts', 'install.sh'), 'utf8');
  return {command: 'sh', args: ['-s', '--', ...options], input: withTimeout(script, given.seconds), env};
}

function withTimeout(script: string, seconds: number | undefined): string {
  if (seconds === undefined) return script;
  return script.replace('TIMEOUT=5m', `TIMEOUT=${seconds}s`);
}

/** Runs an installer to its end. */
export function install(
  installer: Installer,
  options: readonly string[],
  given: Environment,
): Promise<Finished> {
  const {command, args, input, env} = invocation(installer, options, given);
  return run(command, args, {input, env});
}

/** A search path with the tests' helm and kubectl. */
function searchPath({helm}: Environment): string {
  const access = clusterAccess();
  const folder = mkdtempSync(path.join(access.folder, 'programs-'));
  symlinkSync(access.helm[helm], path.join(folder, 'helm'));
  symlinkSync(access.kubectl, path.join(folder, 'kubectl'));
  return [folder, process.env.PATH].join(path.delimiter);
}
