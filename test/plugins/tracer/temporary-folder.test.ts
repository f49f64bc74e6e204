import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, it} from '@jest/globals';
import {withTemporaryFolder} from '../../../plugins/tracer/src/process/temporary-folder.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'apigen-temporary-'));
const file = path.join(folder, 'file');
writeFileSync(file, '');

it.each([
  {name: '/proc/nowhere', reason: 'no such folder'},
  {name: file, reason: 'not a folder'},
])('reports in words that no folder can be created: $reason', async ({name, reason}) => {
  await expect(withTemporaryFolder('values', async () => undefined, name)).rejects.toThrow(
    `cannot create a temporary folder in ${name}: ${reason}\nset $TMPDIR to a writable folder`,
  );
});
