import {mkdtempSync, realpathSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, test} from '@jest/globals';
import {startCli} from '../../start-cli.ts';

test('every description that cannot be read is reported', async () => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'apigen-merge-')));
  writeFileSync(path.join(folder, 'pets.yaml'), 'openapi: 3.1.0\npaths: {/pets: {get: {}}}\n');
  writeFileSync(path.join(folder, 'list.yaml'), '- a\n- {b\n');
  const args = ['pets.yaml', 'missing.yaml', 'list.yaml'].flatMap((file) => ['-i', file]);
  expect(await startCli(['mesh', ...args, '--merge', '-o', 'out.yaml'], {cwd: folder})).toEqual({
    status: 1,
    stdout: '',
    stderr:
      'list.yaml:3:1  invalid YAML: missing closing }\n    close it, or indent the lines in it more than its key\nmissing.yaml  no such file\n    check the path; it is relative to the working directory\n',
  });
});
