#!/usr/bin/env node
// `node scripts/pack-plugin.mjs <folder>`: packs @apigen/plugin-tracer as it is published, and prints the tarball's name.
// The published package has oclif as a peer dependency. The one in the repository has not: the copy bundled with @apigen/cli uses
// oclif of @apigen/cli. npm treats the peer dependencies of a bundled package as bundled too, and would leave their folders
// empty with `npm install --global`.
import {spawnSync} from 'node:child_process';
import {cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const OCLIF = '@oclif/core';
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const plugin = path.join(root, 'plugins', 'tracer');

const readManifest = (folder) => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
const [destination = '.'] = process.argv.slice(2);
const copy = mkdtempSync(path.join(tmpdir(), 'plugin-tracer-'));
try {
  cpSync(plugin, copy, {
    recursive: true,
    preserveTimestamps: true,
    filter: (file) => path.basename(file) !== 'node_modules',
  });
  const manifest = {
    ...readManifest(plugin),
    peerDependencies: {[OCLIF]: readManifest(root).dependencies[OCLIF]},
  };
  writeFileSync(path.join(copy, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  const {status} = spawnSync(
    'npm',
    ['pack', '--ignore-scripts', '--loglevel=error', '--pack-destination', path.resolve(destination)],
    {cwd: copy, stdio: ['ignore', 'inherit', 'inherit'], shell: process.platform === 'win32'},
  );
  process.exitCode = status ?? 1;
} finally {
  rmSync(copy, {recursive: true});
}
