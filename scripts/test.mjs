#!/usr/bin/env node
// Runs one tier of the tests: `node scripts/test.mjs unit [jest's own arguments]`.
import {spawn} from 'node:child_process';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const jest = path.join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const [tier, ...args] = process.argv.slice(2);
// .ci/run adds up the results of all tiers, and of the versions of Node.
const results = process.env.APIGEN_TEST_RESULTS;
const json = results
  ? ['--json', `--outputFile=${path.join(results, `${tier}-${process.version}.json`)}`]
  : [];

const child = spawn(
  process.execPath,
  ['--experimental-vm-modules', '--no-warnings', jest, ...json, ...args, '--selectProjects', tier],
  {cwd: root, stdio: 'inherit'},
);
// Ending this script ends the tests, which would go on otherwise.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (status) => process.exit(status ?? 1));
