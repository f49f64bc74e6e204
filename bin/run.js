#!/usr/bin/env node
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {main} from '../dist/src/main.js';

await main(process.argv.slice(2), async () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  // oclif prints the package's name as that of the program; the command has no scope.
  return {root, pjson: {...manifest, name: manifest.oclif.bin}};
});
