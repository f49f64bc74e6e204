#!/usr/bin/env node
// Compiles the sources into an empty dist/, and writes the list of commands that oclif reads when it starts.
import {spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {build} from 'esbuild';
import {externalPackages, HOST_PACKAGE, MAIN, OPTIONS, root} from './bundles.mjs';
import {bundledPackages, thirdPartyNotices} from './third-party-notices.mjs';

const require = createRequire(import.meta.url);

/** Writes the types of a project. */
function writeTypes(project) {
  const tsc = path.join(path.dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
  const args = ['--project', project, '--emitDeclarationOnly'];
  const {status} = spawnSync(process.execPath, [tsc, ...args], {cwd: root, stdio: ['ignore', 2, 2]});
  if (status !== 0) process.exit(status ?? 1);
}

/** The sources of the files in dist/ that package.json names: exports, oclif's commands and hooks. */
function entryPoints(manifest) {
  const named =
    JSON.stringify([manifest.exports, manifest.oclif]).match(/(?<=\.\/dist\/)[^"]+(?=\.js")/g) ?? [];
  return [...new Set(named)].map((name) => `${name}.ts`);
}

/** What Redocly loads. */
const REDOCLY_PLUGIN = 'plugins/redocly/index.ts';

/** The rules, which Node imports in Spectral's process. Not minified, because publint would take it for CommonJS. */
const RULESET = 'rulesets/ruleset.ts';
/** The rulesets, which Spectral parses and bundles at every start, 0.1 s for each 20 kB. */
const PARSED_BY_SPECTRAL = ['rulesets/index.ts', 'rulesets/strict.ts'];

/** Makes the rulesets import the rules by package name: Spectral leaves those to Node. */
const rulesByPackageName = ({name}) => ({
  name: 'import the rules by package name',
  setup: ({onResolve}) =>
    onResolve({filter: /^\.\/ruleset\.ts$/}, () => ({path: `${name}/spectral/ruleset`, external: true})),
});

/** `require` for the CommonJS modules among the bundled dependencies. */
const REQUIRE =
  "import {createRequire as requireFrom} from 'node:module'; const require = requireFrom(import.meta.url);";

/** Several entry points share chunks. */
const SPLIT = {...OPTIONS, splitting: true, banner: {js: REQUIRE}};

/** Writes the licences of the packages in `dist/` of a package, as the Apache, BSD and MIT licences require. */
function writeNotices(folder, inputs) {
  const packages = bundledPackages(inputs, path.join(root, folder));
  writeFileSync(path.join(root, folder, 'dist', 'third-party-notices.txt'), thirdPartyNotices(packages));
}

/**
 * Bundles the modules into a few files, because Node takes a millisecond to load each. Development dependencies that the code imports are
 * bundled; dependencies are not.
 */
async function bundle(manifest) {
  const common = {absWorkingDir: root, outbase: '.', external: externalPackages(manifest)};
  const entries = entryPoints(manifest);
  const alone = [REDOCLY_PLUGIN, RULESET, ...PARSED_BY_SPECTRAL];
  const shared = entries.filter((entry) => !alone.includes(entry));
  const results = await Promise.all([
    build({...OPTIONS, ...common, ...MAIN}),
    build({...SPLIT, ...common, chunkNames: 'chunks/[name]-[hash]', entryPoints: shared}),
    // The plugin runs alone in Redocly's process, where it may add little to the time: one file.
    build({...OPTIONS, ...common, entryPoints: [REDOCLY_PLUGIN], minify: true}),
    build({...OPTIONS, ...common, entryPoints: [RULESET]}),
    build({
      ...OPTIONS,
      ...common,
      entryPoints: PARSED_BY_SPECTRAL,
      plugins: [rulesByPackageName(manifest)],
    }),
  ]);
  const main = path.join(root, 'dist', 'src', 'main.cjs');
  const code = readFileSync(main, 'utf8');
  // bin/run.cjs knows by it whether it has the code in its cache.
  writeFileSync(main, `// ${createHash('sha256').update(code).digest('hex')}\n${code}`);
  writeNotices('', [...results, await writePage()].flatMap(inputsOf));
}

/** The files that esbuild read, relative to the package. */
const inputsOf = ({metafile}) => Object.keys(metafile.inputs);

/**
 * Writes the page of `apigen report` without its data, with the hashes of its script and style in its policy: neither can be changed, and
 * nothing else runs.
 */
async function writePage() {
  const result = await build({
    absWorkingDir: root,
    entryPoints: ['src/commands/report/page/main.tsx', 'src/commands/report/page/page.css'],
    outdir: 'dist',
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: ['chrome111', 'firefox115', 'safari16.4'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    charset: 'ascii',
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    write: false,
  });
  const textOf = (suffix) => result.outputFiles.find(({path: file}) => file.endsWith(suffix)).text.trim();
  const parts = {script: textOf('.js'), style: textOf('.css')};
  const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const policy = [
    "default-src 'none'",
    `script-src ${hash(parts.script)}`,
    `style-src ${hash(parts.style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  const page = readFileSync(path.join(root, 'src', 'commands', 'report', 'page', 'page.html'), 'utf8');
  const filled = page.replace(/\{(policy|style|script)\}/g, (_, name) => ({...parts, policy})[name]);
  writeFileSync(path.join(root, 'dist', 'report.html'), filled);
  return result;
}

/** Bundles the tracer plugin with its dependencies, so that it needs no package but its host's oclif. */
async function bundleTracer(folder) {
  const result = await build({
    ...SPLIT,
    absWorkingDir: path.join(root, folder),
    entryPoints: ['src/index.ts'],
    chunkNames: '[name]-[hash]',
    external: [HOST_PACKAGE],
    minifySyntax: true,
    minifyWhitespace: true,
  });
  writeNotices(folder, inputsOf(result));
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

// Keep what `npm run release` made, because packing for npm builds again.
for (const name of existsSync(path.join(root, 'dist')) ? readdirSync(path.join(root, 'dist')) : []) {
  if (!name.startsWith('release')) clean(path.join('dist', name));
}
writeTypes('tsconfig.build.json');
await bundle(require('../package.json'));

const tracer = path.join('plugins', 'tracer');
clean(path.join(tracer, 'dist'));
writeTypes(path.join(tracer, 'tsconfig.json'));
await bundleTracer(tracer);
// npm adds it to a package only from the package's own folder.
copyFileSync(path.join(root, 'LICENSE'), path.join(root, tracer, 'LICENSE'));
await writeManifest(path.join(root, tracer));
await writeManifest(root);
writeFileSync(path.join(root, 'dist', '.built'), '');
