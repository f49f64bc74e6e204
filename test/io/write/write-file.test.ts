import {execFileSync, spawnSync} from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import {hostname, tmpdir} from 'node:os';
import path from 'node:path';
import {beforeEach, describe, expect, test} from '@jest/globals';
import {meshRun} from '../mesh-run.ts';

const DESCRIPTION = 'openapi: 3.1.0\ninfo: {title: Pets, version: "1"}\npaths: {/pets: {get: {}}}\n';
const PROFILE = `---
apiVersion: mesh.io/v1alpha2
kind: ServiceProfile
metadata:
  creationTimestamp: null
  name: petstore.default.svc.cluster.local
  namespace: default
spec:
  routes:
    - condition:
        method: GET
        pathRegex: /pets
      name: GET /pets
`;
const DONE = {status: 0, stdout: '', stderr: ''};

let folder = '';
const inFolder = (...names: string[]) => path.join(folder, ...names);
const read = (name: string) => readFileSync(inFolder(name), 'utf8');
const write = (out: string, description = 'openapi.yaml') =>
  meshRun({in: [inFolder(description)], out: inFolder(out)}, folder);

const mount = (...args: readonly string[]) => execFileSync('mount', args, {stdio: 'pipe'});
const unmount = (where: string) => execFileSync('umount', [where]);

/** False for other users than root, and in a container that is not allowed to: such tests are reported as skipped. */
function canMount(): boolean {
  const where = mkdtempSync(path.join(tmpdir(), 'apigen-mount-'));
  try {
    mount('-t', 'tmpfs', 'tmpfs', where);
  } catch {
    return false;
  }
  unmount(where);
  return true;
}

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'apigen-out-')));
  writeFileSync(inFolder('openapi.yaml'), DESCRIPTION);
});

