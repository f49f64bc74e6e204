import {existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync} from 'node:fs';
import path from 'node:path';
import {beforeEach, describe, expect, test} from '@jest/globals';
import {ends, runCli} from '../../start-cli.ts';
import {folderWith, writeIn} from '../../temporary-folder.ts';

const describeApi = (service: string) =>
  `openapi: 3.1.0\nx-apigen: {service: {name: ${service}}, mesh: linkerd}\npaths: {/a: {get: {}}}\n`;
const HTTP_ROUTE = 'apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\n';

let folder = '';
const inFolder = (name: string) => path.join(folder, name);
const write = (name: string, text: string) => writeIn(folder, name, text);
const mesh = (...args: string[]) => runCli(['mesh', ...args], {cwd: folder});
const all = (...args: string[]) => mesh('services/*/openapi.yaml', ...args);
const listed = (name = 'out/.apigen-files') => JSON.parse(readFileSync(inFolder(name), 'utf8'));

const NOTHING = '2 descriptions: 2 unchanged\n';
const left = (...names: readonly string[]) => leftAs('note: ', '', names);
const outOfDate = (...names: readonly string[]) => leftAs('error: ', 'out of date: ', names);
const leftAs = (severity: string, state: string, names: readonly string[]) =>
  names
    .map(
      (name) =>
        `${severity}${name}: ${state}no description gives it any more\n    delete it, or run \`apigen mesh\` with \`--prune-files\`\n`,
    )
    .join('');

beforeEach(async () => {
  folder = folderWith({
    'services/orders/openapi.yaml': describeApi('orders'),
    'services/carts/openapi.yaml': describeApi('carts'),
  });
  await all('-o', 'out/');
});

/** Makes `out/carts.yaml` a file that is left over. */
async function rename(): Promise<void> {
  write('services/carts/openapi.yaml', describeApi('cart'));
  await all('-o', 'out/');
}

test('what was written is listed, in a file that is the same after every run', async () => {
  const list =
    '{\n  "carts.yaml": "../services/carts/openapi.yaml",\n  "orders.yaml": "../services/orders/openapi.yaml"\n}\n';
  expect(readFileSync(inFolder('out/.apigen-files'), 'utf8')).toBe(list);
  expect(await all('-o', 'out', '--prune-files')).toEqual(ends(0, NOTHING));
  expect(readFileSync(inFolder('out/.apigen-files'), 'utf8')).toBe(list);
});

describe('the file of a Service with another name now', () => {
  beforeEach(rename);

  test('is a note, out of date at --check, and removed with --prune-files', async () => {
    expect(await all('-o', 'out/')).toEqual(
      ends(0, `${left('out/carts.yaml')}1 note in 2 descriptions\n${NOTHING}`),
    );
    expect(await all('--check', 'out/')).toEqual(
      ends(1, `${outOfDate('out/carts.yaml')}1 error in 2 descriptions\n${NOTHING}`),
    );
    const diff = await runCli(['diff', 'services/*/openapi.yaml', '-o', 'out/'], {cwd: folder});
    expect(diff).toEqual(
      ends(
        0,
        `${left('out/carts.yaml')}1 note in 2 descriptions\nno differences between out/ and 2 descriptions\n`,
      ),
    );
    const {problems} = JSON.parse((await all('--check', 'out/', '--json')).stdout);
    expect(problems).toEqual([
      {
        severity: 'error',
        code: 'output',
        message: 'out/carts.yaml: out of date: no description gives it any more',
        hint: 'delete it, or run `apigen mesh` with `--prune-files`',
      },
    ]);
    const removed = `apigen: removed out/carts.yaml\n${NOTHING}`;
    expect(await all('-o', 'out/', '--prune-files')).toEqual(ends(0, removed));
    expect(readdirSync(inFolder('out'))).toEqual(['.apigen-files', 'cart.yaml', 'orders.yaml']);
    expect(await all('--check', 'out/')).toEqual(ends(0, NOTHING));
  });

  test('is found through a link to the folder', async () => {
    renameSync(inFolder('out'), inFolder('elsewhere'));
    symlinkSync('elsewhere', inFolder('out'));
    expect(await all('-o', 'out/')).toEqual(
      ends(0, `${left('out/carts.yaml')}1 note in 2 descriptions\n${NOTHING}`),
    );
  });

  test.each([
    ['a person has put another file in its place', () => write('out/carts.yaml', 'kind: ConfigMap\n')],
    ['it is gone', () => rmSync(inFolder('out/carts.yaml'))],
    ['another run gives it', () => write('out/.apigen-files', '{"carts.yaml": "https://a.example/b"}')],
  ])('stays where %s', async (_, change) => {
    change();
    const before = existsSync(inFolder('out/carts.yaml'));
    expect(await all('-o', 'out/', '--prune-files')).toEqual(ends(0, NOTHING));
    expect(existsSync(inFolder('out/carts.yaml'))).toBe(before);
  });

  test('stays where the list is missing, with a note', async () => {
    const note =
      'note: out/.apigen-files is missing: not known what gives carts.yaml\n    delete what no description gives any more\n';
    for (const args of [
      ['--check', 'out/'],
      ['-o', 'out/', '--prune-files'],
    ]) {
      rmSync(inFolder('out/.apigen-files'), {force: true});
      expect(await all(...args)).toEqual(ends(0, `${note}1 note in 2 descriptions\n${NOTHING}`));
    }
    expect(existsSync(inFolder('out/carts.yaml'))).toBe(true);
  });

  test('stays where another description has an error', async () => {
    write('services/orders/openapi.yaml', describeApi('Wrong_Name'));
    expect(await all('-o', 'out/', '--prune-files')).toMatchObject({status: 1});
    expect(readdirSync(inFolder('out'))).toContain('carts.yaml');
  });
});

