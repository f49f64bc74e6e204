import {spawnSync} from 'node:child_process';
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
const OF_A = '--- a/mesh/a.yaml\n+++ b/mesh/a.yaml\n@@ -11,3 +11,4 @@\n';
const LINES = `         method: GET
         pathRegex: /a
       name: GET /a
+      timeout: 7s
`;
const ONE = {status: 1, stderr: '1 file would change\n'};
const NONE = ends(0, 'no files would change\n');
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
  test.each([{args: ['-i', 'a.yaml', '-o', 'mesh/a.yaml']}, {args: ['-i', 'a.yaml', '-o', 'mesh/']}])(
    'shows what `mesh` would write with $args, which `git apply` writes too',
    async ({args}) => {
      const found = await diff(...args, ...SLOWER);
      expect(found).toEqual({...ONE, stdout: `diff --git a/mesh/a.yaml b/mesh/a.yaml\n${OF_A}${LINES}`});
      expect(spawnSync('git', ['apply'], {cwd: folder, input: found.stdout})).toMatchObject({status: 0});
      expect(await diff(...args, ...SLOWER)).toEqual(NONE);
      const {status} = await runCli(['mesh', ...args.slice(0, 2), ...SLOWER, '--check', 'mesh/'], {
        cwd: folder,
      });
      expect(status).toBe(0);
    },
  );

  test('shows a new file, and writes none', async () => {
    const found = await diff('-i', 'b.yaml', '-o', 'new/');
    expect(found).toMatchObject(ONE);
    expect(found.stdout).toMatch(
      /^diff --git a\/new\/b.yaml b\/new\/b.yaml\nnew file mode 100644\n--- \/dev\/null\n/,
    );
    expect(readdirSync(folder)).not.toContain('new');
  });

  test('has the colours of `git diff` if the environment asks for them', async () => {
    const args = ['diff', '-i', 'a.yaml', '-o', 'mesh/', ...SLOWER];
    const text = readFileSync(path.join(folder, 'mesh/a.yaml'), 'utf8');
    writeFileSync(path.join(folder, 'mesh/a.yaml'), `${text}      timeout: 6s\n`);
    const {stdout} = await startCli(args, {cwd: folder, env: {FORCE_COLOR: '1', NO_COLOR: undefined}});
    const bold = (text: string) => `\x1b[1m${text}\x1b[22m\n`;
    const [, before, after] = ['diff --git a/mesh/a.yaml b/mesh/a.yaml', ...OF_A.split('\n')];
    expect(stdout).toContain(`${bold(`${before}`)}${bold(`${after}`)}\x1b[36m@@ -11,4 +11,4 @@\x1b[39m\n`);
    expect(stdout).toContain('\n\x1b[31m-      timeout: 6s\x1b[39m\n\x1b[32m+      timeout: 7s\x1b[39m\n');
  });

  test('shows what only a terminal would hide', async () => {
    const text = readFileSync(path.join(folder, 'mesh/a.yaml'), 'utf8');
    writeFileSync(path.join(folder, 'mesh/a.yaml'), text.replace('---\n', '---\r\n'));
    expect((await diff('-i', 'a.yaml', '-o', 'mesh/a.yaml')).stdout).toContain('\n----\\u000d\n+---\n');
  });
});

testTranscript(path.join(import.meta.dirname, 'diff.txt'), () => folder);
