import {execFileSync} from 'node:child_process';
import path from 'node:path';
import {cliProgram} from './start-cli.ts';

/** What is on the screen, and what a user types then. */
export interface Step {
  readonly wait: string;
  readonly type: string;
}

/** Runs the command line in a pseudo-terminal. */
export function runInTerminal(
  args: readonly string[],
  steps: readonly Step[],
  {
    cwd,
    env,
    columns = 80,
  }: {readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly columns?: number},
): {status: number; screen: string} {
  const input = JSON.stringify({command: [...cliProgram(), ...args], folder: cwd, columns, steps});
  const ofUser = {NO_COLOR: '1', ...env, NODE_OPTIONS: '', NODE_ENV: ''};
  const script = path.join(import.meta.dirname, 'pseudo-terminal.py');
  return JSON.parse(execFileSync('python3', [script], {input, env: ofUser, encoding: 'utf8'}));
}
