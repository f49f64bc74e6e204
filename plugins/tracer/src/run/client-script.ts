import {spawn} from 'node:child_process';
import path from 'node:path';
import {withPackaged} from '../release/packaged-files.ts';

type Flags = Readonly<Record<string, unknown>>;

/** `deb-repo-url` is `DebRepoUrl` in PowerShell. */
const inPascalCase = (name: string) =>
  name.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

function shellArguments(folder: string, flags: Flags): string[] {
  const options = Object.entries(flags).flatMap(([name, value]) => {
    if (typeof value === 'string') return [`--${name}=${value}`];
    return value === true ? [`--${name}`] : [];
  });
  return [path.join(folder, 'install-cli.sh'), ...options];
}

function powerShellArguments(folder: string, flags: Flags): string[] {
  const options = Object.entries(flags).flatMap(([name, value]) => {
    if (typeof value === 'string') return [`-${inPascalCase(name)}`, value];
    return value === true ? [`-${inPascalCase(name)}`] : [];
  });
  const quiet = ['-NoProfile', '-ExecutionPolicy', 'Bypass'];
  return [...quiet, '-File', path.join(folder, 'install-cli.ps1'), ...options];
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs the client's install script for this platform on this terminal.
 *
 * @returns the script's exit code; 1 when a signal ended it
 */
export function runClientScript(flags: Flags): Promise<number> {
  const windows = process.platform === 'win32';
  return withPackaged('scripts', (folder) => {
    const args = windows ? powerShellArguments(folder, flags) : shellArguments(folder, flags);
    return new Promise((resolve, reject) => {
      const shell = windows ? 'powershell.exe' : 'sh';
      const child = spawn(shell, args, {stdio: 'inherit'});
      // This process must outlive the script, which cleans up after a signal and needs its folder until then.
      const pass = (signal: NodeJS.Signals) => void child.kill(signal);
      for (const signal of SIGNALS) process.on(signal, pass);
      child.on('error', (cause) => reject(new Error(`cannot run \`${shell}\`: ${cause.message}`, {cause})));
      child.on('close', (status) => {
        for (const signal of SIGNALS) process.off(signal, pass);
        resolve(status ?? 1);
      });
    });
  });
}
