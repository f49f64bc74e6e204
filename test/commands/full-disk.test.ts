import {spawnSync} from 'node:child_process';
import {closeSync, existsSync, openSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {ends, startShell} from '../start-cli.ts';
import {folderWith} from '../temporary-folder.ts';

const root = path.resolve(import.meta.dirname, '..', '..');

/** A device on which every write fails as on a full disk. */
const FULL = '/dev/full';

/** Runs the command line with its standard output on a full disk. */
function onFullDisk(args: readonly string[]) {
  const out = openSync(FULL, 'w');
  const {status, stderr} = spawnSync(process.execPath, ['bin/run.cjs', ...args], {
    cwd: root,
    stdio: ['ignore', out, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(out);
  return {status, stderr};
}

const onLinux = existsSync(FULL) ? describe : describe.skip;

onLinux('standard output on a full disk', () => {
  it.each(['help mesh', 'mesh -i examples/petstore.yaml'])('stops apigen %s with a message', (line) => {
    expect(onFullDisk(line.split(' '))).toEqual({
      status: 1,
      stderr: 'error: <stdout>: no space left on the device\n    free some space or choose another disk\n',
    });
  });
});

describe('standard output to a file that is written only in part', () => {
  it.each(['mesh -i examples/petstore.yaml --format json', 'report -i examples/petstore.yaml'])(
    'stops apigen %s with a message',
    async (line) => {
      const file = path.join(folderWith(), 'out');
      // bash counts in blocks of 1,024 bytes.
      const run = await startShell(`ulimit -f 1; apigen ${line} > '${file}'`, {cwd: root});
      expect(run).toEqual(
        ends(1, 'error: <stdout>: cannot be written: EFBIG: file too large\n    choose another path\n'),
      );
    },
  );
});
