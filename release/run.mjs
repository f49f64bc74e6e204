#!/usr/bin/env node
// Runs a script of this folder: `node release/run.mjs make [arguments]`. It is bundled first, since Node 20 cannot run TypeScript.
import path from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {build} from 'esbuild';

const folder = path.dirname(fileURLToPath(import.meta.url));
const [script = '', ...args] = process.argv.slice(2);
const outfile = path.join(folder, '..', 'dist', 'release-scripts', `${script}.mjs`);

await build({
  entryPoints: [path.join(folder, `${script}.ts`)],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  logLevel: 'warning',
});
process.argv = [process.execPath, outfile, ...args];
await import(pathToFileURL(outfile).href);
