import {chmodSync, mkdirSync, readdirSync, symlinkSync} from 'node:fs';
import path from 'node:path';
import {beforeEach, describe, expect, test} from '@jest/globals';
import {ends, runCli} from '../../start-cli.ts';
import {folderWith, writeIn} from '../../temporary-folder.ts';
import {testTranscript} from '../../transcript.ts';

const describeApi = (service: string, paths = '{/a: {get: {}}}') =>
  `openapi: 3.1.0\nx-apigen: {service: {name: ${service}}, mesh: linkerd}\npaths: ${paths}\n`;
const WRONG_PORT = 'openapi: 3.1.0\nx-apigen: {service: {name: c, port: 0}}\npaths: {/a: {get: {}}}\n';
let folder = '';
const inFolder = (name: string) => path.join(folder, name);
const write = (name: string, text: string) => writeIn(folder, name, text);

beforeEach(() => {
  folder = folderWith();
  for (const name of ['a', 'b']) write(`services/${name}/openapi.yaml`, describeApi(name));
});

const run = (...args: string[]) => runCli(['mesh', '-i', 'services/*/openapi.yaml', ...args], {cwd: folder});

const table = (rows: readonly string[], totals: string) =>
  [...(rows.length > 0 ? ['DESCRIPTION              OUTPUT       RESULT', ...rows] : []), totals, ''].join(
    '\n',
  );

test('the outputs of several descriptions have rows in the table for those that failed, whatever else is there', async () => {
  const names = Array.from({length: 120}, (_, index) => `s${1000 + index}`);
  for (const name of names) write(`services/${name}/openapi.yaml`, describeApi(name));
  write('services/t/openapi.yaml', 'paths: {}\n');
  const {status, stderr} = await run('-o', 'mesh', '--keep-going');
  const lines = stderr.split('\n');
  const start = lines.findIndex((line) => line.startsWith('DESCRIPTION '));
  expect({status, rows: lines.slice(start, start + 3), end: lines.slice(-3)}).toEqual({
    status: 1,
    rows: [
      'DESCRIPTION                  OUTPUT           RESULT',
      'services/t/openapi.yaml      -                failed',
      'services/a/openapi.yaml      mesh/a.yaml      written',
    ],
    end: ['and 23 more', '123 descriptions: 122 written, 1 failed', ''],
  });
});

describe('files that cannot be written', () => {
  const failed = (error: string, ...results: readonly string[]) => {
    const rows = [...results, 'services/c/openapi.yaml  mesh/c.yaml  failed'].toReversed();
    const counts = results[0]?.endsWith('  written') ? '2 written' : '2 not written';
    return ends(1, `error: mesh/c.yaml: ${error}\n${table(rows, `3 descriptions: ${counts}, 1 failed`)}`);
  };

  test('no other is written', async () => {
    write('services/c/openapi.yaml', describeApi('c'));
    write('mesh/c.yaml', 'old\n');
    chmodSync(inFolder('mesh/c.yaml'), 0o444);
    const readOnly = 'is read-only\n    make it writable, or write to another file';
    const others = ['b', 'a'].map((name) => `services/${name}/openapi.yaml  mesh/${name}.yaml  not written`);
    expect(await run('-o', 'mesh')).toEqual(failed(readOnly, ...others));
    expect(readdirSync(inFolder('mesh'))).toEqual(['c.yaml']);
  });

  // A new file is created with a short name, and renamed after those before it.
  test('others are, and are listed, when only renaming fails', async () => {
    write('services/c/openapi.yaml', describeApi('c'));
    mkdirSync(inFolder('mesh'));
    symlinkSync(`../new/${'c'.repeat(252)}.yaml`, inFolder('mesh/c.yaml'));
    const written = ['b', 'a'].map((name) => `services/${name}/openapi.yaml  mesh/${name}.yaml  written`);
    const tooLong = 'cannot be written: ENAMETOOLONG: name too long\n    choose another path';
    expect(await run('-o', 'mesh')).toEqual(failed(tooLong, ...written));
    expect(readdirSync(inFolder('mesh')).sort()).toEqual(['a.yaml', 'b.yaml', 'c.yaml']);
  });
});

describe('a command line with several descriptions', () => {
  const overlay = (...paths: readonly string[]) => {
    const actions = paths.map(
      (name) => `  - {target: "$.paths['/${name}']", update: {x-apigen: {retryable: true}}}\n`,
    );
    return `overlay: 1.0.0\ninfo: {title: Mesh, version: '1'}\nactions:\n${actions.join('')}`;
  };
  const project = folderWith({
    'services/a/openapi.yaml': describeApi('a'),
    'services/b/openapi.yaml': describeApi('b', '{/b: {get: {}}}'),
    'services/c/openapi.yaml': WRONG_PORT,
    'same/a.yaml': describeApi('a'),
    'same/b.yaml': describeApi('a', '{/b: {get: {}}}'),
    'list.yaml': '- a\n- {b\n',
    'b.overlay.yaml': overlay('a', 'none'),
    'none.overlay.yaml': overlay('none'),
    '\u202e\u200b.yaml': describeApi('d'),
    'device/a.yaml': '',
  });
  symlinkSync('/dev/zero', path.join(project, 'device/b.yaml'));
  testTranscript(path.join(import.meta.dirname, 'many.txt'), () => project);

  test('prints no password of an address', async () => {
    const line = 'mesh -i same/a.yaml -i http://me:secret@127.0.0.1:1/c.yaml -o failed --json';
    const {stdout} = await runCli(line.split(' '), {cwd: project});
    expect(JSON.parse(stdout).descriptions[1].description).toBe('http://127.0.0.1:1/c.yaml');
    expect(stdout).not.toContain('secret');
  });

  test('leaves all files as they are if there is an error in one', () => {
    expect(readdirSync(project)).not.toContain('failed');
  });
});
