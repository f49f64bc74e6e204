#!/usr/bin/env node
import {closeSync, openSync, readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

async function oclifOptions() {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  // oclif prints the package's name as that of the program; the command has no scope.
  return {root, pjson: {...manifest, name: manifest.oclif.bin}};
}

/** Node also takes a package whose files it cannot open for one that does not exist. */
function isOutOfFiles(error) {
  if (error?.code === 'EMFILE') return true;
  try {
    closeSync(openSync(new URL(import.meta.url)));
    return false;
  } catch ({code}) {
    return code === 'EMFILE';
  }
}

try {
  const {main} = await import('../dist/src/main.js');
  await main(process.argv.slice(2), oclifOptions);
} catch (error) {
  // Node keeps many modules open at once while it loads them. No other module can be imported here.
  if (!isOutOfFiles(error)) throw error;
  process.stderr.write('too many open files\n    raise the limit: `ulimit -n 1024`\n');
  process.exit(1);
}