describe('a description that the run does not have', () => {
  const run = () => mesh('services/orders/openapi.yaml', '-o', 'out/');
  const same = '1 description: 1 unchanged\n';

  test('is that of another run while it is there', async () => {
    expect(await run()).toEqual(ends(0, same));
    expect(Object.keys(listed())).toEqual(['carts.yaml', 'orders.yaml']);
  });

  test('has left its file when it is gone', async () => {
    rmSync(inFolder('services/carts'), {recursive: true});
    expect(await run()).toEqual(ends(0, `${left('out/carts.yaml')}1 note in 1 description\n${same}`));
  });
});

test('the file of a description with an error now is not left over', async () => {
  write('services/carts/openapi.yaml', describeApi('Wrong_Name'));
  const {stderr} = await all('-o', 'out/', '--keep-going', '--prune-files');
  expect(stderr).not.toContain('removed');
  expect(Object.keys(listed())).toEqual(['carts.yaml', 'orders.yaml']);
});

test.each([
  ['with the marks of a conflict', '<<<<<<< HEAD\n{}\n'],
  ['with a file of another folder', '{"../services/carts/openapi.yaml": "a.yaml"}'],
  ['with the folder itself', '{"": "a.yaml"}'],
  ['with a number', '{"carts.yaml": 1}'],
])('a list %s is an error, and stays as it is', async (_, text) => {
  write('out/.apigen-files', text);
  const error =
    'error: out/.apigen-files: not a list of files of apigen\n    restore it, or delete it\n1 error in 2 descriptions\n';
  expect(await all('-o', 'out/')).toEqual(ends(1, `${error}2 descriptions: 2 not written\n`));
  expect(await all('-o', 'out/', '--keep-going')).toEqual(ends(1, error + NOTHING));
  expect(readFileSync(inFolder('out/.apigen-files'), 'utf8')).toBe(text);
});

test.each(['', 'not-generated'])('a list names only files that apigen has generated: %s', async (name) => {
  write(`out/${name}.yaml`, `---\n${HTTP_ROUTE}---\nkind: Kustomization\n`);
  mkdirSync(inFolder('out/folder.yaml'));
  const entry = {[`${name}.yaml`]: 'gone.yaml', 'folder.yaml': 'gone.yaml'};
  write('out/.apigen-files', JSON.stringify({...listed(), ...entry}));
  expect(await all('-o', 'out/', '--prune-files')).toEqual(ends(0, NOTHING));
  expect(Object.keys(listed())).toEqual(['carts.yaml', 'orders.yaml']);
});

test('merged descriptions have one file', async () => {
  write('services/carts/openapi.yaml', describeApi('carts').replace('/a', '/b'));
  const merged = (name: string) => all('--merge', '-o', 'merged/', `--service.name=${name}`);
  await merged('a');
  expect(await merged('b')).toMatchObject({
    status: 0,
    stderr: expect.stringContaining(left('merged/a.yaml')),
  });
});

test('a project has a list in its folder, also of APIs that it has no longer', async () => {
  const config = (apis: string) =>
    write(
      'redocly.yaml',
      `plugins: ['@apigen/cli/redocly']\nextends: [apigen/recommended]\ndecorators: {apigen/service-profile: {output: 'mesh/{service}.yaml'}}\napis: ${apis}\n`,
    );
  config('{c: {root: services/carts/openapi.yaml}, o: {root: services/orders/openapi.yaml}}');
  await mesh('--config', 'redocly.yaml');
  expect(listed('.apigen-files')).toEqual({
    'mesh/carts.yaml': 'redocly.yaml#c',
    'mesh/orders.yaml': 'redocly.yaml#o',
  });
  write('services/orders/openapi.yaml', describeApi('order'));
  config('{o: {root: services/orders/openapi.yaml}}');
  const files = ['mesh/carts.yaml', 'mesh/orders.yaml'];
  const {status, stderr} = await mesh('--config', 'redocly.yaml');
  expect({status, stderr}).toEqual({
    status: 0,
    stderr: `${left(...files)}2 notes in 1 API\napigen: o: wrote mesh/order.yaml\n`,
  });
  await mesh('--config', 'redocly.yaml', '--prune-files');
  expect(readdirSync(inFolder('mesh'))).toEqual(['order.yaml']);
});
