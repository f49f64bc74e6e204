import {mkdtempSync, readFileSync, realpathSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {beforeAll, describe, expect, test} from '@jest/globals';
import {startCli, startShell} from '../start-cli.ts';

const manifest: {version: string} = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
const HELP_HINT = '    `apigen mesh --help` shows all flags\n';
const DESCRIPTION = 'openapi: 3.1.0\ninfo: {title: Pets, version: "1"}\npaths: {/pets: {get: {}}}\n';
const MANY = 'x'.repeat(5000);

let folder = '';
beforeAll(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'apigen-cli-')));
  writeFileSync(path.join(folder, 'openapi.yaml'), DESCRIPTION);
});

const pets = ['mesh', '-i', 'openapi.yaml', '--service.name', 'petstore'];

describe('a command line that is wrong exits with 2 and prints nothing to standard output', () => {
  test.concurrent.each([
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
    {args: ['mesh', '-i'], stderr: `Flag --in expects a value\n${HELP_HINT}`},
    {args: [...pets, '-i', 'b.yaml'], stderr: `Flag --in can only be specified once\n${HELP_HINT}`},
    {
      args: [...pets, '--format', 'xml'],
      stderr: `--format  must be one of yaml, json, but it is "xml"\n${HELP_HINT}`,
    },
    {
      args: [...pets, '--format', MANY],
      stderr: `--format  must be one of yaml, json, but it is "${MANY.slice(0, 199)}… (5000 characters)\n${HELP_HINT}`,
    },
    {
      args: [...pets, '--format', 'xml', '--api-version=v1', '--bogus', '-x'],
      stderr: `unknown flag "--bogus"\n${HELP_HINT}unknown flag "-x"\n${HELP_HINT}--api-version  must be one of mesh.io/v1alpha2, linkerd.io/v1alpha2, but it is "v1"\n${HELP_HINT}--format  must be one of yaml, json, but it is "xml"\n${HELP_HINT}`,
    },
    {
      args: [...pets, '-i', 'b.yaml', '--format=xml', '--bogus'],
      stderr: `Flag --in can only be specified once\n${HELP_HINT}unknown flag "--bogus"\n${HELP_HINT}--format  must be one of yaml, json, but it is "xml"\n${HELP_HINT}`,
    },
    {
      args: [...pets, '--bogus', '--format=xml'],
      stderr: `unknown flag "--bogus"\n${HELP_HINT}--format  must be one of yaml, json, but it is "xml"\n${HELP_HINT}`,
    },
    {
      args: [...pets, '--api-version', 'v1'],
      stderr: `--api-version  must be one of mesh.io/v1alpha2, linkerd.io/v1alpha2, but it is "v1"\n${HELP_HINT}`,
    },
    {
      args: [...pets, '--service.port', '-1'],
      stderr:
        '--service.port  `service.port` must be a whole number from 1 to 65535 (int32), but it is "-1"\n    write for example `--service.port 8080`\n',
    },
    {
      args: [...pets, '--bogus', '--service.port', '0', '--namespace=A'],
      stderr: `unknown flag "--bogus"\n${HELP_HINT}--namespace  \`namespace\` must be a DNS label: at most 63 lower-case letters, digits and "-", with a letter or digit at both ends, but it is "A"\n    write for example \`--namespace shop\`\n--service.port  \`service.port\` must be a whole number from 1 to 65535 (int32), but it is "0"\n    write for example \`--service.port 8080\`\n`,
    },
    {
      args: ['mesh', '-i', '', '--service.name', 'petstore'],
      stderr:
        '--in  the OpenAPI description is missing\n    name it with `-i <file>`; `-i -` reads standard input, `--config redocly.yaml` takes the APIs of a project\n',
    },
    {
      args: ['mesh', 'openapi.yaml'],
      stderr:
        '"openapi.yaml" is taken for the name of an API in redocly.yaml, but there is no such file here\n    name a description with `-i`: `apigen mesh -i openapi.yaml`\n',
    },
    {
      args: [...pets, 'two words'],
      stderr:
        '"two words" is taken for the name of an API in redocly.yaml, which cannot stand beside `--in`\n    leave the word out, or put quotes around a value with spaces\n',
    },
    {
      args: [...pets, '--check'],
      stderr:
        '--check  the file to compare with is missing\n    name it with `--check <file>`; only beside `--config` the files are known\n',
    },
    {
      args: ['mehs'],
      stderr:
        '"mehs" is no command of apigen\n    did you mean `apigen mesh`? `apigen help` lists all commands\n',
    },
    {
      args: [MANY],
      stderr: expect.stringMatching(
        /^"x{199}… \(5000 characters\) is no command of apigen\n {4}did you mean `apigen [a-z: ]+`\? `apigen help` lists all commands\n$/,
      ),
    },
    {
      args: [...pets, '-o', 'new.yaml', '--check', 'old.yaml'],
      stderr: `--check=old.yaml cannot also be provided when using --out\n${HELP_HINT}--out=new.yaml cannot also be provided when using --check\n${HELP_HINT}`,
    },
  ])('$args', async ({args, stderr}) => {
    expect(await startCli(args, {cwd: folder})).toEqual({status: 2, stdout: '', stderr});
  });
});

