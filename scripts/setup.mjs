#!/usr/bin/env node
// Installs the dependencies and builds, each only if it is missing or older than its sources.
import {spawnSync} from 'node:child_process';
import {existsSync, readdirSync, statSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const inRoot = (...names) => path.join(root, ...names);
const modified = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0);

const SOURCES = ['src', 'bin', 'plugins', 'rulesets', 'scripts', 'package.json', 'tsconfig.json'];
const NOT_SOURCES = new Set(['node_modules', 'dist']);

/** The latest change below a file or folder. A folder's own time shows that a file was removed. */
function newest(file) {
  if (!existsSync(file)) return 0;
  const stat = statSync(file);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(file)
    .filter((name) => !NOT_SOURCES.has(name))
    .reduce((time, name) => Math.max(time, newest(path.join(file, name))), stat.mtimeMs);
}

function run(doing, command, args) {
  process.stderr.write(`apigen: ${doing} ...\n`);
  // Standard output belongs to the command that follows.
  const {status, error} = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (error || status !== 0) {
    process.stderr.write(`\`${command} ${args.join(' ')}\` failed${error ? `: ${error.message}` : ''}\n`);
    process.exit(status || 1);
  }
}

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`unsupported Node ${process.versions.node}: apigen needs Node 20.19 or newer\n`);
  process.exit(1);
}

if (modified(inRoot('node_modules', '.package-lock.json')) < modified(inRoot('package-lock.json'))) {
  run('installing dependencies, which takes a minute or two', 'npm', [
    'ci',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
}
if (modified(inRoot('dist', '.built')) < Math.max(...SOURCES.map((name) => newest(inRoot(name))))) {
  run('building', process.execPath, [inRoot('scripts', 'build.mjs')]);
}
