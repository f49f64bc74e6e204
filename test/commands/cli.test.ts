import {mkdtempSync, readFileSync, realpathSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {beforeAll, describe, expect, test} from '@jest/globals';
import {updateHint} from '../../src/commands/update-hint.ts';
import {startCli, startShell} from '../start-cli.ts';

const manifest: {version: string} = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
const HELP_HINT = '    `apigen mesh --help` lists all flags\n';
const FORMAT =
  '--format  invalid `format` "xml": expected one of yaml, json\n    for example `--format json`\n';
const API_VERSION =
  '--api-version  invalid `api-version` "v1": expected one of mesh.io/v1alpha2, linkerd.io/v1alpha2, gateway.networking.k8s.io/v1\n    for example `--api-version linkerd.io/v1alpha2`\n';
const DESCRIPTION = 'openapi: 3.1.0\ninfo: {title: Pets, version: "1"}\npaths: {/pets: {get: {}}}\n';
const MANY = 'x'.repeat(5000);

let folder = '';
beforeAll(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'apigen-cli-')));
  writeFileSync(path.join(folder, 'openapi.yaml'), DESCRIPTION);
});

const pets = ['mesh', '-i', 'openapi.yaml', '--service.name', 'petstore'];

describe('a wrong command line exits with 2 and prints nothing to standard output', () => {
  const cases = [
    {
      args: ['mesh', '-i', 'openapi.yaml', '--service.nam', 'petstore'],
      stderr: 'unknown flag "--service.nam"\n    did you mean `--service.name`?\n',
    },
    {
      args: [...pets, '--nope', '-x'],
      stderr: `unknown flag "--nope"\n${HELP_HINT}unknown flag "-x"\n${HELP_HINT}`,
    },
    {
      args: ['mesh', `--${MANY}`],
      stderr: `unknown flag "--${MANY.slice(3, 200)}… (5002 characters)\n${HELP_HINT}`,
    },
    {
      args: [...pets, '--no-strict'],
      stderr: 'unknown flag "--no-strict"\n    did you mean `--strict`?\n',
    },
    {
      args: [...pets, '--strict=false', '--retryable=false', '--no-retryable=x'],
      stderr:
        '--retryable  takes no value: found "false"\n    write `--retryable` or `--no-retryable`\n--retryable  takes no value: found "x"\n    write `--retryable` or `--no-retryable`\n--strict  takes no value: found "false"\n    write `--strict`, or leave it out\n',
    },
    {
      args: ['mesh', '--config', 'redocly.yaml', '--remote-refs=true', '--bogus'],
      stderr: `unknown flag "--bogus"\n${HELP_HINT}--remote-refs  takes no value: found "true"\n    write \`--remote-refs\`, or leave it out\n`,
    },
    {args: ['mesh', '-i'], stderr: `flag --in expects a value\n${HELP_HINT}`},
    {args: [...pets, '-o', 'a', '-o', 'b'], stderr: `--out  can only be given once\n${HELP_HINT}`},
    {
      args: [...pets, '-i', 'b.yaml'],
      stderr:
        '--in  several descriptions\n    add `-o <folder>/` to write a file for each, or `--merge` if they describe one Service\n',
    },
    {
      args: [...pets, '--merge'],
      stderr: '--merge  needs several descriptions\n    name each with `-i`, or quote a glob pattern\n',
    },
    {
      args: [...pets, '--format', 'xml'],
      stderr: FORMAT,
    },
    {
      args: [...pets, '--format', MANY],
      stderr: FORMAT.replace('xml"', `${MANY.slice(0, 199)}… (5000 characters)`),
    },
    {
      args: [...pets, '--format', 'xml', '--api-version=v1', '--bogus', '-x'],
      stderr: `unknown flag "--bogus"\n${HELP_HINT}unknown flag "-x"\n${HELP_HINT}${API_VERSION}${FORMAT}`,
    },
    {
      args: [...pets, '-o', 'a', '-o', 'b', '--format=xml', '--bogus'],
      stderr: `unknown flag "--bogus"\n${HELP_HINT}${FORMAT}--out  can only be given once\n${HELP_HINT}`,
    },
    {
      args: [...pets, '--bogus', '--format=xml'],
      stderr: `unknown flag "--bogus"\n${HELP_HINT}${FORMAT}`,
    },
    {
      args: [...pets, '--api-version', 'v1'],
      stderr: API_VERSION,
    },
    {
      args: [...pets, '--service.port', '-1'],
      stderr:
        '--service.port  invalid `service.port` "-1": expected an integer from 1 to 65535\n    for example `--service.port 8080`\n',
    },
    {
      args: [...pets, '-o', 'https://me:secret@host/profile.yaml'],
      stderr:
        '--out  invalid `out` "https://host/profile.yaml": expected a path, not an address\n    for example `--out mesh/petstore.yaml`\n',
    },
    {
      args: [...pets, '--check', 'http:/me:secret@host/profile.yaml'],
      stderr:
        '--check  invalid `check` "http:/host/profile.yaml": expected a path, not an address\n    for example `--check mesh/petstore.yaml`\n',
    },
    {
      args: [...pets, '--bogus', '--service.port', '0', '--namespace=A'],
      stderr: `unknown flag "--bogus"\n${HELP_HINT}--namespace  invalid \`namespace\` "A": expected a DNS label (at most 63 lower-case letters, digits and "-", with a letter or digit at both ends)\n    for example \`--namespace shop\`\n--service.port  invalid \`service.port\` 0: expected an integer from 1 to 65535\n    for example \`--service.port 8080\`\n`,
    },
    {
      args: ['mesh', '-i', '', '--service.name', 'petstore'],
      stderr:
        '--in  the OpenAPI description is missing\n    name it with `-i <file>`; `-i -` reads standard input, `--config redocly.yaml` takes the APIs of a project\n',
    },
    {
      args: ['mesh', 'openapi.yaml'],
      stderr:
        'unknown API "openapi.yaml": there is no redocly.yaml in this folder\n    to read a description, use `apigen mesh -i openapi.yaml`\n',
    },
    {
      args: [...pets, 'two words'],
      stderr:
        'unexpected argument "two words": the name of an API cannot be combined with --in\n    remove it, or quote a value that contains spaces\n',
    },
    {
      args: [...pets, 'openapi.yaml'],
      stderr:
        'unexpected argument "openapi.yaml": the name of an API cannot be combined with --in\n    quote a pattern, so that the shell does not replace it by files, or name each file with `-i`\n',
    },
    {
      args: [...pets, '--check'],
      stderr:
        '--check  no file to compare with\n    name it with `--check <file>`; only with `--config` it can be left out\n',
    },
    {
      args: ['mehs'],
      stderr: 'unknown command "mehs"\n    did you mean `apigen mesh`? `apigen help` lists all commands\n',
    },
    {
      args: ['mehs', 'openapi.yaml'],
      stderr:
        'unknown command "mehs openapi.yaml"\n    did you mean `apigen mesh`? `apigen help` lists all commands\n',
    },
    {
      args: ['completion'],
      stderr:
        'unknown command "completion"\n    did you mean `apigen autocomplete`? `apigen help` lists all commands\n',
    },
    {
      args: ['lint', 'openapi.yaml'],
      stderr:
        'unknown command "lint openapi.yaml"\n    did you mean `apigen-lint` of the npm package? `apigen help` lists all commands\n',
    },
    {
      args: ['tracr', 'instal', '--dry-run'],
      stderr:
        'unknown command "tracr instal"\n    did you mean `apigen tracer install`? `apigen help` lists all commands\n',
    },
    {
      args: ['tracer', 'help'],
      stderr: 'unknown command "tracer help"\n    `apigen help` lists all commands\n',
    },
    {
      args: ['-v'],
      stderr: 'unknown flag "-v"\n    did you mean `apigen --version`? `apigen help` lists all commands\n',
    },
    {
      args: ['--verison'],
      stderr:
        'unknown flag "--verison"\n    did you mean `apigen --version`? `apigen help` lists all commands\n',
    },
    {
      args: ['-i', 'openapi.yaml'],
      stderr: 'unknown flag "-i"\n    `apigen help` lists all commands\n',
    },
    {
      args: ['nonsense'],
      stderr: 'unknown command "nonsense"\n    `apigen help` lists all commands\n',
    },
    {
      args: [MANY],
      stderr: `unknown command "${MANY.slice(1, 200)}… (5000 characters)\n    \`apigen help\` lists all commands\n`,
    },
    {
      args: [...pets, '-o', 'new.yaml', '--check', 'old.yaml'],
      stderr: `--check  cannot be combined with --out\n${HELP_HINT}--out  cannot be combined with --check\n${HELP_HINT}`,
    },
  ].map((one) => ({...one, line: one.args.join(' ').slice(0, 80)}));

  test.concurrent.each(cases)('$line', async ({args, stderr}) => {
    expect(await startCli(args, {cwd: folder})).toEqual({status: 2, stdout: '', stderr});
  });
});