describe('--out', () => {
  test('writes a new file, with the directories on the way, and no other file', async () => {
    expect(await write('a/b/profile.yaml')).toEqual(DONE);
    expect(read('a/b/profile.yaml')).toBe(PROFILE);
    expect(readdirSync(inFolder('a/b'))).toEqual(['profile.yaml']);
  });

  const onLinux = process.platform === 'linux' ? test : test.skip;
  onLinux.each(['/proc/profile.yaml', '/proc/a/b/profile.yaml'])(
    'ends where no file can be created: %s',
    async (out) => {
      expect(await meshRun({in: [inFolder('openapi.yaml')], out}, folder)).toEqual({
        status: 1,
        stdout: '',
        stderr: `${out}: no file can be created there\n    choose another directory\n`,
      });
    },
  );

  test.each([
    {out: 'openapi.yaml', what: 'the description'},
    {out: 'link.yaml', what: 'a symbolic link to the description'},
    {out: 'pets.yaml', what: 'a file that it refers to'},
  ])('never replaces $what', async ({out}) => {
    const description = 'openapi: 3.1.0\npaths: {/pets: {$ref: pets.yaml}}\n';
    writeFileSync(inFolder('openapi.yaml'), description);
    writeFileSync(inFolder('pets.yaml'), 'get: {}\n');
    symlinkSync('openapi.yaml', inFolder('link.yaml'));
    expect(await write(out)).toEqual({
      status: 1,
      stdout: '',
      stderr: `${out}: the output would replace the description\n    write to another file\n`,
    });
    expect([read('openapi.yaml'), read('pets.yaml')]).toEqual([description, 'get: {}\n']);
  });

  test.each([0o600, 0o666, 0o755])('keeps the permissions %o of an existing file', async (mode) => {
    writeFileSync(inFolder('profile.yaml'), 'old and longer than what is written now\n'.repeat(99));
    chmodSync(inFolder('profile.yaml'), mode);
    expect(await write('profile.yaml')).toEqual(DONE);
    expect(read('profile.yaml')).toBe(PROFILE);
    expect(statSync(inFolder('profile.yaml')).mode & 0o7777).toBe(mode);
  });

  test.each([{before: 'old\n'}, {before: undefined}])(
    'writes through a symbolic link to $before',
    async ({before}) => {
      mkdirSync(inFolder('real'));
      if (before !== undefined) writeFileSync(inFolder('real/profile.yaml'), before);
      symlinkSync('real/profile.yaml', inFolder('inner.yaml'));
      symlinkSync('inner.yaml', inFolder('profile.yaml'));
      expect(await write('profile.yaml')).toEqual(DONE);
      expect(lstatSync(inFolder('profile.yaml')).isSymbolicLink()).toBe(true);
      expect(readlinkSync(inFolder('inner.yaml'))).toBe('real/profile.yaml');
      expect(read('real/profile.yaml')).toBe(PROFILE);
    },
  );

  test('leaves an existing file and the directories as they are when the description is wrong', async () => {
    writeFileSync(inFolder('wrong.yaml'), 'openapi: 3.1.0\n');
    writeFileSync(inFolder('profile.yaml'), 'old\n');
    expect((await write('profile.yaml', 'wrong.yaml')).status).toBe(1);
    expect((await write('new/profile.yaml', 'wrong.yaml')).status).toBe(1);
    expect(read('profile.yaml')).toBe('old\n');
    expect(existsSync(inFolder('new'))).toBe(false);
  });

  test.each([
    {
      out: 'folder',
      stderr: 'folder: is a directory\n    name the file in it\n',
    },
    {
      out: 'folder/',
      stderr: 'folder/: is a directory\n    name the file in it\n',
    },
    {
      out: 'https://me:secret@host/',
      stderr: 'https://host/: is the name of a directory\n    name the file in it\n',
    },
    {out: 'new/', stderr: 'new/: is the name of a directory\n    name the file in it\n'},
    {
      out: 'openapi.yaml/profile.yaml',
      stderr:
        'openapi.yaml/profile.yaml: a part of the path is a file, not a directory\n    choose another path\n',
    },
    {
      out: 'openapi.yaml/a/profile.yaml',
      stderr:
        'openapi.yaml/a/profile.yaml: a part of the path is a file, not a directory\n    choose another path\n',
    },
  ])('refuses $out', async ({out, stderr}) => {
    mkdirSync(inFolder('folder'));
    expect(await meshRun({in: [inFolder('openapi.yaml')], out: `${folder}/${out}`}, folder)).toEqual({
      status: 1,
      stdout: '',
      stderr,
    });
    expect(readdirSync(folder).sort()).toEqual(['folder', 'openapi.yaml']);
    expect(read('openapi.yaml')).toBe(DESCRIPTION);
  });

  test.each([
    {out: '', stderr: ': the file name is empty\n    name a file\n'},
    {
      out: '/dev/full',
      stderr: '/dev/full: no space left on the device\n    free some space or choose another disk\n',
    },
  ])('refuses "$out"', async ({out, stderr}) => {
    expect(await meshRun({in: [inFolder('openapi.yaml')], out}, folder)).toEqual({
      status: 1,
      stdout: '',
      stderr,
    });
  });

  test('refuses a read-only file', async () => {
    writeFileSync(inFolder('profile.yaml'), 'old\n', {mode: 0o444});
    expect(await write('profile.yaml')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'profile.yaml: is read-only\n    make it writable, or write to another file\n',
    });
    expect(read('profile.yaml')).toBe('old\n');
  });

  test('removes temporary files of killed runs, and no others', async () => {
    const host = hostname().replaceAll(/[^A-Za-z0-9.-]/g, '_');
    const ended = spawnSync(process.execPath, ['-e', '']).pid;
    const kept = [
      `.apigen-${host}-${process.ppid}-1.tmp`,
      '.apigen-another.host-1-1.tmp',
      '.apigen.tmp',
      'openapi.yaml',
    ];
    for (const name of [...kept.slice(0, -1), `.apigen-${host}-${ended}-1.tmp`])
      writeFileSync(inFolder(name), '');
    const old = '.apigen-another.host-2-2.tmp';
    writeFileSync(inFolder(old), '');
    utimesSync(inFolder(old), 0, 0);
    expect(await write('profile.yaml')).toEqual(DONE);
    expect(readdirSync(folder).sort()).toEqual([...kept, 'profile.yaml'].sort());
  });

  const asRoot = process.platform === 'linux' && process.getuid?.() === 0 ? test : test.skip;

  asRoot('keeps the owner and the group of a file of another user', async () => {
    writeFileSync(inFolder('profile.yaml'), 'old\n', {mode: 0o640});
    chownSync(inFolder('profile.yaml'), 1234, 2345);
    expect(await write('profile.yaml')).toEqual(DONE);
    const {uid, gid, mode} = statSync(inFolder('profile.yaml'));
    expect([uid, gid, mode & 0o7777, read('profile.yaml')]).toEqual([1234, 2345, 0o640, PROFILE]);
  });

  const whereMounts = canMount() ? test : test.skip;

  whereMounts('writes to a mount point, as in a container', async () => {
    writeFileSync(inFolder('profile.yaml'), 'old and longer than what is written now\n'.repeat(99));
    writeFileSync(inFolder('mounted.yaml'), '');
    mount('--bind', inFolder('profile.yaml'), inFolder('mounted.yaml'));
    try {
      expect(await write('mounted.yaml')).toEqual(DONE);
    } finally {
      unmount(inFolder('mounted.yaml'));
    }
    expect(read('profile.yaml')).toBe(PROFILE);
    expect(readdirSync(folder).sort()).toEqual(['mounted.yaml', 'openapi.yaml', 'profile.yaml']);
  });

  whereMounts('leaves a file as it is when the disk is full', async () => {
    mkdirSync(inFolder('small'));
    mount('-t', 'tmpfs', '-o', 'size=8k', 'tmpfs', inFolder('small'));
    try {
      writeFileSync(inFolder('small/profile.yaml'), 'old\n'.repeat(1000));
      const paths = Array.from({length: 100}, (_, index) => `  /${index}: {get: {}}\n`);
      writeFileSync(inFolder('openapi.yaml'), `openapi: 3.1.0\npaths:\n${paths.join('')}`);
      expect(await write('small/profile.yaml')).toEqual({
        status: 1,
        stdout: '',
        stderr:
          'small/profile.yaml: no space left on the device\n    free some space or choose another disk\n',
      });
      expect(readdirSync(inFolder('small'))).toEqual(['profile.yaml']);
      expect(read('small/profile.yaml')).toBe('old\n'.repeat(1000));
    } finally {
      unmount(inFolder('small'));
    }
  });

  test('refuses a name that is too long, and removes the directories that it created', async () => {
    const {status, stderr} = await write(`new/${'a'.repeat(300)}.yaml`);
    expect({status, stderr}).toEqual({
      status: 1,
      stderr: `new/${'a'.repeat(300)}.yaml: the name is too long\n    choose a shorter name\n`,
    });
    expect(existsSync(inFolder('new'))).toBe(false);
  });

  test('writes to a device directly', async () => {
    expect(await meshRun({in: [inFolder('openapi.yaml')], out: '/dev/null'}, folder)).toEqual(DONE);
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  onLinux('writes to a pipe that has a reader', async () => {
    execFileSync('mkfifo', [inFolder('pipe')]);
    expect(await write('pipe')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'pipe: is a pipe that nothing reads\n    start its reader first\n',
    });
    const reader = openSync(inFolder('pipe'), constants.O_RDONLY | constants.O_NONBLOCK);
    expect(await write('pipe')).toEqual(DONE);
    expect(readFileSync(reader, 'utf8')).toBe(PROFILE);
    closeSync(reader);
  });
});

