import {chmodSync, mkdtempSync, realpathSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, test} from '@jest/globals';
import {startCli} from '../../start-cli.ts';

test.each([
  {name: 'text', printed: 'hello'},
  {name: 'a list', printed: '[]'},
  {name: 'null', printed: 'null'},
])('a program that prints $name instead of an object is not kubectl', async ({printed}) => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'apigen-kubectl-')));
  const program = path.join(folder, 'kubectl');
  writeFileSync(program, `#!/bin/sh\ncat > /dev/null\necho '${printed}'\n`);
  chmodSync(program, 0o755);
  const args = ['mesh', '-i', path.resolve('examples/petstore.yaml'), '--service.name', 'petstore'];
  const env = {PATH: `${folder}:${process.env.PATH ?? ''}`};
  expect(await startCli([...args, '--check-cluster'], {cwd: folder, env})).toEqual({
    status: 1,
    stdout: '',
    stderr: 'kubectl printed no JSON object\n    check `kubectl version`\n',
  });
});
