import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from '@jest/globals';
import {startCli} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';

const lockFile = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../../package-lock.json'), 'utf8'),
);

/** Code that leaves a file when it runs. */
const CODE = "require('node:fs').writeFileSync('loaded', '');";
const MODULE = "import {writeFileSync} from 'node:fs'; writeFileSync('loaded', ''); export default {};";
/** Every package that some code of ours or of a dependency may ask for. */
const PACKAGES = [
  'evil',
  ...new Set(
    Object.keys(lockFile.packages).flatMap(
      (folder) => folder.match(/(?<=node_modules\/)(?:@[^/]+\/)?[^/]+$/) ?? [],
    ),
  ),
];

const FILES: Readonly<Record<string, string>> = {
  'openapi.yaml': 'openapi: 3.1.0\npaths: {/pets: {get: {}}}\n',
  'redocly.yaml':
    'decorators: {apigen/service-profile: {service.name: pets}}\napis: {pets: {root: openapi.yaml}}\n',
  'package.json': JSON.stringify({name: 'evil', oclif: {plugins: ['evil'], hooks: {init: './evil.cjs'}}}),
  'evil.cjs': CODE,
  'redocly.config.js': MODULE,
  '.spectral.js': MODULE,
  '.env': 'NODE_OPTIONS=--require=./evil.cjs\nBUN_OPTIONS=--preload=./evil.cjs\n',
  'bunfig.toml': 'preload = ["./evil.cjs"]\n',
  '.npmrc': 'node-options=--require=./evil.cjs\n',
  ...Object.fromEntries(
    PACKAGES.flatMap((name) => [
      [`node_modules/${name}/package.json`, JSON.stringify({name, version: '9.9.9', main: 'index.js'})],
      [`node_modules/${name}/index.js`, CODE],
    ]),
  ),
};
const checkout = folderWith(FILES);

test.each([
  ['mesh -i openapi.yaml --service.name pets'],
  ['mesh --config redocly.yaml'],
  ['diff --config redocly.yaml'],
  ['lint --config redocly.yaml'],
  ['--help'],
  ['routes -i openapi.yaml'],
  ['report -i openapi.yaml -o page.html'],
  ['init -i openapi.yaml --service.name pets --redocly'],
  ['plugins'],
  ['bogus'],
])('`apigen %s` runs no code of the folder that it runs in', async (line) => {
  await startCli(line.split(' '), {cwd: checkout});
  expect(existsSync(path.join(checkout, 'loaded'))).toBe(false);
});
