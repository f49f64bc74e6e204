#!/usr/bin/env node
// Compiles the sources into dist/, from nothing, and writes the list of commands that oclif reads at start.
import {spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const tsc = path.join(path.dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');

function compile(project, folder) {
  rmSync(path.join(root, folder), {recursive: true, force: true});
  const {status} = spawnSync(process.execPath, [tsc, '--project', project], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** What `oclif manifest` writes, without oclif's development package. */
async function writeManifest(folder) {
  const file = path.join(folder, 'oclif.manifest.json');
  rmSync(file, {force: true});
  const {Plugin} = await import(pathToFileURL(require.resolve('@oclif/core')).href);
  const plugin = new Plugin({root: folder, type: 'core', ignoreManifest: true, errorOnManifestCreate: true});
  await plugin.load();
  writeFileSync(file, `${JSON.stringify(plugin.manifest, null, 2)}\n`);
}

compile('tsconfig.build.json', 'dist');
const tracer = path.join(root, 'plugins', 'tracer');
if (existsSync(path.join(tracer, 'src', 'index.ts'))) {
  compile(path.join('plugins', 'tracer', 'tsconfig.json'), path.join('plugins', 'tracer', 'dist'));
  await writeManifest(tracer);
}
await writeManifest(root);
mkdirSync(path.join(root, 'dist'), {recursive: true});
writeFileSync(path.join(root, 'dist', '.built'), '');
