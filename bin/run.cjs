#!/usr/bin/env node
// CommonJS, because Node takes longer to start for ES modules.
const {existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync} = require('node:fs');
const {Module, createRequire} = require('node:module');
const {homedir} = require('node:os');
const path = require('node:path');
const {Script} = require('node:vm');

/** What `apigen` runs. */
const MAIN = path.join(__dirname, '..', 'dist', 'src', 'main.cjs');

/**
 * Loads a file with the code that V8 made of it in an earlier run, which saves `mesh` a fifth of its time. Node's own cache
 * (`enableCompileCache`) has only what is compiled while a file is loaded, and saves a third as much. There is no `import()` in the file.
 */
function load(file) {
  // It is ASCII: with one other character, V8 keeps two bytes for each.
  const source = readFileSync(file, 'latin1');
  // The first line is a hash of the others: V8 compares only their length.
  const key = source.slice(0, source.indexOf('\n'));
  const cache = cacheFile();
  const cachedData = readCache(cache, key);
  const script = new Script(Module.wrap(source), {filename: file, cachedData});
  const module = {exports: {}};
  script.runInThisContext()(module.exports, createRequire(file), module, file, path.dirname(file));
  if (cachedData === undefined || script.cachedDataRejected)
    process.once('exit', (status) => status === 0 && writeCache(cache, key, script));
  return module.exports;
}

/** Undefined for a user without a home; never relative, since the code of a working directory is somebody else's. */
function cacheFile() {
  try {
    const {XDG_CACHE_HOME = ''} = process.env;
    const folder = path.isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : path.join(homedir(), '.cache');
    return path.isAbsolute(folder)
      ? path.join(folder, 'apigen', `code-${process.version}-${process.arch}`)
      : undefined;
  } catch {
    return undefined;
  }
}

function readCache(cache, key) {
  try {
    const content = readFileSync(cache);
    return content.subarray(0, key.length).toString() === key ? content.subarray(key.length) : undefined;
  } catch {
    return undefined;
  }
}

function writeCache(cache, key, script) {
  const temporary = `${cache}-${process.pid}`;
  try {
    // Not the home itself, and not with `recursive`, which never returns in `/proc`.
    const folder = path.dirname(cache);
    for (const one of [path.dirname(folder), folder]) if (!existsSync(one)) mkdirSync(one);
    writeFileSync(temporary, Buffer.concat([Buffer.from(key), script.createCachedData()]));
    renameSync(temporary, cache);
  } catch {
    if (existsSync(temporary)) rmSync(temporary);
  }
}

const args = process.argv.slice(2);
const isKept = /^(mesh|apply)$/.test(args[0]) && !args.includes('--help') && !args.includes('-h');
const table = args[0] === 'complete' ? require('./command-table.cjs').commandTable() : undefined;
const {main} = isKept || table ? load(MAIN) : require(MAIN);

main(args, () => require('./oclif-config.cjs').loadConfig(), table);
