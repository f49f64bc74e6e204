import {mkdirSync, readdirSync} from 'node:fs';
import path from 'node:path';
import {beforeAll, describe, expect, it} from '@jest/globals';
import {BUN_VERSION} from '../../release/executables/platforms.ts';
import {CACHE, cachedFolder} from '../../release/tools.ts';
import {folderWith, writeIn} from '../temporary-folder.ts';
import {npm, run} from './npm-project.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** What installs packages for others, each with the version that is tried. */
const PACKAGES = [
  'pnpm@12.21.0',
  'yarn@1.22.22',
  '@yarnpkg/cli-dist@4.18.1',
  `@oven/bun-linux-${process.arch === 'x64' ? 'x64-baseline' : 'aarch64'}@${BUN_VERSION}`,
];
const PROGRAMS = 'installers';
const program = (...names: string[]) => path.join(CACHE, PROGRAMS, 'node_modules', ...names);
const pnpm = [program('.bin', 'pnpm')];
const yarn1 = [process.execPath, program('yarn', 'bin', 'yarn.js')];
const yarn4 = [process.execPath, program('@yarnpkg', 'cli-dist', 'bin', 'yarn.js')];

const packed = folderWith();
const store = folderWith();
let tarball = '';

beforeAll(async () => {
  await cachedFolder(PROGRAMS, (folder) => {
    writeIn(folder, 'package.json', '{"private": true}');
    return npm(['install', '--ignore-scripts', ...PACKAGES], folder);
  });
  await npm(['pack', '--ignore-scripts', '--pack-destination', packed], ROOT);
  tarball = path.join(packed, readdirSync(packed)[0] ?? '');
});

const bun = () => {
  const [name = ''] = readdirSync(program('@oven'));
  return [program('@oven', name, 'bin', 'bun')];
};
const installed = (folder: string) => [path.join(folder, 'node_modules', '.bin', 'apigen')];

/** The arguments that install a file, and the command line that runs what it has installed. */
const INSTALLERS = [
  {name: 'npm', with: () => ['npm'], add: ['install'], apigen: installed},
  {name: 'pnpm', with: () => pnpm, add: ['add'], apigen: installed},
  {name: 'yarn 1', with: () => yarn1, add: ['add'], apigen: installed},
  {name: 'yarn 4, node-modules', with: () => yarn4, add: ['add'], linker: 'node-modules', apigen: installed},
  {name: 'yarn 4, PnP', with: () => yarn4, add: ['add'], linker: 'pnp', apigen: () => [...yarn4, 'apigen']},
  {name: 'bun', with: bun, add: ['add'], apigen: installed},
];

describe.each(INSTALLERS)('installed with $name', ({with: installer, add, linker, apigen}) => {
  const folder = folderWith({
    'package.json': '{"private": true}',
    'openapi.yaml': 'openapi: 3.1.0\npaths: {/pets: {get: {}}}\n',
    // Otherwise Yarn 4 looks for a project in the folders above.
    ...(linker && {'yarn.lock': ''}),
  });
  const env = {
    BUN_INSTALL_CACHE_DIR: path.join(store, 'bun'),
    XDG_DATA_HOME: path.join(store, 'data'),
    YARN_CACHE_FOLDER: path.join(store, linker ? 'yarn-4' : 'yarn-1'),
    YARN_ENABLE_TELEMETRY: '0',
    ...(linker && {YARN_NODE_LINKER: linker}),
  };
  const runs = ([command = '', ...first]: readonly string[], ...args: string[]) =>
    run(command, [...first, ...args], folder, env);

  beforeAll(async () => {
    mkdirSync(env.YARN_CACHE_FOLDER, {recursive: true});
    expect(await runs(installer(), ...add, linker ? `@apigen/cli@file:${tarball}` : tarball)).toMatchObject({
      status: 0,
    });
  }, 300_000);

  it.each([
    {args: ['--version'], stdout: /^apigen\/\d/},
    {args: ['mesh', '-i', 'openapi.yaml', '--service.name', 'pets'], stdout: /name: pets\.default\.svc/},
    {args: ['tracer', '--help'], stdout: /\n {2}tracer install /},
  ])('runs apigen $args', async ({args, stdout}) => {
    expect(await runs(apigen(folder), ...args)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(stdout),
    });
  });
});
