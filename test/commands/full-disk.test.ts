import {spawnSync} from 'node:child_process';
import {closeSync, existsSync, openSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from '@jest/globals';

const root = path.resolve(import.meta.dirname, '..', '..');

/** A device on which every write fails as on a full disk. */
const FULL = '/dev/full';

const onLinux = existsSync(FULL) ? describe : describe.skip;

onLinux('standard output on a full disk', () => {
  it.each([
    '--version',
    '--help',
    'version',
    'help mesh',
    'schema',
    'ruleset',
    'licenses',
    'mesh -i examples/petstore.yaml',
  ])('stops apigen %s with a message', (line) => {
    const out = openSync(FULL, 'w');
    const {status, stderr} = spawnSync(process.execPath, ['bin/run.js', ...line.split(' ')], {
      cwd: root,
      stdio: ['ignore', out, 'pipe'],
      encoding: 'utf8',
    });
    closeSync(out);
    expect({status, stderr}).toEqual({
      status: 1,
      stderr: '<stdout>: no space left on the device\n    free some space or choose another disk\n',
    });
  });
});
