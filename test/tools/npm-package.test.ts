import {readdirSync} from 'node:fs';
import path from 'node:path';
import {beforeAll, describe, expect, it} from '@jest/globals';
import {type Project, run, Workshop} from './npm-project.ts';

const root = path.resolve(import.meta.dirname, '../..');

const workshop = new Workshop();
let project: Project;
let tarball = '';

beforeAll(async () => {
  await workshop.open([]);
  const [name = ''] = readdirSync(workshop.folder).filter((file) => file.endsWith('.tgz'));
  tarball = path.join(workshop.folder, name);
  project = workshop.project({
    'openapi.yaml': 'openapi: 3.1.0\npaths: {/pets: {get: {}}}\n',
    'package.json': '{"type": "module"}',
  });
});

const MESH = ['mesh', '-i', 'openapi.yaml', '--service.name', 'pets'];
const PROFILE = expect.stringContaining('name: pets.default.svc.cluster.local\n');

it('runs by npx, which takes the command named like the package without its scope', async () => {
  const cache = path.join(workshop.folder, 'a cache');
  expect(
    await run('npx', ['--yes', '--cache', cache, `file:${tarball}`, ...MESH], project.folder),
  ).toMatchObject({status: 0, stdout: PROFILE});
});

it('has exports that publint and attw accept', async () => {
  const tool = (name: string, ...args: string[]) =>
    run(path.join(root, 'node_modules', '.bin', name), args, root);
  expect(await tool('publint', '--strict', tarball)).toMatchObject({status: 0});
  const attw = [tarball, '--profile', 'esm-only', '--exclude-entrypoints', '@apigen/cli/schema.json'];
  expect(await tool('attw', ...attw)).toMatchObject({status: 0});
});

describe('installed in a project', () => {
  it('is a library', async () => {
    const code = `
      import {generate, settingsSchema} from '@apigen/cli';
      import {readDescription} from '@apigen/cli/io';
      import schema from '@apigen/cli/schema.json' with {type: 'json'};
      const description = await readDescription('openapi.yaml');
      const {problems} = generate(description.document, {...description, settings: {'service.name': 'a'}});
      console.log(JSON.stringify({problems, same: JSON.stringify(schema) === JSON.stringify(settingsSchema())}));`;
    project.write('library.js', code);
    const {stdout} = await run(process.execPath, ['--no-warnings', 'library.js'], project.folder);
    expect(stdout).toBe('{"problems":[],"same":true}\n');
  });

  it.each([
    {module: 'node16', code: "const apigen = import('@apigen/cli'); export = apigen;"},
    {module: 'node20', code: "import apigen = require('@apigen/cli'); export = apigen;"},
  ])('has types for CommonJS with module $module', async ({module, code}) => {
    project.write('library.cts', code);
    const tsc = path.join(root, 'node_modules', '.bin', 'tsc');
    const args = ['--ignoreConfig', '--noEmit', '--strict', '--types', '', '--module', module, 'library.cts'];
    expect(await run(tsc, args, project.folder)).toEqual({status: 0, stdout: '', stderr: ''});
  });
});
