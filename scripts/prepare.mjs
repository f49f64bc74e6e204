#!/usr/bin/env node
// npm runs this after installing. It builds if nothing is built yet, so that the repository can be installed as a package, as
// pre-commit does. Without the development dependencies it does nothing.
import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const has = (...names) => existsSync(path.join(root, ...names));

/** The environment without the settings of `npm install --global`, with which the inner npm would install globally too. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^npm_config_(global|location|prefix|local_prefix)$/i.test(name),
  ),
);

function run(command, args) {
  // Standard output belongs to npm: `npm pack` prints the file's name there.
  const shell = process.platform === 'win32';
  const {status} = spawnSync(command, args, {cwd: root, stdio: ['ignore', 2, 2], env, shell});
  process.exitCode = status ?? 1;
}

if (!has('dist', '.built')) {
  // `npm install --global git+…` runs this in a clone without node_modules. `npm ci` then runs it again.
  if (!has('node_modules')) run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  else if (has('node_modules', 'esbuild')) run(process.execPath, [path.join('scripts', 'build.mjs')]);
}
