#!/usr/bin/env node
// Bundles the tests of src/core, together with what they test, into the one file that mocha loads. Stryker runs this in its
// copy of the repository.
import {readdirSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const tests = readdirSync(path.join(root, 'test', 'core'), {recursive: true})
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `./test/core/${name}`);

await build({
  absWorkingDir: root,
  stdin: {
    contents: [...tests, './test/golden-library.test.ts'].map((test) => `import '${test}';`).join('\n'),
    resolveDir: root,
  },
  outfile: 'mutation/tests.cjs',
  bundle: true,
  // mocha can load a CommonJS file again, for a mutant of code that runs while it is loaded.
  format: 'cjs',
  platform: 'node',
  alias: {'@jest/globals': './mutation/jest-globals.mjs'},
  // The golden cases are found next to the test.
  define: {'import.meta.url': 'testUrl'},
  banner: {js: "const testUrl = require('node:url').pathToFileURL(`${__dirname}/../test/tests.cjs`).href;"},
  logLevel: 'error',
});
