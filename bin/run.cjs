#!/usr/bin/env node
// CommonJS, because Node takes longer to start for ES modules.
const path = require('node:path');

async function oclifOptions() {
  const manifest = require('../package.json');
  // oclif prints the package's name as that of the program; the command has no scope.
  return {root: path.dirname(__dirname), pjson: {...manifest, name: manifest.oclif.bin}};
}

const {main} = require('../dist/src/main.cjs');

main(process.argv.slice(2), oclifOptions);
