import {execFileSync} from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {beforeEach, describe, expect, test} from '@jest/globals';
import {startCli, startShell} from '../../start-cli.ts';

const describeApi = (service: string, paths = '{/a: {get: {}}}') =>
  `openapi: 3.1.0\nx-apigen: {service: {name: ${service}}}\npaths: ${paths}\n`;
const WRONG_PORT = 'openapi: 3.1.0\nx-apigen: {service: {name: c, port: 0}}\npaths: {/a: {get: {}}}\n';
const PORT =
  'services/c/openapi.yaml:2:37  invalid `service.port` 0: expected an integer from 1 to 65535\n    for example `service: {port: 8080}`\n';

let folder = '';
const inFolder = (name: string) => path.join(folder, name);
const write = (name: string, text: string) => {
  mkdirSync(path.dirname(inFolder(name)), {recursive: true});
  writeFileSync(inFolder(name), text);
};

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'apigen-many-')));
  for (const name of ['a', 'b']) write(`services/${name}/openapi.yaml`, describeApi(name));
});

const run = (...args: string[]) =>
  startCli(['mesh', '-i', 'services/*/openapi.yaml', ...args], {cwd: folder});

const table = (rows: readonly string[], totals: string) =>
  [...(rows.length > 0 ? ['description              output       result', ...rows] : []), totals, ''].join(
    '\n',
  );

