import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, readdirSync, readFileSync, symlinkSync} from 'node:fs';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {environmentOf, type Helm} from './clients.ts';
import {clusterAccess} from './cluster-access.ts';
import {type Finished, run} from './run.ts';

const root = path.resolve(import.meta.dirname, '..', '..');

/** The two installers: `apigen tracer install`, and the script that is piped to a shell. */
export const INSTALLERS = ['command', 'script'] as const;
export type Installer = (typeof INSTALLERS)[number];

/** With which programs and variables an installer runs. */
export interface Surroundings {
  readonly helm: Helm;
  /** Address of the chart repository that the script takes its chart from. */
  readonly chartRepository: string;
  /** Programs that are not there. */
  readonly without?: readonly ('helm' | 'kubectl')[];
  readonly env?: NodeJS.ProcessEnv;
  /** Seconds to wait for pods; the script has no option for it, so its constants are changed. */
  readonly seconds?: number;
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
    const timeout = given.seconds === undefined ? [] : ['--timeout', `${given.seconds}s`];
    const args = [path.join(root, 'bin', 'run.js'), 'tracer', 'install', ...options, ...timeout];
    return {command: process.execPath, args, input: '', env};
  }
  const script = readFileSync(path.join(root, 'plugins', 'tracer', 'scripts', 'install.sh'), 'utf8');
  return {command: 'sh', args: ['-s', '--', ...options], input: withTimeout(script, given.seconds), env};
}

function withTimeout(script: string, seconds: number | undefined): string {
  if (seconds === undefined) return script;
  return script
    .replace("DEFAULT_TIMEOUT='5m'", `DEFAULT_TIMEOUT='${seconds}s'`)
    .replace('TIMEOUT_SECONDS=300', `TIMEOUT_SECONDS=${seconds}`);
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

/** An installer at work. */
export interface Running {
  /** Waits until its standard output holds a text; also over when it has ended. */
  readonly said: (text: string) => Promise<void>;
  /** Sends a signal to it and to all that it started, as a terminal does. */
  readonly signal: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<Finished>;
}

/** Starts an installer in a process group of its own. */
export function start(installer: Installer, options: readonly string[], given: Surroundings): Running {
  const {command, args, input, env} = invocation(installer, options, given);
  const child = spawn(command, args, {env, detached: true});
  const written = {stdout: '', stderr: ''};
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      written[stream] += text;
    });
  }
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  let over = false;
  const ended = once(child, 'close').then(([status]): Finished => {
    over = true;
    return {status: typeof status === 'number' ? status : null, ...written};
  });
  return {
    said: async (text) => {
      while (!over && !written.stdout.includes(text)) await sleep(20);
    },
    signal: (signal) => {
      if (child.pid !== undefined && !over) process.kill(-child.pid, signal);
    },
    ended,
  };
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
