#!/usr/bin/env node
// Makes a release. `make.ts` is bundled first, since Node 20 cannot run TypeScript.
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';

const inRoot = (file) => new URL(`../${file}`, import.meta.url);
const outfile = inRoot('dist/release-scripts/make.mjs');

await build({
  entryPoints: [fileURLToPath(inRoot('release/make.ts'))],
  outfile: fileURLToPath(outfile),
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  logLevel: 'warning',
});
await import(outfile.href);