describe('the outputs of several descriptions', () => {
  test('are written to files named after their Services, if they differ', async () => {
    const rows = ['a', 'b'].map((name) => `services/${name}/openapi.yaml  mesh/${name}.yaml  written`);
    expect(await run('-o', 'mesh/')).toEqual({
      status: 0,
      stdout: '',
      stderr: table(rows, '2 descriptions: 2 written'),
    });
    expect(readFileSync(inFolder('mesh/b.yaml'), 'utf8')).toContain('name: b.default.svc.cluster.local');
    write('services/b/openapi.yaml', describeApi('b', '{/b: {get: {}}}'));
    expect(await run('-o', 'mesh/')).toEqual({
      status: 0,
      stdout: '',
      stderr: table(rows.slice(1), '2 descriptions: 1 written, 1 unchanged'),
    });
  });

  test('are those of files and patterns, each once', async () => {
    write('other.yaml', describeApi('other'));
    expect(
      await run('-i', 'other.yaml', '-i', 'services/b/*', '-o', 'mesh', '--format', 'json'),
    ).toMatchObject({status: 0, stderr: expect.stringContaining('3 descriptions: 3 written')});
    expect(['a', 'b', 'other'].every((name) => existsSync(inFolder(`mesh/${name}.json`)))).toBe(true);
  });

  test.each([['./services/a/openapi.yaml'], ['services/a/../a/openapi.yaml'], ['services/a/*.yaml']])(
    'are those of files that have several names, each once: %s',
    async (name) => {
      expect(await run('-i', name, '-o', 'mesh')).toEqual({
        status: 0,
        stdout: '',
        stderr: expect.stringContaining('2 descriptions: 2 written'),
      });
    },
  );

  test('are those of symbolic links to files too, but with ** not of files in linked folders', async () => {
    write('c.txt', describeApi('c'));
    symlinkSync('../c.txt', inFolder('services/c.yaml'));
    symlinkSync('..', inFolder('services/a/loop'));
    const {status, stderr} = await startCli(['mesh', '-i', 'services/**/*.yaml', '-o', 'mesh'], {
      cwd: folder,
    });
    expect({status, stderr}).toEqual({
      status: 0,
      stderr: table(
        [
          'services/a/openapi.yaml  mesh/a.yaml  written',
          'services/b/openapi.yaml  mesh/b.yaml  written',
          'services/c.yaml          mesh/c.yaml  written',
        ],
        '3 descriptions: 3 written',
      ),
    });
  });

  test('of a link that leads nowhere is an error', async () => {
    symlinkSync('../nowhere', inFolder('services/c'));
    mkdirSync(inFolder('services/d'));
    symlinkSync('nowhere.yaml', inFolder('services/d/openapi.yaml'));
    expect(await run('-o', 'mesh')).toEqual({
      status: 1,
      stdout: '',
      stderr: `services/d/openapi.yaml  no such file
    check the path; it is relative to the working directory
description              output  result
services/d/openapi.yaml  –       failed
3 descriptions: 2 not written, 1 failed
`,
    });
    expect(existsSync(inFolder('mesh'))).toBe(false);
  });

  test('of a link to a pipe is an error', async () => {
    execFileSync('mkfifo', [inFolder('pipe')]);
    mkdirSync(inFolder('services/c'));
    symlinkSync('../../pipe', inFolder('services/c/openapi.yaml'));
    const {status, stderr} = await run('-o', 'mesh');
    expect({status, errors: stderr.split('\n').slice(0, 2)}).toEqual({
      status: 1,
      errors: [
        'services/c/openapi.yaml  is not a regular file',
        '    only `--in` reads a pipe or a device, by its own name',
      ],
    });
  });

  test('are the same when they are divided between processors', async () => {
    const names = Array.from({length: 120}, (_, index) => `s${1000 + index}`);
    for (const name of names) write(`more/${name}.yaml`, describeApi(name, `{/${name}: {get: {}}}`));
    write(
      'more/s1060.yaml',
      'openapi: 3.1.0\nx-apigen: {service: {name: s1060}, x: 1}\npaths: {/a: {get: {}}}\n',
    );
    const {status, stdout} = await startCli(['mesh', '-i', 'more/*.yaml', '-o', 'mesh', '--json'], {
      cwd: folder,
    });
    const {descriptions}: {descriptions: {description: string; problems: object[]}[]} = JSON.parse(stdout);
    expect({status, names: descriptions.map(({description}) => description)}).toEqual({
      status: 0,
      names: names.map((name) => `more/${name}.yaml`),
    });
    expect(descriptions[60]?.problems).toEqual([
      expect.objectContaining({severity: 'warning', file: 'more/s1060.yaml', line: 2, column: 36}),
    ]);
    expect(readFileSync(inFolder('mesh/s1119.yaml'), 'utf8')).toContain('name: GET /s1119\n');
  });

  test('have rows in the table for those that failed, whatever else is there', async () => {
    const names = Array.from({length: 120}, (_, index) => `s${1000 + index}`);
    for (const name of names) write(`services/${name}/openapi.yaml`, describeApi(name));
    write('services/t/openapi.yaml', 'paths: {}\n');
    const {status, stderr} = await run('-o', 'mesh', '--keep-going');
    const lines = stderr.split('\n');
    const start = lines.findIndex((line) => line.startsWith('description '));
    expect({status, rows: lines.slice(start, start + 3), end: lines.slice(-3)}).toEqual({
      status: 1,
      rows: [
        'description                  output           result',
        'services/t/openapi.yaml      –                failed',
        'services/a/openapi.yaml      mesh/a.yaml      written',
      ],
      end: ['and 23 more', '123 descriptions: 122 written, 1 failed', ''],
    });
  });

  test('are compared with --check', async () => {
    await run('-o', 'mesh');
    expect(await run('--check', 'mesh')).toEqual({
      status: 0,
      stdout: '',
      stderr: '2 descriptions: 2 unchanged\n',
    });
    write('services/a/openapi.yaml', describeApi('a', '{/b: {get: {}}}'));
    const {status, stdout, stderr} = await run('--check', 'mesh');
    expect({status, stderr}).toEqual({
      status: 1,
      stderr: `mesh/a.yaml: out of date: differs from the generated output\n    to update it, run the same command with \`-o\` instead of \`--check\`\n${table(
        ['services/a/openapi.yaml  mesh/a.yaml  out of date'],
        '2 descriptions: 1 unchanged, 1 out of date',
      )}`,
    });
    expect(stdout).toContain('--- mesh/a.yaml');
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
    '`target` "$.paths[\'/none\']" matches nothing in the description\n    correct the JSONPath, or remove the action\n';

  beforeEach(() => write('services/b/openapi.yaml', describeApi('b', '{/b: {get: {}}}')));

  test('may have actions for only one of them', async () => {
    overlay("$.paths['/a']", "$.paths['/b']");
    const {status, stderr} = await run('--overlay', 'mesh.overlay.yaml', '-o', 'mesh', '--strict', '--json');
    expect({status, stderr}).toEqual({status: 0, stderr: ''});
  });

  test('is reported once for an action that matches in none', async () => {
    overlay("$.paths['/a']", "$.paths['/none']");
    const {status, stderr} = await run('--overlay', 'mesh.overlay.yaml', '-o', 'mesh');
    expect(status).toBe(0);
    expect(stderr.startsWith(`mesh.overlay.yaml:5:14  warning: ${NOTHING}description `)).toBe(true);
  });

  test('stops everything with --strict then', async () => {
    overlay("$.paths['/none']");
    expect(await run('--overlay', 'mesh.overlay.yaml', '-o', 'mesh', '--strict')).toEqual({
      status: 1,
      stdout: '',
      stderr: `mesh.overlay.yaml:4:14  ${NOTHING}2 descriptions: 2 not written\n`,
    });
    const {stdout} = await run('--overlay', 'mesh.overlay.yaml', '-o', 'mesh', '--strict', '--json');
    expect(JSON.parse(stdout).problems).toEqual([
      expect.objectContaining({severity: 'error', file: 'mesh.overlay.yaml', line: 4, column: 14}),
    ]);
  });
});

describe('an error in one of several descriptions', () => {
  beforeEach(() => write('services/c/openapi.yaml', WRONG_PORT));

  test('leaves all files as they are', async () => {
    expect(await run('-o', 'mesh')).toEqual({
      status: 1,
      stdout: '',
      stderr: `${PORT}${'description              output  result\nservices/c/openapi.yaml  –       failed\n'}3 descriptions: 2 not written, 1 failed\n`,
    });
    expect(existsSync(inFolder('mesh'))).toBe(false);
  });

  test('leaves its own file as it is with --keep-going', async () => {
    const {status, stderr} = await run('-o', 'mesh', '--keep-going');
    expect({status, totals: stderr.split('\n').at(-2)}).toEqual({
      status: 1,
      totals: '3 descriptions: 2 written, 1 failed',
    });
    expect(existsSync(inFolder('mesh/a.yaml'))).toBe(true);
    expect(existsSync(inFolder('mesh/c.yaml'))).toBe(false);
  });

  test('is in the JSON', async () => {
    const {status, stdout, stderr} = await run('-o', 'mesh', '--keep-going', '--json');
    const objects = [{kind: 'ServiceProfile', name: 'a.default.svc.cluster.local', namespace: 'default'}];
    expect({status, stderr}).toEqual({status: 1, stderr: ''});
    const {descriptions, summary} = JSON.parse(stdout);
    expect(descriptions[0]).toEqual({
      description: 'services/a/openapi.yaml',
      output: 'mesh/a.yaml',
      result: 'written',
      objects,
      problems: [],
    });
    expect(descriptions[2]).toEqual({
      description: 'services/c/openapi.yaml',
      result: 'failed',
      objects: [],
      problems: [
        {
          severity: 'error',
          code: 'setting-value',
          message: 'invalid `service.port` 0: expected an integer from 1 to 65535',
          hint: 'for example `service: {port: 8080}`',
          file: 'services/c/openapi.yaml',
          line: 2,
          column: 37,
        },
      ],
    });
    expect(summary).toEqual({
      written: 2,
      unchanged: 0,
      'out of date': 0,
      'not written': 0,
      skipped: 0,
      failed: 1,
    });
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
  test('two outputs for one file are errors of both descriptions', async () => {
    write('services/b/openapi.yaml', describeApi('a'));
    const hint = '    set another `service.name`, or use `--merge` if they describe one Service\n';
    const {status, stderr} = await run('-o', 'mesh');
    expect(status).toBe(1);
    expect(stderr).toContain(
      `services/a/openapi.yaml:1:1  the output mesh/a.yaml is that of services/b/openapi.yaml too\n${hint}services/b/openapi.yaml:1:1  the output mesh/a.yaml is that of services/a/openapi.yaml too\n${hint}`,
    );
  });

  test('two outputs for one file through a symbolic link are errors of both descriptions', async () => {
    mkdirSync(inFolder('mesh'));
    symlinkSync('a.yaml', inFolder('mesh/b.yaml'));
    const hint = '    remove the symbolic link\n';
    const rows = ['a', 'b'].map((name) => `services/${name}/openapi.yaml  –       failed`);
    expect(await run('-o', 'mesh')).toEqual({
      status: 1,
      stdout: '',
      stderr: `services/a/openapi.yaml:1:1  the output mesh/a.yaml is the same file as mesh/b.yaml, that of services/b/openapi.yaml\n${hint}services/b/openapi.yaml:1:1  the output mesh/b.yaml is the same file as mesh/a.yaml, that of services/a/openapi.yaml\n${hint}${table(rows, '2 descriptions: 2 failed').replace('output       result', 'output  result')}`,
    });
    expect(existsSync(inFolder('mesh/a.yaml'))).toBe(false);
  });

  test.each([
    {what: 'a pipe', make: (file: string) => execFileSync('mkfifo', [file])},
    {what: 'a folder', make: (file: string) => mkdirSync(file)},
    {what: 'a link to a device', make: (file: string) => symlinkSync('/dev/zero', file)},
  ])('an output does not replace $what, nor is compared with it', async ({make}) => {
    mkdirSync(inFolder('mesh'));
    make(inFolder('mesh/b.yaml'));
    for (const flag of ['-o', '--check']) {
      const {status, stderr} = await run(flag, 'mesh');
      expect({status, stderr: stderr.split('\n').slice(0, 2)}).toEqual({
        status: 1,
        stderr: [
          'services/b/openapi.yaml:1:1  mesh/b.yaml is not a regular file',
          '    remove it, or choose another folder',
        ],
      });
    }
    expect(existsSync(inFolder('mesh/a.yaml'))).toBe(false);
  });

  test('an output does not replace a description', async () => {
    write('mesh/a.yaml', describeApi('a'));
    const {status, stderr} = await startCli(
      ['mesh', '-i', 'mesh/*.yaml', '-i', 'services/b/openapi.yaml', '-o', 'mesh'],
      {cwd: folder},
    );
    expect({status, error: stderr.split('\n')[0]}).toEqual({
      status: 1,
      error: 'mesh/a.yaml:1:1  the output would replace mesh/a.yaml, which this run reads',
    });
    expect(readFileSync(inFolder('mesh/a.yaml'), 'utf8')).toBe(describeApi('a'));
  });

  describe('after others', () => {
    const TOO_LONG = 'mesh/c.yaml: the name is too long\n    choose a shorter name\n';
    const before = 'before\n'.repeat(1000);
    const runLimited = (limit: string) =>
      startShell(`ulimit -f ${limit}\napigen mesh -i 'services/*/openapi.yaml' -o mesh`, {cwd: folder});
    const failed = 'services/c/openapi.yaml  mesh/c.yaml  failed';
    const expectUnchanged = () => {
      expect(readFileSync(inFolder('mesh/a.yaml'), 'utf8')).toBe(before);
      expect(readlinkSync(inFolder('mesh/b.yaml'))).toBe('../else/b.yaml');
      expect(readdirSync(folder).sort()).toEqual(['mesh', 'services']);
      expect(readdirSync(inFolder('mesh')).sort()).toEqual(['a.yaml', 'b.yaml', 'c.yaml']);
    };

    beforeEach(() => {
      write('services/c/openapi.yaml', describeApi('c'));
      write('mesh/a.yaml', before);
      symlinkSync('../else/b.yaml', inFolder('mesh/b.yaml'));
    });

    test('leave no file, link or folder changed', async () => {
      symlinkSync('c.yaml', inFolder('mesh/c.yaml'));
      expect(await runLimited('1')).toEqual({
        status: 1,
        stdout: '',
        stderr: `mesh/c.yaml: too many symbolic links\n    check the links for a cycle\n${table([failed], '3 descriptions: 2 not written, 1 failed')}`,
      });
      expectUnchanged();
    });

    // A new file is created with a short name, and renamed after those before it.
    test('leave none changed when only renaming fails', async () => {
      symlinkSync(`../new/${'c'.repeat(252)}.yaml`, inFolder('mesh/c.yaml'));
      expect(await runLimited('unlimited')).toEqual({
        status: 1,
        stdout: '',
        stderr: `${TOO_LONG}${table([failed], '3 descriptions: 2 not written, 1 failed')}`,
      });
      expectUnchanged();
    });

    test('are reported with those that cannot be restored', async () => {
      symlinkSync(`../new/${'c'.repeat(252)}.yaml`, inFolder('mesh/c.yaml'));
      const written = 'services/a/openapi.yaml  mesh/a.yaml  written';
      expect(await runLimited('1')).toEqual({
        status: 1,
        stdout: '',
        stderr: `${TOO_LONG}mesh/a.yaml: could not be restored: the file would be larger than allowed\n    raise the limit: \`ulimit -f unlimited\`\n${table([failed, written], '3 descriptions: 1 written, 1 not written, 1 failed')}`,
      });
      expect(existsSync(inFolder('else'))).toBe(false);
    });
  });

  test('the files before one that cannot be written are left as they are', async () => {
    write('mesh/a.yaml', 'before\n');
    write('mesh/b.yaml', 'before\n');
    chmodSync(inFolder('mesh/b.yaml'), 0o444);
    const {status, stderr} = await run('-o', 'mesh');
    expect({status, stderr}).toEqual({
      status: 1,
      stderr: `mesh/b.yaml: is read-only\n    make it writable, or write to another file\n${table(
        ['services/b/openapi.yaml  mesh/b.yaml  failed'],
        '2 descriptions: 1 not written, 1 failed',
      )}`,
    });
    expect(readFileSync(inFolder('mesh/a.yaml'), 'utf8')).toBe('before\n');
  });
});

describe('a command line with several descriptions', () => {
  test.each([
    {
      args: [],
      stderr:
        '--in  several descriptions\n    add `-o <folder>/` to write a file for each, or `--merge` if they describe one Service\n',
      status: 2,
    },
    {
      args: ['-i', 'none/*.yaml', '-o', 'mesh'],
      stderr:
        '--in  no file matches "none/*.yaml"\n    check the pattern; it is relative to the working directory, and `**` matches any folders\n',
      status: 1,
    },
    {
      args: ['-o', '-'],
      stderr:
        '--in  several descriptions\n    add `-o <folder>/` to write a file for each, or `--merge` if they describe one Service\n',
      status: 2,
    },
    ...['-o', '--check'].map((flag) => ({
      args: [flag, 'mesh/new.yaml'],
      stderr: `${flag === '-o' ? '--out' : flag}  "mesh/new.yaml" is a file: each of several descriptions has an output of its own\n    name a folder, such as \`mesh/\`, or add \`--merge\` if they describe one Service\n`,
      status: 2,
    })),
    {
      args: ['--merge', '--json', '-o', 'mesh'],
      stderr: '--json  cannot be combined with --merge\n    remove one of the two\n',
      status: 2,
    },
  ])('$args', async ({args, stderr, status}) => {
    expect(await run(...args)).toEqual({status, stdout: '', stderr});
  });

  test('takes a folder with the name of a file', async () => {
    mkdirSync(inFolder('new.yaml'));
    expect(await run('-o', 'new.yaml')).toMatchObject({status: 0});
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
