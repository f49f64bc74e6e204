import {existsSync, readdirSync} from 'node:fs';
import path from 'node:path';
import {beforeAll, expect, it} from '@jest/globals';
import {startCli} from '../start-cli.ts';
import {folderWith, writeIn} from '../temporary-folder.ts';
import {run} from './npm-project.ts';

const PLUGIN = path.resolve(import.meta.dirname, '..', '..', 'plugins', 'tracer');

// A name with a blank.
const folder = path.dirname(writeIn(folderWith(), 'plugin install/README', ''));
const env = {
  XDG_DATA_HOME: path.join(folder, 'data'),
  XDG_CACHE_HOME: path.join(folder, 'cache'),
  XDG_CONFIG_HOME: path.join(folder, 'config'),
  // Without other programs, so that only the command prints.
  PATH: folder,
};
const apigen = (...args: string[]) => startCli(args, {env});

beforeAll(async () => {
  const packed = await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], PLUGIN);
  expect(packed).toMatchObject({status: 0});
  const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  const installed = await startCli(['plugins', 'install', `file:${path.join(folder, tarball)}`], {
    env: {...env, PATH: process.env.PATH},
  });
  expect(installed).toMatchObject({status: 0});
});

it('replaces the plugin of the package, with its own copy of oclif', async () => {
  expect((await apigen('plugins')).stdout).toContain('@apigen/plugin-tracer 0.1.0');
  const modules = path.join(env.XDG_DATA_HOME, 'apigen', 'node_modules');
  expect(existsSync(path.join(modules, '@oclif', 'core', 'package.json'))).toBe(true);
  const {stdout} = await apigen('tracer', '--help');
  expect(stdout).toContain('\n  tracer install ');
  expect(await apigen('tracer', 'install')).toEqual({
    status: 1,
    stdout: '',
    stderr:
      'error: helm not found: install it (https://helm.sh/docs/intro/install/) and make sure that it is on PATH\n',
  });
});
