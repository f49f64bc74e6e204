import path from 'node:path';
import {Errors} from '@oclif/core';
import {execa} from 'execa';
import {SIGNALS} from '../process/interrupt.ts';
import {withPackaged} from '../release/packaged-files.ts';

type Flags = Readonly<Record<string, unknown>>;

/** `dry-run` is `DryRun` in PowerShell. */
const inPascalCase = (name: string) =>
  name.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The shell of this platform, and its arguments for the script in a folder. */
function commandLine(folder: string, flags: Flags): [string, string[]] {
  const given = Object.entries(flags).filter(([, value]) => typeof value === 'string' || value === true);
  const options = given.map(([name, value]) => (value === true ? `--${name}` : `--${name}=${value}`));
  if (process.platform !== 'win32') return ['sh', [path.join(folder, 'install-cli.sh'), ...options]];
  const parameters = given.flatMap(([name, value]) => [
    `-${inPascalCase(name)}`,
    ...(value === true ? [] : [`${value}`]),
  ]);
  const quiet = ['-NoProfile', '-ExecutionPolicy', 'Bypass'];
  return ['powershell.exe', [...quiet, '-File', path.join(folder, 'install-cli.ps1'), ...parameters]];
}

/**
 * Runs the client's install script for this platform on this terminal.
 *
 * @returns the script's exit code; 1 when a signal ended it
 */
export function runClientScript(flags: Flags): Promise<number> {
  return withPackaged('scripts', async (folder) => {
    const [shell, args] = commandLine(folder, flags);
    const child = execa(shell, args, {stdio: 'inherit', reject: false, cleanup: false});
    // This process must outlive the script, which cleans up after a signal and needs its folder until then.
    const pass = (signal: NodeJS.Signals) => void child.kill(signal);
    for (const signal of SIGNALS) process.on(signal, pass);
    const {exitCode, code, originalMessage} = await child;
    for (const signal of SIGNALS) process.off(signal, pass);
    if (code !== undefined)
      throw new Errors.CLIError(`cannot run \`${shell}\`: ${originalMessage}`, {exit: 1});
    return exitCode ?? 1;
  });
}
