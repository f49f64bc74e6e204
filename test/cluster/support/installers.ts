import {mkdtempSync, symlinkSync} from 'node:fs';
import path from 'node:path';
import {SCRIPT} from '../../plugins/tracer/installers.ts';
import {type Finished, run} from '../../run.ts';
import {cliProgram} from '../../start-cli.ts';
import {clusterAccess} from '../control-plane/cluster-access.ts';
import {environmentOf, type Helm} from './clients.ts';

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
  const {seconds} = given;
  if (installer === 'command') {
    const [command, ...first] = cliProgram();
    const timeout = seconds === undefined ? [] : ['--timeout', `${seconds}s`];
    return {command, args: [...first, 'tracer', 'install', ...options, ...timeout], input: '', env};
  }
  const input = seconds === undefined ? SCRIPT : SCRIPT.replace('TIMEOUT=5m', `TIMEOUT=${seconds}s`);
  return {command: 'sh', args: ['-s', '--', ...options], input, env};
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
