import path from 'node:path';
import {expect, test} from '@jest/globals';
import {ends, startShell} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';

const root = path.resolve(import.meta.dirname, '..', '..', '..');

/** On this device of Linux every write fails as on a full disk. */
const FULL = '/dev/full';

// bash counts in blocks of 1,024 bytes.
test.each([
  {line: 'help mesh', to: FULL},
  {line: 'mesh -i examples/petstore.yaml', to: FULL},
  {line: 'mesh -i examples/petstore.yaml --format json', to: 'a file of 1 KiB'},
  {line: 'report -i examples/petstore.yaml', to: 'a file of 1 KiB'},
])('apigen $line to $to stops with a message', async ({line, to}) => {
  const isFull = to === FULL;
  const script = `${isFull ? '' : 'ulimit -f 1; '}apigen ${line} > '${isFull ? FULL : path.join(folderWith(), 'out')}'`;
  const fault = isFull
    ? 'no space left on the device\n    free some space or choose another disk'
    : 'cannot be written: EFBIG: file too large\n    choose another path';
  expect(await startShell(script, {cwd: root})).toEqual(ends(1, `error: <stdout>: ${fault}\n`));
});
