#!/usr/bin/env node
// CommonJS, because Node takes longer to start for ES modules.
const {closeSync, openSync} = require('node:fs');
const path = require('node:path');

async function oclifOptions() {
  const manifest = require('../package.json');
  // oclif prints the package's name as that of the program; the command has no scope.
  return {root: path.dirname(__dirname), pjson: {...manifest, name: manifest.oclif.bin}};
}

/** Node also takes a package whose files it cannot open for one that does not exist. */
function isOutOfFiles(error) {
  if (error?.code === 'EMFILE') return true;
  try {
    closeSync(openSync(__filename));
    return false;
  } catch ({code}) {
    return code === 'EMFILE';
  }
}

async function run() {
  try {
    const {main} = require('../dist/src/main.cjs');
    await main(process.argv.slice(2), oclifOptions);
  } catch (error) {
    // Node keeps many modules open at once while it loads them. No other module can be loaded here.
    if (!isOutOfFiles(error)) throw error;
    process.stderr.write('too many open files\n    raise the limit: `ulimit -n 1024`\n');
    process.exit(1);
  }
}

run();
