#!/usr/bin/env node
// npm runs this after installing. It builds if nothing is built yet, so that the repository can be installed as a package, as
// pre-commit does. Without the development dependencies it does nothing.
import {spawnSync} from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const has = (...names) => existsSync(path.join(root, ...names));

function run(command, args, cwd = root, env = process.env) {
  // Standard output belongs to npm: `npm pack` prints the file's name there.
  const shell = process.platform === 'win32';
  const {status} = spawnSync(command, args, {cwd, stdio: ['ignore', 2, 2], env, shell});
  if (status !== 0) process.exit(status ?? 1);
}

/** Removes the settings of `npm install --global`, with which the inner npm would install globally too. */
function withoutGlobalInstall(env) {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^npm_config_(global|location|prefix|local_prefix)$/i.test(name)),
  );
}

/** What the build imports. The other development dependencies are for tests and releases, and more than twice as large. */
const FOR_BUILD = [
  '@inquirer/checkbox',
  '@inquirer/confirm',
  '@inquirer/input',
  '@inquirer/select',
  '@oclif/plugin-plugins',
  'cli-progress',
  'esbuild',
  'execa',
  'fast-string-truncated-width',
  'fastest-levenshtein',
  'js-yaml',
  'json-p3',
  'preact',
  'rolldown',
  'semver',
  'tinyglobby',
  'yaml',
];

/** The workspace that the package bundles. */
const TRACER = '@apigen/plugin-tracer';

/** Installs what the build needs, in the versions of the lock file. */
function installForBuild() {
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const {[TRACER]: _, ...dependencies} = manifest.dependencies;
  for (const name of FOR_BUILD) dependencies[name] = manifest.devDependencies[name];
  const folder = mkdtempSync(path.join(root, 'build-'));
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({dependencies, overrides: manifest.overrides}),
  );
  copyFileSync(path.join(root, 'package-lock.json'), path.join(folder, 'package-lock.json'));
  run(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    folder,
    withoutGlobalInstall(process.env),
  );
  renameSync(path.join(folder, 'node_modules'), path.join(root, 'node_modules'));
  rmSync(folder, {recursive: true});
  mkdirSync(path.join(root, 'node_modules', path.dirname(TRACER)));
  symlinkSync(path.join(root, 'plugins', 'tracer'), path.join(root, 'node_modules', TRACER), 'junction');
}

if (!has('dist', '.built')) {
  // `npm install --global git+…`, as pre-commit calls it, runs this in a clone without node_modules.
  if (!has('node_modules')) installForBuild();
  if (has('node_modules', 'esbuild')) {
    // Nothing imports the types of a package that is installed globally.
    const types = has('node_modules', 'typescript') ? [] : ['--without-types'];
    run(process.execPath, [path.join(root, 'scripts', 'build.mjs'), ...types]);
  }
}
