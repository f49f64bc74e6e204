import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {beforeAll, describe, expect, test} from '@jest/globals';
import {runCli, startCli, startShell} from '../start-cli.ts';
import {folderWith} from '../temporary-folder.ts';
import {testTranscript} from '../transcript.ts';

const manifest: {version: string} = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
const DESCRIPTION = 'openapi: 3.1.0\ninfo: {title: Pets, version: "1"}\npaths: {/pets: {get: {}}}\n';

let folder = '';
beforeAll(() => {
  folder = folderWith({'openapi.yaml': DESCRIPTION, 'Größe und mehr.yaml': ''});
});

// Each exits with 2 and prints nothing to standard output.
testTranscript(path.join(import.meta.dirname, 'wrong-use.txt'), () => folder);

describe('about the program', () => {
  test.each([{args: ['--version']}, {args: ['version']}])('$args prints it', async ({args}) => {
    const {status, stdout} = await runCli(args, {cwd: folder});
    expect({status, stdout}).toEqual({
      status: 0,
      stdout: expect.stringMatching(
        process.env.APIGEN_BIN
          ? `^apigen/${manifest.version} \\S+ bun-v[0-9.]+\\n$`
          : `^apigen/${manifest.version} \\S+ node-${process.version}\\n$`,
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
    const page = await startCli(['help', 'server-path'], {cwd: folder});
    expect(page).toMatchObject({status: 0, stderr: ''});
    expect(page).toEqual(await startCli(['lint', '--explain', 'server-path'], {cwd: folder}));
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

// The executables have no plugins, and no `apigen-spectral`.
(process.env.APIGEN_BIN ? describe.skip : describe)('the npm package', () => {
  test('lists every command and topic once, the first steps first', async () => {
    const {stdout} = await runCli(['--help'], {cwd: folder});
    const listed = stdout.slice(stdout.indexOf('\nCOMMANDS')).match(/^ {2}\S+(?= {2,}\S)/gm) ?? [];
    expect(listed.map((name) => name.trim()).join(' ')).toBe(
      'mesh init apply diff routes report lint tests krm tracer autocomplete help licenses plugins ruleset schema version',
    );
  });

  test('prints an error of a plugin as all other problems', async () => {
    expect(await runCli(['plugins', 'inspect', 'nope'], {cwd: folder})).toEqual({
      status: 1,
      stdout: 'failed\n',
      stderr: 'error: nope not installed\n    if this is a bug in apigen, set `DEBUG=*` for a stack trace\n',
    });
  });

  test.concurrent('has help for `apigen-spectral`', async () => {
    const script = `'${process.execPath}' '${fileURLToPath(new URL('../../bin/spectral.js', import.meta.url))}' --help`;
    const {status, stdout, stderr} = await startShell(script, {cwd: folder});
    expect({status, stderr}).toEqual({status: 0, stderr: ''});
    expect(stdout).toContain('\nUsage: apigen-spectral <description...> [option...]\n');
  });
});

describe('colours', () => {
  const surroundings = {CI: 'true', GITHUB_ACTIONS: 'true', COLORTERM: 'truecolor', TERM: 'xterm-256color'};
  test.concurrent.each([
    {env: {}, coloured: false},
    {env: {FORCE_COLOR: '1'}, coloured: true},
  ])('in a pipe on a CI machine with $env: $coloured', async ({env, coloured}) => {
    const start = (args: readonly string[]) => startCli(args, {cwd: folder, env: {...surroundings, ...env}});
    const [help, problems] = await Promise.all([start(['help']), start(['mesh', '-i', 'missing.yaml'])]);
    expect([help.status, problems.status]).toEqual([0, 1]);
    const isColoured = (text: string) => text.includes('\x1b[');
    expect([isColoured(help.stdout), isColoured(problems.stderr)]).toEqual([coloured, coloured]);
  });
});

test('DEBUG shows a stack trace', async () => {
  const {stderr} = await startCli(['schema', '--nope'], {cwd: folder, env: {DEBUG: '*'}});
  expect(stderr).toMatch(/^\s+at /m);
});

describe('standard streams', () => {
  const run = 'apigen mesh -i openapi.yaml --service.name petstore';
  const empty =
    '<stdin>:1:1  error: the document is empty\n    name an OpenAPI description in YAML or JSON\n';

  test.concurrent.each([
    {script: 'apigen mesh -i - --service.name petstore <&-', want: {status: 1, stdout: '', stderr: empty}},
    {
      script: `${run} -o - | head -n 2; ls -d ./-`,
      want: {
        status: 2,
        stdout: '---\napiVersion: mesh.io/v1alpha2\n',
        stderr: expect.stringMatching(/^ls: .*No such file or directory\n$/),
      },
    },
    {
      script: `echo log >log; ${run} -o /dev/stdout >>log; head -n 2 log`,
      want: {status: 0, stdout: 'log\n---\n', stderr: ''},
    },
    {
      script: 'cat openapi.yaml | apigen mesh -i /dev/stdin --service.name petstore | head -n 1',
      want: {status: 0, stdout: '---\n', stderr: ''},
    },
  ])('$script', async ({script, want}) => {
    expect(await startShell(script, {cwd: folder})).toEqual(want);
  });

  test.concurrent('a reader may close early, however much is written', async () => {
    const paths = Array.from({length: 20_000}, (_, index) => [
      `/some/long/path/number/${index}/{id}`,
      {get: {}, put: {}},
    ]);
    writeFileSync(
      path.join(folder, 'many.json'),
      JSON.stringify({openapi: '3.1.0', paths: Object.fromEntries(paths)}),
    );
    const script = `apigen mesh -i many.json --service.name petstore | head -n 1; echo "\${PIPESTATUS[0]}"`;
    expect(await startShell(script, {cwd: folder})).toEqual({
      status: 0,
      stdout: '---\n0\n',
      stderr: [
        'many.json:1:20  note  object-size: ServiceProfile "petstore.default.svc.cluster.local" has 5035741 bytes as JSON: etcd refuses more than 1572864',
        '    split the description, or exclude paths with `x-apigen: {disabled: true}`',
        '',
      ].join('\n'),
    });
  });
});

test('prints no warning for the author of the command, under NODE_ENV=development too', async () => {
  const {status, stderr} = await startCli(['mesh', '--nope'], {cwd: folder, env: {NODE_ENV: 'development'}});
  expect({status, warned: stderr.includes('UnparsedCommand')}).toEqual({status: 2, warned: false});
});
