#!/usr/bin/env node
// `npm start`: installs and builds if needed, then runs `apigen mesh` with the user's flags, by default on the petstore example.
import {spawnSync} from 'node:child_process';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
await import('./setup.mjs');

const given = process.argv.slice(2);
const args = given.length > 0 ? given : ['-i', path.join(root, 'examples', 'petstore.yaml')];
// npm runs scripts in the package's folder. The user's relative paths are relative to where npm was called.
const {status} = spawnSync(process.execPath, [path.join(root, 'bin', 'run.cjs'), 'mesh', ...args], {
  cwd: process.env.INIT_CWD ?? process.cwd(),
  stdio: 'inherit',
});
if (status === 0 && given.length === 0)
  process.stderr.write(
    'next: for your own API, `node bin/run.cjs init -i <file>` writes its settings,\n' +
      '      and `npm start -- -i <file>` prints its output\n',
  );
process.exitCode = status ?? 1;
