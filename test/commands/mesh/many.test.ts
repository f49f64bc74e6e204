import {existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync} from 'node:fs';
import path from 'node:path';
import {beforeEach, describe, expect, test} from '@jest/globals';
import {ends, runCli, startShell} from '../../start-cli.ts';
import {folderWith, writeIn} from '../../temporary-folder.ts';

const describeApi = (service: string, paths = '{/a: {get: {}}}') =>
  `openapi: 3.1.0\nx-apigen: {service: {name: ${service}}}\npaths: ${paths}\n`;
const WRONG_PORT = 'openapi: 3.1.0\nx-apigen: {service: {name: c, port: 0}}\npaths: {/a: {get: {}}}\n';
const PORT =
  'services/c/openapi.yaml:2:37  error: invalid `service.port` 0: expected an integer from 1 to 65535\n    for example `service: {port: 8080}`\n';

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

describe('the outputs of several descriptions', () => {
  test('are written to files named after their Services, if they differ', async () => {
    const rows = ['a', 'b'].map((name) => `services/${name}/openapi.yaml  mesh/${name}.yaml  written`);
    expect(await run('-o', 'mesh/')).toEqual(ends(0, table(rows, '2 descriptions: 2 written')));
    expect(readFileSync(inFolder('mesh/b.yaml'), 'utf8')).toContain('name: b.default.svc.cluster.local');
    write('services/b/openapi.yaml', describeApi('b', '{/b: {get: {}}}'));
    expect(await run('-o', 'mesh/')).toEqual(
      ends(0, table(rows.slice(1), '2 descriptions: 1 written, 1 unchanged')),
    );
  });

  test('are those of files and patterns, each once', async () => {
    write('other.yaml', describeApi('other'));
    expect(
      await run('-i', 'other.yaml', '-i', 'services/b/*', '-o', 'mesh', '--format', 'json'),
    ).toMatchObject({status: 0, stderr: expect.stringContaining('3 descriptions: 3 written')});
    expect(['a', 'b', 'other'].every((name) => existsSync(inFolder(`mesh/${name}.json`)))).toBe(true);
  });

  test('have rows in the table for those that failed, whatever else is there', async () => {
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

  test('are compared with --check', async () => {
    await run('-o', 'mesh');
    expect(await run('--check', 'mesh')).toEqual(ends(0, '2 descriptions: 2 unchanged\n'));
    write('services/a/openapi.yaml', describeApi('a', '{/b: {get: {}}}'));
    const {status, stdout, stderr} = await run('--check', 'mesh');
    expect({status, stderr}).toEqual({
      status: 1,
      stderr: `error: mesh/a.yaml: out of date: differs from the generated output\n    to update it, run the same command with \`-o\` instead of \`--check\`\n${table(
        ['services/a/openapi.yaml  mesh/a.yaml  out of date'],
        '2 descriptions: 1 unchanged, 1 out of date',
      )}`,
    });
    expect(stdout).toContain('--- a/mesh/a.yaml');
  });
});

describe('an overlay for several descriptions', () => {
  const overlay = (...targets: readonly string[]) =>
    write(
      'mesh.overlay.yaml',
      `overlay: 1.0.0
info: {title: Mesh, version: '1'}
actions:
${targets.map((target) => `  - {target: "${target}", update: {x-apigen: {retryable: true}}}\n`).join('')}`,
    );
  const NOTHING =
    '`target` "$.paths[\'/none\']" matches nothing in the description\n    correct the JSONPath (a `$ref` is not followed), or remove the action\n';

  beforeEach(() => {
    write('services/b/openapi.yaml', describeApi('b', '{/b: {get: {}}}'));
  });

  test('is reported once for an action that matches in none', async () => {
    overlay("$.paths['/a']", "$.paths['/none']");
    const {status, stderr} = await run('--overlay', 'mesh.overlay.yaml', '-o', 'mesh');
    expect(status).toBe(0);
    expect(stderr.startsWith(`mesh.overlay.yaml:5:14  warning: ${NOTHING}DESCRIPTION `)).toBe(true);
  });

  test('stops everything with --strict then', async () => {
    overlay("$.paths['/none']");
    expect(await run('--overlay', 'mesh.overlay.yaml', '-o', 'mesh', '--strict')).toEqual(
      ends(1, `mesh.overlay.yaml:4:14  error: ${NOTHING}2 descriptions: 2 not written\n`),
    );
    const {stdout} = await run('--overlay', 'mesh.overlay.yaml', '-o', 'mesh', '--strict', '--json');
    expect(JSON.parse(stdout).problems).toEqual([
      expect.objectContaining({severity: 'error', file: 'mesh.overlay.yaml', line: 4, column: 14}),
    ]);
  });
});

describe('an error in one of several descriptions', () => {
  beforeEach(() => {
    write('services/c/openapi.yaml', WRONG_PORT);
  });

  test('leaves all files as they are', async () => {
    expect(await run('-o', 'mesh')).toEqual(
      ends(
        1,
        `${PORT}${'DESCRIPTION              OUTPUT  RESULT\nservices/c/openapi.yaml  -       failed\n'}3 descriptions: 2 not written, 1 failed\n`,
      ),
    );
    expect(existsSync(inFolder('mesh'))).toBe(false);
  });

  test('has neither a password nor invisible characters in the JSON', async () => {
    const name = 'services/\u202e\u200b.yaml';
    write(name, describeApi('d'));
    const address = 'http://me:secret@127.0.0.1:1/c.yaml';
    const {stdout} = await run('-i', 'services/*.yaml', '-i', address, '-o', 'mesh', '--json');
    expect(stdout).not.toMatch(/secret|[\u202e\u200b]/);
    const {descriptions}: {descriptions: {description: string}[]} = JSON.parse(stdout);
    expect(descriptions.map(({description}) => description)).toEqual([
      ...['a', 'b', 'c'].map((folder) => `services/${folder}/openapi.yaml`),
      name,
      'http://127.0.0.1:1/c.yaml',
    ]);
  });
});

describe('files that cannot be written', () => {
  test('the second of two outputs for one file is an error', async () => {
    write('services/b/openapi.yaml', describeApi('a'));
    const {status, stderr} = await run('-o', 'mesh');
    expect(status).toBe(1);
    expect(stderr).toContain(
      'services/b/openapi.yaml:1:1  error: the output would replace mesh/a.yaml, which is the output of another API\n    set another `service.name`, or use `--merge` if they describe one Service\n',
    );
    expect(existsSync(inFolder('mesh'))).toBe(false);
  });

  test('so is that of one file through a symbolic link', async () => {
    mkdirSync(inFolder('mesh'));
    symlinkSync('a.yaml', inFolder('mesh/b.yaml'));
    const {status, stderr} = await run('-o', 'mesh');
    expect(status).toBe(1);
    expect(stderr).toContain('the output would replace mesh/b.yaml, which is the output of another API\n');
    expect(existsSync(inFolder('mesh/a.yaml'))).toBe(false);
  });

  test('an output does not replace a device, nor is compared with it', async () => {
    mkdirSync(inFolder('mesh'));
    symlinkSync('/dev/zero', inFolder('mesh/b.yaml'));
    for (const flag of ['-o', '--check']) {
      const {status, stderr} = await run(flag, 'mesh');
      expect({status, stderr: stderr.split('\n').slice(0, 2)}).toEqual({
        status: 1,
        stderr: [
          'services/b/openapi.yaml:1:1  error: mesh/b.yaml is not a regular file',
          '    choose another output',
        ],
      });
    }
    expect(existsSync(inFolder('mesh/a.yaml'))).toBe(false);
  });

  test('an output does not replace a description', async () => {
    write('mesh/a.yaml', describeApi('a'));
    const {status, stderr} = await runCli(
      ['mesh', '-i', 'mesh/*.yaml', '-i', 'services/b/openapi.yaml', '-o', 'mesh'],
      {cwd: folder},
    );
    expect({status, error: stderr.split('\n')[0]}).toEqual({
      status: 1,
      error: 'mesh/a.yaml:1:1  error: the output would replace mesh/a.yaml, which this run reads or writes',
    });
    expect(readFileSync(inFolder('mesh/a.yaml'), 'utf8')).toBe(describeApi('a'));
  });

  describe('after others', () => {
    const TOO_LONG = 'error: mesh/c.yaml: the name is too long\n    choose a shorter name\n';
    const before = 'before\n'.repeat(1000);
    const runLimited = (limit: string) =>
      startShell(`ulimit -f ${limit}\napigen mesh -i 'services/*/openapi.yaml' -o mesh`, {cwd: folder});
    const failed = 'services/c/openapi.yaml  mesh/c.yaml  failed';

    beforeEach(() => {
      write('services/c/openapi.yaml', describeApi('c'));
      write('mesh/a.yaml', before);
      symlinkSync('../else/b.yaml', inFolder('mesh/b.yaml'));
    });

    // A new file is created with a short name, and renamed after those before it.
    test('leave none changed when only renaming fails', async () => {
      symlinkSync(`../new/${'c'.repeat(252)}.yaml`, inFolder('mesh/c.yaml'));
      expect(await runLimited('unlimited')).toEqual(
        ends(1, `${TOO_LONG}${table([failed], '3 descriptions: 2 not written, 1 failed')}`),
      );
      expect(readFileSync(inFolder('mesh/a.yaml'), 'utf8')).toBe(before);
      expect(readlinkSync(inFolder('mesh/b.yaml'))).toBe('../else/b.yaml');
      expect(readdirSync(folder).sort()).toEqual(['mesh', 'services']);
      expect(readdirSync(inFolder('mesh')).sort()).toEqual(['a.yaml', 'b.yaml', 'c.yaml']);
    });

    test('are reported with those that cannot be restored', async () => {
      symlinkSync(`../new/${'c'.repeat(252)}.yaml`, inFolder('mesh/c.yaml'));
      const written = 'services/a/openapi.yaml  mesh/a.yaml  written';
      expect(await runLimited('1')).toEqual(
        ends(
          1,
          `${TOO_LONG}error: mesh/a.yaml: could not be restored: the file would be larger than allowed\n    raise the limit: \`ulimit -f unlimited\`\n${table([failed, written], '3 descriptions: 1 written, 1 not written, 1 failed')}`,
        ),
      );
      expect(existsSync(inFolder('else'))).toBe(false);
    });
  });
});

describe('a command line with several descriptions', () => {
  test.each([
    {
      args: ['-i', 'none/*.yaml', '-o', 'mesh'],
      stderr:
        'error: no file matches "none/*.yaml"\n    check the pattern; it is relative to the working directory, and `**` matches any folders\n',
      status: 1,
    },
    {
      args: ['--check', 'mesh/new.yaml'],
      stderr:
        '--check  error: "mesh/new.yaml" is a file: each of several descriptions has an output of its own\n    name a folder, such as `mesh/`, or add `--merge` if they describe one Service\n',
      status: 2,
    },
    {
      args: ['--merge', '--keep-going', '-o', 'mesh'],
      stderr:
        '--keep-going  error: cannot be combined with --merge\n    `apigen mesh --help` lists all flags\n',
      status: 2,
    },
  ])('$args', async ({args, stderr, status}) => {
    expect(await run(...args)).toEqual({status, stdout: '', stderr});
  });

  test('prints the JSON of one too, with its objects', async () => {
    write('services/b/openapi.yaml', describeApi('a', '{/b: {get: {}}}'));
    for (const [args, output] of [
      [['--merge'], {result: 'printed', manifests: [expect.objectContaining({spec: expect.anything()})]}],
      [['--merge', '-o', 'a.yaml'], {result: 'written', output: 'a.yaml'}],
      [['--merge', '--strict', '--service.port', '0'], undefined],
    ] as const) {
      const {status, stdout} = await run(...args, '--json');
      if (output === undefined) expect({status, stdout}).toEqual({status: 2, stdout: ''});
      else expect(JSON.parse(stdout).descriptions).toEqual([expect.objectContaining(output)]);
    }
  });

  test('reports every description that cannot be read', async () => {
    write('list.yaml', '- a\n- {b\n');
    expect(await run('-i', 'missing.yaml', '-i', 'list.yaml', '--merge')).toEqual(
      ends(
        1,
        'list.yaml:3:1  error: invalid YAML: missing closing }\n    close it, or indent the lines in it more than its key\nmissing.yaml  error: no such file\n    check the path; it is relative to the working directory\n2 errors in 4 descriptions\n',
      ),
    );
  });

  test('merges the files that match a pattern', async () => {
    write('services/b/openapi.yaml', describeApi('a', '{/b: {get: {}}}'));
    const {status, stdout} = await run('--merge');
    expect({status, names: stdout.match(/(?<=- condition:.*\n.*\n.*\n.*name: ).*/g)}).toEqual({
      status: 0,
      names: ['GET /a', 'GET /b'],
    });
  });
});
