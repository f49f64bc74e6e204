import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {type CliOptions, runCli, runProgram, startCli} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';

const SCRIPT_FILE = path.resolve(import.meta.dirname, '../../../plugins/tracer/scripts/install.sh');

/** The install script's text. */
export const SCRIPT = readFileSync(SCRIPT_FILE, 'utf8');

/** Pipes a script to `sh`, as `curl … | sh -s -- <args>` does. */
export const pipeToShell = (script: string, args: readonly string[], {env}: CliOptions = {}) =>
  runProgram('/bin/sh', ['-s', '--', ...args], {input: script, ...(env && {env})});

/** The two installers. */
export const INSTALLERS = {
  command: (args: readonly string[], options?: CliOptions) =>
    startCli(['tracer', 'install', ...args], options),
  script: (args: readonly string[], options?: CliOptions) => pipeToShell(SCRIPT, args, options),
};

/** The same, where nothing depends on how the command is started. */
export const QUICK_INSTALLERS = {
  ...INSTALLERS,
  command: (args: readonly string[], options?: CliOptions) => runCli(['tracer', 'install', ...args], options),
};

/** A new folder for the search path, with a shell script for each of these programs. */
export function stubs(programs: Readonly<Record<string, string>>): string {
  const folder = folderWith();
  for (const [name, says] of Object.entries(programs))
    writeFileSync(path.join(folder, name), `#!/bin/sh\n${says}\n`, {mode: 0o755});
  return folder;
}
