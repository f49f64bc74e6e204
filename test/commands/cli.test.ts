import {readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, test} from '@jest/globals';
import {runCli, startCli, VERSION} from '../start-cli.ts';
import {folderWith} from '../temporary-folder.ts';
import {testTranscript} from '../transcript.ts';

const DESCRIPTION = 'openapi: 3.1.0\ninfo: {title: Pets, version: "1"}\npaths: {/pets: {get: {}}}\n';

const folder = folderWith({'openapi.yaml': DESCRIPTION, 'Größe und mehr.yaml': ''});

// Each exits with 2 and prints nothing to standard output.
testTranscript(path.join(import.meta.dirname, 'wrong-use.txt'), () => folder);

describe('about the program', () => {
  test.each([{args: ['--version']}, {args: ['version']}])('$args prints it', async ({args}) => {
    const {status, stdout} = await runCli(args, {cwd: folder});
    expect({status, stdout}).toEqual({
      status: 0,
      stdout: expect.stringMatching(
        process.env.APIGEN_BIN
          ? `^apigen/${VERSION} \\S+ bun-v[0-9.]+\\n$`
          : `^apigen/${VERSION} \\S+ node-${process.version}\\n$`,
      ),
    });
  });

  test.each([
    {args: [], same: ['--help']},
    {args: ['help'], same: ['-h']},
    {args: ['mesh', '-h'], same: ['mesh', '--help']},
    {args: ['help', 'mesh'], same: ['mesh', '--help']},
  ])('$args prints what $same does', async ({args, same}) => {
    const help = await runCli(same, {cwd: folder});
    expect(help.stdout).toContain('USAGE');
    expect(await runCli(args, {cwd: folder})).toEqual(help);
  });

  test('`help` prints the page of a rule in any folder', async () => {
    const page = await runCli(['help', 'server-path'], {cwd: folder});
    expect(page).toMatchObject({status: 0, stderr: ''});
    expect(page).toEqual(await runCli(['lint', '--explain', 'server-path'], {cwd: folder}));
  });

  test.each([
    {args: ['help', 'apigen-server-path'], has: '\nWrong\n'},
    {args: ['lint', '--explain', 'apigen/server-path'], has: '\nWrong\n'},
    {
      args: ['help', 'rules'],
      has: '- `setting-value`: The value of a setting is of the right type and in its\n  range\n',
    },
    {
      args: ['help', 'settings'],
      has: '\n- `path.base`: Prefix of every path; "/" and an empty string add none\n',
    },
    {
      args: ['explain', 'timeouts.request'],
      has: `Request timeout as a duration, instead of \`timeouts.request_timeout\`; 0s means
no timeout

- value: a duration such as "500ms" or "1m30s", of at most 9223372036s
- default: none
- set at: root, path, operation
`,
    },
  ])('$args prints what a table or a page has', async ({args, has}) => {
    const page = await runCli(args, {cwd: folder});
    expect(page).toEqual({status: 0, stderr: '', stdout: expect.stringContaining(has)});
  });

  test('`mesh --help` prints what docs/commands.md has', async () => {
    const {stdout, ...run} = await startCli(['mesh', '--help'], {
      cwd: folder,
      env: {COLUMNS: '110', OCLIF_COLUMNS: '110', NO_COLOR: '1'},
    });
    expect(run).toEqual({status: 0, stderr: ''});
    const page = readFileSync(new URL('../../docs/commands.md', import.meta.url), 'utf8');
    const [, help] = /^## `apigen mesh`\n\n```text\n(.*?)```$/ms.exec(page) ?? [];
    expect(`${stdout.replaceAll(/[ \t]+$/gm, '').trim()}\n`).toBe(help);
  });
});

// The executables have no plugins.
(process.env.APIGEN_BIN ? describe.skip : describe)('the npm package', () => {
  test('lists every command and topic once, the first steps first', async () => {
    const {stdout} = await runCli(['--help'], {cwd: folder});
    const listed = stdout.slice(stdout.indexOf('\nCOMMANDS')).match(/^ {2}\S+(?= {2,}\S)/gm) ?? [];
    expect(listed.map((name) => name.trim()).join(' ')).toBe(
      'mesh init apply delete diff routes report lint tests krm tracer autocomplete help licenses plugins ruleset schema version',
    );
  });

  test('prints an error of a plugin as all other problems', async () => {
    expect(await runCli(['plugins', 'inspect', 'nope'], {cwd: folder})).toEqual({
      status: 1,
      stdout: 'failed\n',
      stderr: 'error: nope not installed\n    if this is a bug in apigen, set `DEBUG=*` for a stack trace\n',
    });
  });
});
