#!/usr/bin/env node
// Compiles the sources into dist/, from nothing, and writes the list of commands that oclif reads at start.
import {spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const tsc = path.join(path.dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');

function compile(...args) {
  const {status} = spawnSync(process.execPath, [tsc, ...args], {cwd: root, stdio: ['ignore', 2, 2]});
  if (status !== 0) process.exit(status ?? 1);
}

/** The sources of the files in dist/ that package.json names: exports, oclif's commands and hooks, and the starter's. */
function entryPoints(manifest) {
  const named =
    JSON.stringify([manifest.exports, manifest.oclif]).match(/(?<=\.\/dist\/)[^"]+(?=\.js")/g) ?? [];
  return [...new Set([...named, 'src/main'])].map((name) => `${name}.ts`);
}

/** What Redocly loads, and what the plugin loads later if at all. */
const REDOCLY_PLUGIN = ['plugins/redocly/index.ts', 'plugins/redocly/late-parts.ts'];

/** What runs alone in Spectral's process; without its white space publint takes it for CommonJS. */
const RULESET = 'rulesets/ruleset.ts';
/** What Spectral takes in by parsing and bundling it anew at each start, for a tenth of a second per 20 kB. */
const PARSED_BY_SPECTRAL = ['rulesets/index.ts', 'rulesets/strict.ts'];

/** Spectral leaves a package's module that is named as such to Node. */
const rulesByPackageName = ({name}) => ({
  name: 'rules by the name of the package',
  setup: ({onResolve}) =>
    onResolve({filter: /^\.\/ruleset\.ts$/}, () => ({path: `${name}/spectral/ruleset`, external: true})),
});

/** A plugin takes it from the program that it is plugged into. */
const OF_THE_HOST = '@oclif/core';

/**
 * Joins modules into a few files: Node spends a millisecond on each file at start. Only what runs at every start is taken
 * in from other packages; dependencies stay outside.
 */
async function bundle(manifest) {
  const {build} = await import('esbuild');
  const options = {
    absWorkingDir: root,
    outbase: '.',
    outdir: 'dist',
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: [...Object.keys({...manifest.dependencies, ...manifest.peerDependencies}), OF_THE_HOST],
    legalComments: 'inline',
    logLevel: 'warning',
  };
  const entries = entryPoints(manifest);
  await build({
    ...options,
    entryPoints: entries.filter(
      (entry) => ![...REDOCLY_PLUGIN, ...PARSED_BY_SPECTRAL, RULESET].includes(entry),
    ),
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
  });
  // The plugin runs alone in Redocly's process, where it may add little to the time: one file for all that every run needs.
  if (entries.includes(REDOCLY_PLUGIN[0]))
    await build({...options, entryPoints: REDOCLY_PLUGIN, minify: true});
  await build({...options, entryPoints: [RULESET]});
  await build({...options, entryPoints: PARSED_BY_SPECTRAL, plugins: [rulesByPackageName(manifest)]});
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

const clean = (folder) => rmSync(path.join(root, folder), {recursive: true, force: true});

// What `npm run release` made stays: packing for npm builds again.
for (const name of existsSync(path.join(root, 'dist')) ? readdirSync(path.join(root, 'dist')) : []) {
  if (!name.startsWith('release')) clean(path.join('dist', name));
}
compile('--project', 'tsconfig.build.json', '--emitDeclarationOnly');
await bundle(require('../package.json'));

const tracer = path.join('plugins', 'tracer');
if (existsSync(path.join(root, tracer, 'src', 'index.ts'))) {
  clean(path.join(tracer, 'dist'));
  compile('--project', path.join(tracer, 'tsconfig.json'));
  await writeManifest(path.join(root, tracer));
}
await writeManifest(root);
mkdirSync(path.join(root, 'dist'), {recursive: true});
writeFileSync(path.join(root, 'dist', '.built'), '');
