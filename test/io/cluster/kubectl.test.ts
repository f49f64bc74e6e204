import {chmodSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from '@jest/globals';
import {ends, runCli} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';

test('a program that prints no object is not kubectl', async () => {
  const folder = folderWith();
  const program = path.join(folder, 'kubectl');
  writeFileSync(program, `#!/bin/sh\ncat > /dev/null\necho hello\n`);
  chmodSync(program, 0o755);
  const args = ['diff', '-i', path.resolve('examples/petstore.yaml'), '--service.name', 'petstore'];
  const env = {PATH: `${folder}:${process.env.PATH ?? ''}`};
  expect(await runCli([...args, '--cluster'], {cwd: folder, env})).toEqual(
    ends(2, 'error: kubectl printed no JSON object\n    check `kubectl version`\n'),
  );
});
