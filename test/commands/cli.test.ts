import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {beforeAll, describe, expect, test} from '@jest/globals';
import {ends, runCli, startCli, startShell} from '../start-cli.ts';
import {folderWith} from '../temporary-folder.ts';

const manifest: {version: string} = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
const HELP_HINT = '    `apigen mesh --help` lists all flags\n';
const FORMAT =
  '--format  error: invalid `format` "xml": expected one of yaml, json\n    for example `--format json`\n';
const MESH =
  '--mesh  error: invalid `mesh` "nginx": expected one of linkerd, istio, cilium\n    for example `--mesh istio`\n';
const DESCRIPTION = 'openapi: 3.1.0\ninfo: {title: Pets, version: "1"}\npaths: {/pets: {get: {}}}\n';

let folder = '';
beforeAll(() => {
  folder = folderWith({'openapi.yaml': DESCRIPTION});
});

const pets = ['mesh', '-i', 'openapi.yaml', '--service.name', 'petstore'];

describe('a wrong command line exits with 2 and prints nothing to standard output', () => {
  const cases = [
    {
      args: ['mesh', '-i', 'openapi.yaml', '--service.nam', 'petstore'],
      stderr: 'error: unknown flag "--service.nam"\n    did you mean `--service.name`?\n',
    },
    {
      args: [...pets, '--timeout', '5s'],
      stderr: 'error: unknown flag "--timeout"\n    did you mean `--timeouts.request_timeout`?\n',
    },
    {
      args: [...pets, '--no-strict'],
      stderr: 'error: unknown flag "--no-strict"\n    did you mean `--strict`?\n',
    },
    {
      args: [...pets, '--strict=false', '--retryable=false', '--no-retryable=x'],
      stderr:
        '--retryable  error: takes no value: found "false"\n    write `--retryable` or `--no-retryable`\n--retryable  error: takes no value: found "x"\n    write `--retryable` or `--no-retryable`\n--strict  error: takes no value: found "false"\n    write `--strict`, or leave it out\n',
    },
    {args: ['mesh', '-i'], stderr: `--in  error: expects a value\n${HELP_HINT}`},
    {args: [...pets, '-o', 'a', '-o', 'b'], stderr: `--out  error: can only be given once\n${HELP_HINT}`},
    {
      args: [...pets, '-i', 'b.yaml'],
      stderr:
        'error: several descriptions\n    add `-o <folder>/` to write a file for each, or `--merge` if they describe one Service\n',
    },
    {
      args: [...pets, '--merge'],
      stderr: '--merge  error: needs several descriptions\n    name all of them, or quote a glob pattern\n',
    },
    {
      args: ['mesh', '*.nope'],
      stderr:
        'error: no file matches "*.nope"\n    check the pattern; it is relative to the working directory, and `**` matches any folders\n',
    },
    {
      args: [...pets, '-o', 'json'],
      stderr:
        '--out  error: "json" is a format, not a file\n    use `--format yaml|json`; for a file of this name, write `-o ./json`\n',
    },
    {
      args: [...pets, '--format', 'xml', '--mesh=nginx', '--bogus', '-x'],
      stderr: `error: unknown flag "--bogus"\n${HELP_HINT}error: unknown flag "-x"\n${HELP_HINT}${FORMAT}${MESH}`,
    },
    {
      args: [...pets, '--service.port', '-1'],
      stderr:
        '--service.port  error: invalid `service.port` "-1": expected an integer from 1 to 65535\n    for example `--service.port 8080`\n',
    },
    {
      args: [...pets, '-o', 'https://me:secret@host/profile.yaml'],
      stderr:
        '--out  error: invalid `out` "https://host/profile.yaml": expected a path, not an address\n    for example `--out mesh/petstore.yaml`\n',
    },
    {
      args: ['mesh', '-i', '', '--service.name', 'petstore'],
      stderr: 'error: the OpenAPI description is missing\n    name one:\n      apigen mesh openapi.yaml\n',
    },
    {
      args: [...pets, '--check'],
      stderr:
        '--check  error: no file to compare with\n    name it with `--check <file>`; only with `--config` it can be left out\n',
    },
    {
      args: ['mehs'],
      stderr:
        'error: unknown command "mehs"\n    did you mean `apigen mesh`? `apigen help` lists all commands\n',
    },
    {
      args: ['-v'],
      stderr:
        'error: unknown flag "-v"\n    did you mean `apigen --version`? `apigen help` lists all commands\n',
    },
    {
      args: ['schema', '--nope'],
      stderr: 'error: unknown flag "--nope"\n    `apigen schema --help` lists all flags\n',
    },
    {
      args: ['update'],
      stderr: 'error: unknown command "update"\n    to update it, install it again in the same way\n',
    },
    {
      args: ['nonsense'],
      stderr: 'error: unknown command "nonsense"\n    `apigen help` lists all commands\n',
    },
    {
      args: [...pets, '-o', 'new.yaml', '--check', 'old.yaml'],
      stderr: `--check  error: cannot be combined with --out\n${HELP_HINT}--out  error: cannot be combined with --check\n${HELP_HINT}`,
    },
  ].map((one) => ({...one, line: one.args.join(' ').slice(0, 80)}));

  test.each(cases)('$line', async ({args, stderr}) => {
    expect(await runCli(args, {cwd: folder})).toEqual(ends(2, stderr));
  });
});

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
      'mesh init routes report lint diff krm tracer autocomplete help licenses plugins ruleset schema version',
    );
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

describe('a stack trace', () => {
  test.each([
    {args: ['mesh', '-i', 'missing.yaml'], env: {}, shown: false},
    {args: ['schema', '--nope'], env: {DEBUG: '*'}, shown: true},
  ])('of $args with $env is shown: $shown', async ({args, env, shown}) => {
    const {stderr} = await startCli(args, {cwd: folder, env: {DEBUG: undefined, ...env}});
    expect(/^\s+at /m.test(stderr)).toBe(shown);
  });
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

  // A program cannot be started in such a folder under another root.
  (process.env.BARE_ROOT ? test.skip : test.concurrent)(
    'a working directory that was removed is reported',
    async () => {
      const script = 'mkdir gone && cd gone && rmdir ../gone && apigen mesh -i - --service.name petstore';
      const {status, stdout, stderr} = await startShell(script, {cwd: folder, input: DESCRIPTION});
      expect({status, stdout, stderr}).toEqual(
        ends(
          1,
          process.env.APIGEN_BIN
            ? // Bun checks the folder before our code runs.
              "error: The current working directory was deleted, so that command didn't work. Please cd into a different directory and try again.\n"
            : 'the working directory no longer exists\n    change to another directory\n',
        ),
      );
    },
  );

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
        'many.json:1:20  note: ServiceProfile "petstore.default.svc.cluster.local" has 5035741 bytes as JSON: etcd refuses more than 1572864',
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
