import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, openSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';

/**
 * A shell that outlives this process for a moment. It reads process ids until its input is closed, by us or because we were killed. Then
 * it kills those processes and removes the folder.
 */
const SHELL = `
trap '' INT HUP TERM
pids=
while read -r pid; do pids="$pids $pid"; done
alive() { for pid in $pids; do kill -0 "$pid" 2>/dev/null && return 0; done; return 1; }
for pid in $pids; do kill -9 "$pid" 2>/dev/null; done
tries=100
while [ "$tries" -gt 0 ] && alive; do sleep 0.05; tries=$((tries - 1)); done
rm -rf "$1"
`;

/** Started processes and their folder, which end with this process. */
export interface Guard {
  readonly folder: string;
  /**
   * Starts a program, which writes into `<name>.log` of the folder.
   *
   * @returns a promise that rejects when the program ends before the guard is closed.
   */
  readonly start: (name: string, command: string, args: readonly string[]) => Promise<never>;
  /** Ends all started processes, waits for them, and removes the folder. */
  readonly close: () => Promise<void>;
}

/** Creates a temporary folder whose processes end with this one. */
export function guard(): Guard {
  const folder = mkdtempSync(path.join(tmpdir(), 'apigen-cluster-'));
  const shell = spawn('sh', ['-c', SHELL, 'guard', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  let closing = false;
  return {
    folder,
    start: (name, command, args) => {
      const log = openSync(path.join(folder, `${name}.log`), 'a');
      // Detached, since Ctrl-C reaches the terminal's whole process group: only the guard ends it.
      const child = spawn(command, args, {detached: true, cwd: folder, stdio: ['ignore', log, log]});
      if (child.pid !== undefined) shell.stdin.write(`${child.pid}\n`);
      return unexpectedEnd(name, child, () => closing);
    },
    close: async () => {
      closing = true;
      shell.stdin.end();
      await once(shell, 'exit');
    },
  };
}

function unexpectedEnd(name: string, child: ChildProcess, expected: () => boolean): Promise<never> {
  const ended = new Promise<never>((_, reject) => {
    child.on('error', (cause) => reject(new Error(`${name} cannot be started`, {cause})));
    child.on('exit', (status, signal) => {
      if (!expected()) reject(new Error(`${name} ended unexpectedly with ${signal ?? status}`));
    });
  });
  // Its caller may no longer be waiting.
  ended.catch(() => {});
  return ended;
}
