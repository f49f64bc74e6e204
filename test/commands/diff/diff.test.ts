import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {beforeEach, describe, expect, test} from '@jest/globals';
import {ends, runCli, startCli} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';
import {testTranscript} from '../../transcript.ts';

const describeApi = (name: string) =>
  `openapi: 3.1.0\nx-apigen: {service: {name: ${name}}}\npaths: {/a: {get: {}}}\n`;
const REDOCLY = `plugins: ["@apigen/cli/redocly"]
apis: {a: {root: a.yaml}, b: {root: b.yaml}}
decorators: {apigen/service-profile: {output: "{api}.mesh.yaml"}}
`;
const side = (name: string, source = 'a.yaml') => `--- ${name}\n+++ ${source}\n`;
const slower = (before = '-no settings\n') => `@@ a.yaml:3 @@ GET /a\n${before}+timeout 7s\n`;
const CHANGE = {
  route: 'GET /a',
  after: 'timeout 7s',
  before: 'no settings',
  place: 'a.yaml:3',
  change: 'changed',
};
let folder = '';
beforeEach(async () => {
  folder = folderWith({'a.yaml': describeApi('a'), 'b.yaml': describeApi('b'), 'redocly.yaml': REDOCLY});
  mkdirSync(path.join(folder, 'mesh'));
  expect(await runCli(['mesh', '-i', '[ab].yaml', '-o', 'mesh/'], {cwd: folder})).toMatchObject({status: 0});
  expect(await runCli(['mesh', '--config', 'redocly.yaml'], {cwd: folder})).toMatchObject({status: 0});
});

const diff = (...args: string[]) => runCli(['diff', ...args], {cwd: folder});
const SLOWER = ['--timeouts.request_timeout', '7'];

describe('apigen diff with files', () => {
  test.each([{out: 'mesh/a.yaml'}, {out: 'mesh/'}])(
    'shows by route what `mesh -o $out` would write, and nothing once it is written',
    async ({out}) => {
      const args = ['a.yaml', '-o', out, ...SLOWER];
      const stderr = `1 difference between ${out} and the description\n`;
      expect(await diff(...args)).toEqual({status: 1, stdout: side(out) + slower(), stderr});
      expect((await diff(...args, '--json')).stdout).toBe(
        `${JSON.stringify({changes: [CHANGE], problems: [], summary: {error: 0, warning: 0, note: 0}}, null, 2)}\n`,
      );
      expect(await runCli(['mesh', ...args], {cwd: folder})).toMatchObject({status: 0});
      expect(await diff(...args)).toEqual(ends(0, `no differences between ${out} and the description\n`));
    },
  );

  test('shows the routes of a new file, and writes none', async () => {
    const stderr = '1 difference between new/ and the description\n';
    const stdout = `${side('new/', 'b.yaml')}@@ b.yaml:3 @@ GET /a\n+no settings\n`;
    expect(await diff('-i', 'b.yaml', '-o', 'new/')).toEqual({status: 1, stdout, stderr});
    expect(readdirSync(folder)).not.toContain('new');
  });

  test('has the colours of `git diff` if the environment asks for them', async () => {
    const args = ['diff', '-i', 'a.yaml', '-o', 'mesh/', ...SLOWER];
    const {stdout} = await startCli(args, {cwd: folder, env: {FORCE_COLOR: '1', NO_COLOR: undefined}});
    expect(stdout).toContain('\x1b[31m-no settings\x1b[39m\n\x1b[32m+timeout 7s\x1b[39m\n');
  });

  const OBJECT = 'ServiceProfile default/a.default.svc.cluster.local';
  test.each([
    {name: 'line ends', change: ['\n', '\r\n'], want: '@@ a.yaml @@ comments\n-other text\n+as generated\n'},
    {name: 'a text that is not YAML', change: ['---', '{'], want: '@@ a.yaml:3 @@ GET /a\n+no settings\n'},
    {
      name: 'a label',
      change: ['  name: a.', '  labels:\n    team: shop\n  name: a.'],
      want: `@@ a.yaml @@ ${OBJECT}\n-other labels\n+labels as generated\n`,
    },
    {
      name: 'another name',
      change: ['name: a.', 'name: c.'],
      want: `@@ a.yaml @@ ${OBJECT}\n+spec as generated\n@@ a.yaml @@ ${OBJECT.replace('/a', '/c')}\n-not generated any more\n`,
    },
  ] as const)('shows $name', async ({change: [before, after], want}) => {
    const file = path.join(folder, 'mesh/a.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(before, after));
    expect(await diff('-i', 'a.yaml', '-o', 'mesh/a.yaml')).toMatchObject({
      status: 1,
      stdout: side('mesh/a.yaml') + want,
    });
  });
});

testTranscript(path.join(import.meta.dirname, 'diff.txt'), () => folder);
