#!/usr/bin/env node
// Runs one tier of the tests: `node scripts/test.mjs unit [jest's own arguments]`.
import {spawnSync} from 'node:child_process';
import {createRequire} from 'node:module';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const jest = path.join(path.dirname(createRequire(import.meta.url).resolve('jest/package.json')), 'bin', 'jest.js');
const [tier, ...args] = process.argv.slice(2);
const coverage = tier === 'unit' && args.length === 0 ? ['--coverage'] : [];

const {status} = spawnSync(
  process.execPath,
  ['--experimental-vm-modules', '--no-warnings', jest, '--selectProjects', tier, ...coverage, ...args],
  {cwd: root, stdio: 'inherit'},
);
process.exit(status ?? 1);