describe('about the program', () => {
  test.concurrent.each([{args: ['--version']}, {args: ['version']}])('$args prints it', async ({args}) => {
    const {status, stdout} = await startCli(args, {cwd: folder});
    expect({status, stdout}).toEqual({
      status: 0,
      stdout: expect.stringMatching(
        process.env.APIGEN_BIN
          ? `^apigen/${manifest.version} \\S+ bun-v[0-9.]+\\n$`
          : `^apigen/${manifest.version} \\S+ node-${process.version}\\n$`,
      ),
    });
  });

  test.concurrent.each([{args: ['-h']}, {args: ['help']}, {args: []}])(
    '$args prints what --help does',
    async ({args}) => {
      const help = await startCli(['--help'], {cwd: folder});
      expect(help.stdout).toContain('COMMANDS');
      expect(await startCli(args, {cwd: folder})).toEqual(help);
    },
  );

  test.concurrent('`--help` has the line of `--version`', async () => {
    const {stdout} = await startCli(['--version'], {cwd: folder});
    const help = await startCli(['--help'], {cwd: folder, env: {COLUMNS: '110', OCLIF_COLUMNS: '110'}});
    expect(help.stdout).toContain(`\nVERSION\n  ${stdout}\n`);
  });

  test.concurrent.each(['update', 'upgrade', 'self-update'])(
    'says how to update when asked to `%s`',
    async (word) => {
      const run = await startCli([word], {cwd: folder});
      const root = path.resolve(import.meta.dirname, '..', '..');
      // The program of APIGEN_BIN may start the executable in a root, where it is in another folder.
      const hint = process.env.APIGEN_BIN
        ? updateHint('apigen', '<folder>', true)
        : updateHint('apigen', root, false);
      expect({...run, stderr: run.stderr.replace(/(?<=--dir )\/[^`]*/, "'<folder>'")}).toEqual({
        status: 2,
        stdout: '',
        stderr: `unknown command "${word}"\n    ${hint}\n`,
      });
    },
  );

  test.concurrent.each([{args: ['mesh', '--help']}, {args: ['mesh', '-h']}, {args: ['help', 'mesh']}])(
    '$args prints the whole help',
    async ({args}) => {
      const {stdout, ...run} = await startCli(args, {
        cwd: folder,
        env: {COLUMNS: '110', OCLIF_COLUMNS: '110', NO_COLOR: '1'},
      });
      expect(run).toEqual({status: 0, stderr: ''});
      // `npm run generate` writes the page; another test finds it out of date.
      const page = readFileSync(new URL('../../docs/commands.md', import.meta.url), 'utf8');
      const [, help] = /^## `apigen mesh`\n\n```text\n(.*?)```$/ms.exec(page) ?? [];
      expect(`${stdout.replaceAll(/[ \t]+$/gm, '').trim()}\n`).toBe(help);
    },
  );
});

// The executables have no plugins, and no `apigen-lint`.
(process.env.APIGEN_BIN ? describe.skip : describe)('the npm package', () => {
  test.concurrent.each(['plugins install x', 'plugins update', 'plugins uninstall x', 'plugins link x'])(
    'reports that npm is missing for `%s`',
    async (line) => {
      const run = await startCli(line.split(' '), {cwd: folder, env: {PATH: folder}});
      expect(run).toEqual({
        status: 1,
        stdout: '',
        stderr: 'npm not found: plugins are installed with npm\n    add the folder of npm to PATH\n',
      });
    },
  );

  test.concurrent('lists every command and topic once', async () => {
    const {stdout} = await startCli(['--help'], {cwd: folder, env: {COLUMNS: '110', OCLIF_COLUMNS: '110'}});
    const listed = stdout.slice(stdout.indexOf('\nTOPICS')).match(/^ {2}\S+(?= {2,}\S)/gm) ?? [];
    expect(listed.map((name) => name.trim()).sort()).toEqual([
      ...[
        'autocomplete',
        'help',
        'init',
        'krm',
        'licenses',
        'mesh',
        'plugins',
        'report',
        'routes',
        'ruleset',
        'schema',
        'tracer',
        'version',
      ],
    ]);
  });

  test.concurrent('has help for `apigen-lint`', async () => {
    const script = `'${process.execPath}' '${fileURLToPath(new URL('../../bin/lint.js', import.meta.url))}' --help`;
    const {status, stdout, stderr} = await startShell(script, {cwd: folder});
    expect({status, stderr}).toEqual({status: 0, stderr: ''});
    expect(stdout).toContain('\nUsage: apigen-lint <description...> [option...]\n');
  });
});

describe('colours', () => {
  const surroundings = {CI: 'true', GITHUB_ACTIONS: 'true', COLORTERM: 'truecolor', TERM: 'xterm-256color'};
  test.concurrent.each([
    {env: {}, coloured: false},
    {env: {FORCE_COLOR: '1'}, coloured: true},
  ])('in a pipe on a CI machine with $env: $coloured', async ({env, coloured}) => {
    const run = await startCli(['help'], {cwd: folder, env: {...surroundings, ...env}});
    expect(run.status).toBe(0);
    expect(run.stdout.includes('\x1b[')).toBe(coloured);
  });
});

describe('a stack trace', () => {
  test.concurrent.each([
    {args: ['mesh', '--nope'], env: {}, shown: false},
    {args: ['mesh', '-i', 'missing.yaml'], env: {}, shown: false},
    {args: ['mesh', '--nope'], env: {DEBUG: '*'}, shown: true},
  ])('of $args with $env is shown: $shown', async ({args, env, shown}) => {
    const {stderr} = await startCli(args, {cwd: folder, env: {DEBUG: undefined, ...env}});
    expect(/^\s+at /m.test(stderr)).toBe(shown);
  });
});

describe('standard streams', () => {
  const run = 'apigen mesh -i openapi.yaml --service.name petstore';
  const empty = '<stdin>:1:1  the document is empty\n    name an OpenAPI description in YAML or JSON\n';
  const full = '<stdout>: no space left on the device\n    free some space or choose another disk\n';

  test.concurrent.each([
    {script: 'apigen mesh -i - --service.name petstore <&-', want: {status: 1, stdout: '', stderr: empty}},
    {
      script: 'apigen mesh -i - --service.name petstore </dev/null',
      want: {status: 1, stdout: '', stderr: empty},
    },
    {script: `${run} >/dev/full`, want: {status: 1, stdout: '', stderr: full}},
    {script: `${run} | head -c 4`, want: {status: 0, stdout: '---\n', stderr: ''}},
    {script: `${run} | true; echo "\${PIPESTATUS[0]}"`, want: {status: 0, stdout: '0\n', stderr: ''}},
    {script: `${run} >&-; echo $?`, want: {status: 0, stdout: '0\n', stderr: ''}},
    {
      script: `${run} -o - | head -n 2; ls -d ./-`,
      want: {
        status: 2,
        stdout: '---\napiVersion: mesh.io/v1alpha2\n',
        stderr: expect.stringMatching(/^ls: .*No such file or directory\n$/),
      },
    },
    {
      script: `${run} -o /dev/stdout | head -n 2`,
      want: {status: 0, stdout: '---\napiVersion: mesh.io/v1alpha2\n', stderr: ''},
    },
    {
      script: `echo log >log; ${run} -o /dev/stdout >>log; head -n 2 log`,
      want: {status: 0, stdout: 'log\n---\n', stderr: ''},
    },
    {
      script: 'cat openapi.yaml | apigen mesh -i /dev/stdin --service.name petstore | head -n 1',
      want: {status: 0, stdout: '---\n', stderr: ''},
    },
    {
      script: 'apigen mesh -i <(cat openapi.yaml) --service.name petstore | head -n 1',
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
      expect({status, stdout, stderr}).toEqual({
        status: 1,
        stdout: '',
        stderr: process.env.APIGEN_BIN
          ? // Bun checks the folder before our code runs.
            "error: The current working directory was deleted, so that command didn't work. Please cd into a different directory and try again.\n"
          : 'the working directory no longer exists\n    change to another directory\n',
      });
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

test.each([
  ['mesh', '--nope'],
  ['tracer', 'install', '--nope'],
])(
  '%s %s prints no warning for the author of the command, under NODE_ENV=development too',
  async (...args: string[]) => {
    const {status, stderr} = await startCli(args, {cwd: folder, env: {NODE_ENV: 'development'}});
    expect({status, warned: stderr.includes('UnparsedCommand')}).toEqual({status: 2, warned: false});
  },
);