describe('--check', () => {
  const check = (file: string, more = {}) =>
    meshRun({in: [inFolder('openapi.yaml')], check: inFolder(file), ...more}, folder);

  test('prints nothing for a file that is up to date', async () => {
    writeFileSync(inFolder('profile.yaml'), PROFILE);
    expect(await check('profile.yaml')).toEqual(DONE);
  });

  test('compares JSON with JSON', async () => {
    const {stdout} = await meshRun({in: [inFolder('openapi.yaml')], format: 'json'}, folder);
    writeFileSync(inFolder('profile.json'), stdout);
    expect(await check('profile.json', {format: 'json'})).toEqual(DONE);
    expect((await check('profile.json')).status).toBe(1);
  });

  test('prints a unified diff to standard output, and changes nothing', async () => {
    const old = PROFILE.replaceAll('/pets', '/cats');
    writeFileSync(inFolder('profile.yaml'), old);
    const {status, stdout, stderr} = await check('profile.yaml');
    expect({status, stderr}).toEqual({
      status: 1,
      stderr:
        'profile.yaml: out of date: differs from the generated output\n' +
        '    to update it, run the same command with `-o` instead of `--check`\n',
    });
    expect(stdout.split('\n')).toEqual([
      '='.repeat(67),
      `--- ${inFolder('profile.yaml')}`,
      `+++ ${inFolder('profile.yaml')} (generated)`,
      '@@ -8,6 +8,6 @@',
      ' spec:',
      '   routes:',
      '     - condition:',
      '         method: GET',
      '-        pathRegex: /cats',
      '-      name: GET /cats',
      '+        pathRegex: /pets',
      '+      name: GET /pets',
      '',
    ]);
    expect(read('profile.yaml')).toBe(old);
  });

  test.each([
    {name: 'a missing final newline', text: PROFILE.slice(0, -1)},
    {name: 'CRLF', text: PROFILE.replaceAll('\n', '\r\n')},
    {name: 'a byte order mark', text: `\ufeff${PROFILE}`},
    {name: 'nothing', text: ''},
  ])('$name is a difference', async ({text}) => {
    writeFileSync(inFolder('profile.yaml'), text);
    const {status, stdout} = await check('profile.yaml');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^@@ /m);
  });

  test('reports that only the line ends differ', async () => {
    writeFileSync(inFolder('profile.yaml'), PROFILE.replaceAll('\n', '\r\n'));
    expect((await check('profile.yaml')).stderr).toBe(
      'profile.yaml: only the line endings differ: the file has CRLF\n' +
        '    set `*.yaml text eol=lf` in .gitattributes\n',
    );
  });

  test('a missing file counts as different, and is not created', async () => {
    const {status, stdout, stderr} = await check('new/profile.yaml');
    expect({status, stderr}).toEqual({
      status: 1,
      stderr:
        'new/profile.yaml: no such file\n' +
        '    to update it, run the same command with `-o` instead of `--check`\n',
    });
    expect(stdout).toContain('@@ -0,0 +1,13 @@\n+---\n+apiVersion: mesh.io/v1alpha2\n');
    expect(existsSync(inFolder('new'))).toBe(false);
  });

  test('a file that is much larger than the output is not read', async () => {
    writeFileSync(inFolder('profile.yaml'), '');
    truncateSync(inFolder('profile.yaml'), 4 * 1024 * 1024 + 1);
    expect(await check('profile.yaml')).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'profile.yaml: out of date: more than twice as large as the generated output\n' +
        '    to update it, run the same command with `-o` instead of `--check`\n',
    });
  });

  test('prints at most 2,000 characters of a line', async () => {
    writeFileSync(inFolder('profile.yaml'), 'a'.repeat(5000));
    const {stdout} = await check('profile.yaml');
    expect(stdout).toContain(`\n-${'a'.repeat(1998)}…\n`);
  });

  test('a directory cannot be compared', async () => {
    expect(await meshRun({in: [inFolder('openapi.yaml')], check: `${folder}/.`}, folder)).toEqual({
      status: 1,
      stdout: '',
      stderr: '.: is a directory\n    name the file in it\n',
    });
  });

  test('a pipe cannot be compared', async () => {
    execFileSync('mkfifo', [inFolder('pipe')]);
    expect(await check('pipe')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'pipe: is not a regular file\n    only `--in` reads a pipe or a device, by its own name\n',
    });
  });
});
