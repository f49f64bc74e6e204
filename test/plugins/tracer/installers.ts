import {spawn} from 'node:child_process';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {type CliOptions, type CliRun, startCli} from '../../start-cli.ts';

const SCRIPT_FILE = path.resolve(import.meta.dirname, '../../../plugins/tracer/scripts/install.sh');

/** The install script's text. */
export const SCRIPT = readFileSync(SCRIPT_FILE, 'utf8');

/** Pipes a script to `sh`, as `curl … | sh -s -- <args>` does. */
export function pipeToShell(
  script: string,
  args: readonly string[],
  {env}: CliOptions = {},
): Promise<CliRun> {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-s', '--', ...args], {env: {...process.env, ...env}});
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.stdin.on('error', () => undefined).end(script);
    child.on('error', reject);
    child.on('close', (status) => resolve({status: status ?? -1, stdout, stderr}));
  });
}

/** The two installers. */
export const INSTALLERS = {
  command: (args: readonly string[], options?: CliOptions) =>
    startCli(['tracer', 'install', ...args], options),
  script: (args: readonly string[], options?: CliOptions) => pipeToShell(SCRIPT, args, options),
};
