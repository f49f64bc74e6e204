#!/usr/bin/env node
// npm runs this after installing: it builds where nothing is built yet, so that the repository itself can be installed as
// a package, as pre-commit does. Without the development packages it leaves all as it is.
import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

function has(name) {
  try {
    return createRequire(import.meta.url).resolve(`${name}/package.json`) !== '';
  } catch {
    return false;
  }
}

if (!existsSync(path.join(root, 'dist', '.built')) && has('typescript') && has('esbuild')) {
  const {status} = spawnSync(process.execPath, [path.join(root, 'scripts', 'build.mjs')], {
    stdio: ['ignore', 2, 2],
  });
  process.exitCode = status ?? 1;
}