describe('what is asked for about the program', () => {
  test.concurrent.each([{args: ['--version']}, {args: ['version']}])('$args names it', async ({args}) => {
    const {status, stdout} = await startCli(args, {cwd: folder});
    expect({status, stdout}).toEqual({
      status: 0,
      stdout: expect.stringContaining(`@apigen/cli/${manifest.version} `),
    });
  });

  test.concurrent.each([{args: ['mesh', '--help']}, {args: ['mesh', '-h']}, {args: ['help', 'mesh']}])(
    '$args prints the whole help',
    async ({args}) => {
      const file = new URL('./mesh-help.txt', import.meta.url);
      const run = await startCli(args, {
        cwd: folder,
        env: {COLUMNS: '100', OCLIF_COLUMNS: '100', NO_COLOR: '1'},
      });
      if (process.env.APIGEN_REWRITE_CASES === '1') writeFileSync(file, run.stdout);
      expect(run).toEqual({status: 0, stdout: readFileSync(file, 'utf8'), stderr: ''});
    },
  );

  test.concurrent('a completion script is offered', async () => {
    const run = await startCli(['autocomplete', 'script', 'bash'], {
      cwd: folder,
      env: {XDG_CACHE_HOME: path.join(folder, 'cache'), XDG_DATA_HOME: path.join(folder, 'data')},
    });
    expect(run.status).toBe(0);
    expect(run.stdout).toContain('APIGEN_AC_BASH_SETUP_PATH=');
  });
});

describe('colours', () => {
  const surroundings = {CI: 'true', GITHUB_ACTIONS: 'true', COLORTERM: 'truecolor', TERM: 'xterm-256color'};
  test.concurrent.each([
    {env: {}, coloured: false},
    {env: {FORCE_COLOR: '1'}, coloured: true},
  ])('in a pipe on a CI machine with $env: $coloured', async ({env, coloured}) => {
    const run = await startCli(['autocomplete', 'bash'], {
      cwd: folder,
      env: {
        ...surroundings,
        ...env,
        XDG_CACHE_HOME: path.join(folder, 'c'),
        XDG_DATA_HOME: path.join(folder, 'd'),
      },
    });
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
  const empty = '<stdin>:1:1  this is empty\n    name an OpenAPI description in YAML or JSON\n';
  const full = '<stdout>: no space is left\n    make room, or choose another disk\n';

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

  // A program cannot be started in such a folder and in a root of its own at once.
  (process.env.BARE_ROOT ? test.skip : test.concurrent)(
    'a folder that was removed under the shell is told',
    async () => {
      const script = 'mkdir gone && cd gone && rmdir ../gone && apigen mesh -i - --service.name petstore';
      const {status, stdout, stderr} = await startShell(script, {cwd: folder, input: DESCRIPTION});
      expect({status, stdout, stderr}).toEqual({
        status: 1,
        stdout: '',
        stderr: process.env.APIGEN_BIN
          ? // Bun looks at the folder before anything of ours runs.
            "error: The current working directory was deleted, so that command didn't work. Please cd into a different directory and try again.\n"
          : 'the current folder is no longer there\n    change to a folder that is\n',
      });
    },
  );

  test.concurrent('a reader that closes early is no fault, however much is written', async () => {
    const paths = Array.from({length: 20_000}, (_, index) => [
      `/some/long/path/number/${index}/{id}`,
      {get: {}, put: {}},
    ]);
    writeFileSync(
      path.join(folder, 'many.json'),
      JSON.stringify({openapi: '3.1.0', paths: Object.fromEntries(paths)}),
    );
    const script = `apigen mesh -i many.json --service.name petstore | head -n 1; echo "\${PIPESTATUS[0]}"`;
    expect(await startShell(script, {cwd: folder})).toEqual({status: 0, stdout: '---\n0\n', stderr: ''});
  });
});

test.each([
  ['mesh', '--nope'],
  ['tracer', 'install', '--nope'],
])(
  'tells %s %s without a warning that is for the author, under NODE_ENV=development too',
  async (...args: string[]) => {
    const {status, stderr} = await startCli(args, {cwd: folder, env: {NODE_ENV: 'development'}});
    expect({status, warned: stderr.includes('UnparsedCommand')}).toEqual({status: 2, warned: false});
  },
);
