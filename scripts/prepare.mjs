#!/usr/bin/env node
// npm runs this after installing. It builds if nothing is built yet, so that the repository can be installed as a package, as
// pre-commit does. Without the development dependencies it does nothing.
import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const has = (...names) => existsSync(path.join(root, ...names));

function run(command, args, env = process.env) {
  // Standard output belongs to npm: `npm pack` prints the file's name there.
  const shell = process.platform === 'win32';
  const {status} = spawnSync(command, args, {cwd: root, stdio: ['ignore', 2, 2], env, shell});
  if (status !== 0) process.exit(status ?? 1);
}

/** Removes the settings of `npm install --global`, with which the inner npm would install globally too. */
function withoutGlobalInstall(env) {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^npm_config_(global|location|prefix|local_prefix)$/i.test(name)),
  );
}

if (!has('dist', '.built')) {
  // `npm install --global git+…` runs this in a clone without node_modules.
  if (!has('node_modules')) {
    run(
      'npm',
      ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
      withoutGlobalInstall(process.env),
    );
  }
  if (has('node_modules', 'typescript') && has('node_modules', 'esbuild')) {
    run(process.execPath, [path.join(root, 'scripts', 'build.mjs')]);
  }
}
