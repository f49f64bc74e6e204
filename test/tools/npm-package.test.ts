import {execFileSync, spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';

const root = path.resolve(import.meta.dirname, '../..');
const {version} = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

let folder = '';
let tarball = '';

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'npm package-'));
  tarball = path.join(folder, `apigen-cli-${version}.tgz`);
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], {
    cwd: root,
    stdio: 'ignore',
  });
  writeFileSync(path.join(folder, 'openapi.yaml'), 'openapi: 3.1.0\npaths: {/pets: {get: {}}}\n');
});
afterAll(() => rmSync(folder, {recursive: true}));

const MESH = ['mesh', '-i', 'openapi.yaml', '--service.name', 'pets'];
const PROFILE = `---
apiVersion: mesh.io/v1alpha2
kind: ServiceProfile
metadata:
  creationTimestamp: null
  name: pets.default.svc.cluster.local
  namespace: default
spec:
  routes:
    - condition:
        method: GET
        pathRegex: /pets
      name: GET /pets
`;

/** Runs a program in a folder that has no package of its own. */
const run = (program: string, ...args: string[]) =>
  spawnSync(program, args, {cwd: folder, encoding: 'utf8', shell: process.platform === 'win32'});

it('runs by npx, which takes the command named like the package without its scope', () => {
  const cache = path.join(folder, 'cache');
  expect(run('npx', '--yes', '--cache', cache, `file:${tarball}`, ...MESH)).toMatchObject({
    status: 0,
    stdout: PROFILE,
  });
});

it('runs when it is installed globally', () => {
  const prefix = path.join(folder, 'global');
  const options = ['--global', '--prefix', prefix, '--no-audit', '--no-fund', '--ignore-scripts'];
  execFileSync('npm', ['install', ...options, tarball], {stdio: 'ignore'});
  // npm puts commands next to the packages on Windows, and into a folder of their own elsewhere.
  const bin = process.platform === 'win32' ? prefix : path.join(prefix, 'bin');
  expect(run(path.join(bin, 'apigen'), ...MESH)).toMatchObject({status: 0, stdout: PROFILE, stderr: ''});
  expect(run(path.join(bin, 'apigen'), 'tracer', '--help')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('tracer install'),
    stderr: '',
  });
});

describe('installed in an empty project', () => {
  let project = '';
  beforeAll(() => {
    project = mkdtempSync(path.join(folder, 'project-'));
    writeFileSync(path.join(project, 'package.json'), '{"private": true, "type": "module"}');
    const options = ['--no-audit', '--no-fund', '--ignore-scripts'];
    execFileSync('npm', ['install', ...options, tarball], {cwd: project, stdio: 'ignore'});
  });

  it.each(['apigen', 'cli'])('has the command %s', (name) => {
    const {status, stdout} = run(path.join(project, 'node_modules', '.bin', name), '--version');
    expect({status, stdout}).toEqual({
      status: 0,
      stdout: expect.stringMatching(`^apigen/${version} `),
    });
  });

  it('is a library', () => {
    const code = `
      import {generate, settingsSchema} from '@apigen/cli';
      import {readDescription} from '@apigen/cli/io';
      import schema from '@apigen/cli/schema.json' with {type: 'json'};
      const description = await readDescription('openapi.yaml');
      const {problems} = generate(description.document, {...description, settings: {'service.name': 'a'}});
      console.log(JSON.stringify({problems, same: JSON.stringify(schema) === JSON.stringify(settingsSchema())}));`;
    writeFileSync(path.join(project, 'library.js'), code);
    const {stdout} = run(process.execPath, '--no-warnings', path.join(project, 'library.js'));
    expect(stdout).toBe('{"problems":[],"same":true}\n');
  });
});
