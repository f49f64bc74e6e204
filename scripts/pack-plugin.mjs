#!/usr/bin/env node
// `node scripts/pack-plugin.mjs <folder>`: packs @apigen/plugin-tracer as it is published, and prints the tarball's name.
// The published package has oclif as a peer dependency. The one in the repository has not: the copy bundled with @apigen/cli uses
// oclif of @apigen/cli. npm treats the peer dependencies of a bundled package as bundled too, and would leave their folders
// empty with `npm install --global`.
import {execFileSync} from 'node:child_process';
import {cpSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const OCLIF = '@oclif/core';
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const {dependencies} = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const [destination = '.'] = process.argv.slice(2);
const copy = mkdtempSync(path.join(tmpdir(), 'plugin-tracer-'));
const npm = (...args) => execFileSync('npm', args, {cwd: copy, stdio: ['ignore', 'inherit', 'inherit']});
try {
  const filter = (file) => path.basename(file) !== 'node_modules';
  cpSync(path.join(root, 'plugins', 'tracer'), copy, {recursive: true, filter});
  npm('pkg', 'set', `peerDependencies[${OCLIF}]=${dependencies[OCLIF]}`);
  npm('pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', path.resolve(destination));
} finally {
  rmSync(copy, {recursive: true});
}
