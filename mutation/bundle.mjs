#!/usr/bin/env node
// Bundles the tests of src/core, together with what they test, into the one file that mocha loads. Stryker runs this in its
// copy of the repository.
import {readdirSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** The test of a target that is not in `src` imports a copy of the sources, which mutants are not in. */
const tests = readdirSync(path.join(root, 'test', 'core'), {recursive: true})
  .filter((name) => name.endsWith('.test.ts') && !name.includes('virtual-service'))
  .map((name) => `./test/core/${name}`);

/** The golden cases that the library has a part in. `test/golden.test.ts` starts programs, which mutants are not in. */
const GOLDEN = `import {expect, it} from '@jest/globals';
import {goldenCases} from './test/golden-cases.ts';
import {isForLibrary, runWithLibrary} from './test/golden-library.ts';

for (const golden of goldenCases().filter(isForLibrary))
  it(golden.name, async () => expect(await runWithLibrary(golden)).toEqual(golden.want));
`;

await build({
  absWorkingDir: root,
  stdin: {
    contents: [GOLDEN, ...tests.map((test) => `import '${test}';`)].join('\n'),
    resolveDir: root,
  },
  outfile: 'mutation/tests.cjs',
  bundle: true,
  // mocha can load a CommonJS file again, for a mutant of code that runs while it is loaded.
  format: 'cjs',
  platform: 'node',
  alias: {'@jest/globals': './mutation/jest-globals.mjs'},
  // The golden cases are found in the folder of the tests.
  define: {'import.meta.url': 'testUrl', 'import.meta.dirname': 'testFolder'},
  banner: {
    js: "const testFolder = `${__dirname}/../test`; const testUrl = require('node:url').pathToFileURL(`${testFolder}/tests.cjs`).href;",
  },
  logLevel: 'error',
});
