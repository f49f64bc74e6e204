import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, openSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';

/** Makes the kernel kill a program when the process that started it ends. */
export const WITH_PARENT = ['--pdeathsig', 'KILL'] as const;

/** Started processes and their folder. */
export interface Guard {
  readonly folder: string;
  /**
   * Starts a program, which writes into `<name>.log` of the folder, and ends with this process.
   *
   * @returns a promise that rejects when the program ends before the guard is closed.
   */
  readonly start: (name: string, command: string, args: readonly string[]) => Promise<never>;
  /** Ends all started processes, waits for them, and removes the folder. */
  readonly close: () => Promise<void>;
}

/** Creates a temporary folder for processes that end with this one. */
export function guard(): Guard {
  const folder = mkdtempSync(path.join(tmpdir(), 'apigen-cluster-'));
  const running = new Set<ChildProcess>();
  return {
    folder,
    start: (name, command, args) => {
      const log = openSync(path.join(folder, `${name}.log`), 'a');
      // Detached, since Ctrl-C reaches the terminal's whole process group.
      const child = spawn('setpriv', [...WITH_PARENT, command, ...args], {
        detached: true,
        cwd: folder,
        stdio: ['ignore', log, log],
      });
      running.add(child);
      const ended = once(child, 'exit').then(([status, signal]) => {
        if (running.delete(child)) throw new Error(`${name} ended unexpectedly with ${signal ?? status}`);
        return new Promise<never>(() => {});
      });
      // Its caller may no longer be waiting.
      ended.catch(() => {});
      return ended;
    },
    close: async () => {
      const children = [...running];
      running.clear();
      const exits = children.map((child) => once(child, 'exit'));
      for (const child of children) child.kill('SIGKILL');
      await Promise.all(exits);
      rmSync(folder, {recursive: true, force: true});
    },
  };
}
