import {execFileSync} from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import {beforeEach, describe, expect, test} from '@jest/globals';
import {meshRun} from '../../commands/mesh/mesh-run.ts';
import {ends} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';

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
const DONE = ends(0, '');

let folder = '';
const inFolder = (...names: string[]) => path.join(folder, ...names);
const read = (name: string) => readFileSync(inFolder(name), 'utf8');
const write = (out: string, description = 'openapi.yaml') =>
  meshRun({in: [inFolder(description)], out: inFolder(out)}, folder);

const mount = (...args: readonly string[]) => execFileSync('mount', args, {stdio: 'pipe'});
const unmount = (where: string) => execFileSync('umount', [where]);

/** False for other users than root, and in a container that is not allowed to: such tests are reported as skipped. */
function canMount(): boolean {
  const where = folderWith();
  try {
    mount('-t', 'tmpfs', 'tmpfs', where);
  } catch {
    return false;
  }
  unmount(where);
  return true;
}

beforeEach(() => {
  folder = folderWith();
  writeFileSync(inFolder('openapi.yaml'), DESCRIPTION);
});

describe('--out', () => {
  test('writes a new file, with the last folder of its path, and no other file', async () => {
    expect(await write('a/profile.yaml')).toEqual(DONE);
    expect(read('a/profile.yaml')).toBe(PROFILE);
    expect(readdirSync(inFolder('a'))).toEqual(['profile.yaml']);
  });

  test.each([
    {out: 'openapi.yaml', what: 'the description'},
    {out: 'link.yaml', what: 'a symbolic link to the description'},
    {out: 'pets.yaml', what: 'a file that it refers to'},
  ])('never replaces $what', async ({out}) => {
    const description = 'openapi: 3.1.0\npaths: {/pets: {$ref: pets.yaml}}\n';
    writeFileSync(inFolder('openapi.yaml'), description);
    writeFileSync(inFolder('pets.yaml'), 'get: {}\n');
    symlinkSync('openapi.yaml', inFolder('link.yaml'));
    expect(await write(out)).toEqual(
      ends(1, `error: ${out}: the output would replace the description\n    write to another file\n`),
    );
    expect([read('openapi.yaml'), read('pets.yaml')]).toEqual([description, 'get: {}\n']);
  });

  test.each([
    {flag: 'out', other: 'info: {}\nopenapi: 3.0.3\n'},
    {flag: 'out', other: '{"info": {},\n  "swagger": "2.0"}\n'},
    {flag: 'out', other: '\ufeff"openapi": 3.0.3\n'},
    {flag: 'check', other: 'openapi: 3.1.0\n'},
  ])('never replaces another description: $flag, $other', async ({flag, other}) => {
    writeFileSync(inFolder('other.yaml'), other);
    const request = {in: [inFolder('openapi.yaml')], [flag]: inFolder('other.yaml')};
    expect(await meshRun(request, folder)).toEqual(
      ends(1, 'error: other.yaml: the output would replace another description\n    write to another file\n'),
    );
    expect(read('other.yaml')).toBe(other);
  });

  test('keeps the permissions, and as root the owner and the group, of an existing file', async () => {
    const file = inFolder('profile.yaml');
    writeFileSync(file, 'old and longer than what is written now\n'.repeat(99), {mode: 0o640});
    if (process.getuid?.() === 0) chownSync(file, 1234, 2345);
    const {uid, gid, mode} = statSync(file);
    expect(await write('profile.yaml')).toEqual(DONE);
    expect(statSync(file)).toMatchObject({uid, gid, mode});
    expect(read('profile.yaml')).toBe(PROFILE);
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

  test.each([
    ['openapi.yaml/profile.yaml', 'a part of the path is a file, not a directory', 'check the path'],
    ['read-only.yaml', 'is read-only', 'make it writable, or write to another file'],
    [`${'a'.repeat(300)}.yaml`, 'cannot be written: ENAMETOOLONG: name too long', 'choose another path'],
    ['/dev/full', 'no space left on the device', 'free some space or choose another disk'],
    ['/proc/a/b/c.yaml', 'no such folder "/proc/a"', 'create it, or fix the path'],
    ['/nope/a.yaml', 'no such folder "/nope"', 'create it, or fix the path'],
    ['', 'the file name is empty', 'name a file'],
  ])('refuses "%s", and changes nothing', async (out, reason, hint) => {
    mkdirSync(inFolder('folder'));
    writeFileSync(inFolder('read-only.yaml'), 'old\n', {mode: 0o444});
    const request = {in: [inFolder('openapi.yaml')], out: out && path.resolve(folder, out)};
    expect(await meshRun(request, folder)).toEqual(ends(1, `error: ${out}: ${reason}\n    ${hint}\n`));
    expect(readdirSync(folder).sort()).toEqual(['folder', 'openapi.yaml', 'read-only.yaml']);
    expect([read('openapi.yaml'), read('read-only.yaml')]).toEqual([DESCRIPTION, 'old\n']);
  });

  const asRoot = process.platform === 'linux' && process.getuid?.() === 0 ? test : test.skip;

  asRoot('writes directly to a file in a directory that this user cannot write to', async () => {
    mkdirSync(inFolder('read-only'));
    writeFileSync(inFolder('read-only/profile.yaml'), 'old\n');
    for (const name of ['', 'read-only', 'read-only/profile.yaml']) chmodSync(inFolder(name), 0o755);
    chownSync(inFolder('read-only/profile.yaml'), 1234, 1234);
    const {ino} = statSync(inFolder('read-only/profile.yaml'));
    process.seteuid?.(1234);
    try {
      expect(await write('read-only/profile.yaml')).toEqual(DONE);
      expect(await write('read-only/new.yaml')).toEqual(
        ends(
          1,
          'error: read-only/new.yaml: permission denied\n    check the permissions of the file and of its directory\n',
        ),
      );
    } finally {
      process.seteuid?.(0);
    }
    expect(read('read-only/profile.yaml')).toBe(PROFILE);
    expect(statSync(inFolder('read-only/profile.yaml')).ino).toBe(ino);
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

  whereMounts.each(['small/profile.yaml', 'mounted.yaml'])(
    'leaves %s as it is on a full disk',
    async (out) => {
      const paths = Array.from({length: 300}, (_, index) => `  /${index}: {get: {}}\n`);
      writeFileSync(inFolder('openapi.yaml'), `openapi: 3.1.0\npaths:\n${paths.join('')}`);
      writeFileSync(inFolder('mounted.yaml'), '');
      mkdirSync(inFolder('small'));
      mount('-t', 'tmpfs', '-o', 'size=8k', 'tmpfs', inFolder('small'));
      const old = 'old\n'.repeat(1000);
      writeFileSync(inFolder('small/profile.yaml'), old);
      // It cannot be replaced, so it is overwritten and restored.
      mount('--bind', inFolder('small/profile.yaml'), inFolder('mounted.yaml'));
      try {
        expect(await write(out)).toEqual(
          ends(1, `error: ${out}: no space left on the device\n    free some space or choose another disk\n`),
        );
        expect(readdirSync(inFolder('small'))).toEqual(['profile.yaml']);
        expect(read('small/profile.yaml')).toBe(old);
        expect(readdirSync(folder).sort()).toEqual(['mounted.yaml', 'openapi.yaml', 'small']);
      } finally {
        unmount(inFolder('mounted.yaml'));
        unmount(inFolder('small'));
      }
    },
  );

  test('writes to a pipe that has a reader', async () => {
    execFileSync('mkfifo', [inFolder('pipe')]);
    const reader = openSync(inFolder('pipe'), constants.O_RDONLY | constants.O_NONBLOCK);
    expect(await write('pipe')).toEqual(DONE);
    expect(readFileSync(reader, 'utf8')).toBe(PROFILE);
    closeSync(reader);
  });
});

describe('--check', () => {
  const check = (file: string, more = {}) =>
    meshRun({in: [inFolder('openapi.yaml')], check: inFolder(file), ...more}, folder);

  test('reports that only the line ends differ', async () => {
    writeFileSync(inFolder('profile.yaml'), PROFILE.replaceAll('\n', '\r\n'));
    expect((await check('profile.yaml')).stderr).toBe(
      'error: profile.yaml: only the line endings differ: the file has CRLF\n' +
        '    set `*.yaml text eol=lf` in .gitattributes\n',
    );
  });

  const lines = (count: number, text: string) => `${text}\n`.repeat(count);

  test.each([
    ['at most 1,000 lines of a difference', lines(1500, 'old'), '… and 517 more lines'],
    ['the beginning of more than 2,000 changed lines', lines(2100, 'old'), '… and more lines'],
  ])('prints %s', async (_, old, more) => {
    writeFileSync(inFolder('profile.yaml'), `---\n${old}`);
    const {stdout} = await check('profile.yaml');
    const [, , , hunk, first, ...rest] = stdout.split('\n');
    expect([hunk?.slice(0, 4), first, rest[0]]).toEqual(['@@ -', ' ---', '-old']);
    expect(rest.slice(-2)).toEqual([more, '']);
    expect(stdout.split('\n')).toHaveLength(1002);
  });
});
