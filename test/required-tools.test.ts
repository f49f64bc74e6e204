import {execFileSync, spawnSync} from 'node:child_process';
import {chmodSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
// @ts-expect-error plain JavaScript, because it runs before anything is built
import {notLinuxMessage, REQUIRED_TOOLS} from '../release/tools/required-tools.mjs';

const root = path.resolve(import.meta.dirname, '..');
const tools: readonly {readonly program: string; readonly debian: string; readonly fedora: string}[] =
  REQUIRED_TOOLS;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'apigen-path-'));
});
afterAll(() => rmSync(folder, {recursive: true}));

/** A folder for PATH with an executable for each required tool but `lacking`, and with Node and npm. */
function pathWithout(lacking: readonly string[]): string {
  const bin = mkdtempSync(path.join(folder, 'bin-'));
  for (const {program} of tools.filter(({program}) => !lacking.includes(program))) {
    writeFileSync(path.join(bin, program), '#!/bin/sh\n');
    chmodSync(path.join(bin, program), 0o755);
  }
  symlinkSync(process.execPath, path.join(bin, 'node'));
  return bin;
}

function checkTools(environment: Readonly<Record<string, string>>) {
  const script = path.join(root, 'release', 'tools', 'check-tools.mjs');
  const {status, stdout, stderr} = spawnSync(process.execPath, [script], {
    env: environment,
    encoding: 'utf8',
  });
  return {status, stdout, stderr};
}

const ONE = `\`npm run release\` needs a program that is not on PATH:

  zip  to write the .zip archives for Windows

install, then run it again:

  Debian, Ubuntu  sudo apt-get install zip
  Fedora          sudo dnf install zip
`;
const SEVERAL = `\`npm run release\` needs 4 programs that are not on PATH:

  git             to read the time of the commit
  go              to build helm and nfpm (Go 1.21 or newer)
  apt-ftparchive  to index the apt repository
  createrepo_c    to index the yum repository

install, then run it again:

  Debian, Ubuntu  sudo apt-get install git golang-go apt-utils createrepo-c
  Fedora          sudo dnf install git golang apt-utils createrepo_c
`;
const SIGNING = `\`npm run release\` needs 2 programs that are not on PATH:

  gpg        to sign checksums and repositories
  gpg-agent  to sign checksums and repositories

install, then run it again:

  Debian, Ubuntu  sudo apt-get install gpg gpg-agent
  Fedora          sudo dnf install gnupg2
`;

(process.platform === 'linux' ? describe : describe.skip)('a release', () => {
  const key = {APIGEN_SIGNING_KEY: 'a key'};
  it.each([
    {name: 'all tools', lacking: [], want: ''},
    {name: 'no zip', lacking: ['zip'], want: ONE},
    {name: 'several tools missing', lacking: ['createrepo_c', 'git', 'apt-ftparchive', 'go'], want: SEVERAL},
    {name: 'no git, with a time given', lacking: ['git'], env: {SOURCE_DATE_EPOCH: '1'}, want: ''},
    {name: 'no gpg, without a key', lacking: ['gpg', 'gpg-agent'], want: ''},
    {name: 'no gpg, with a key', lacking: ['gpg', 'gpg-agent'], env: key, want: SIGNING},
  ])('on a PATH with $name', ({lacking, env, want}) => {
    expect(checkTools({PATH: pathWithout(lacking), ...env})).toEqual({
      status: want === '' ? 0 : 1,
      stdout: '',
      stderr: want,
    });
  });

  it('does not take a folder or a file that is not executable for a program', () => {
    const bin = pathWithout(['zip']);
    writeFileSync(path.join(bin, 'zip'), '#!/bin/sh\n', {mode: 0o644});
    expect(checkTools({PATH: `${bin}:${path.join(folder, 'no-such-folder')}`}).stderr).toBe(ONE);
  });

  it('stops `npm run release` before anything is installed or built', () => {
    const bin = pathWithout(['zip']);
    for (const program of ['npm', 'sh']) {
      const file = execFileSync('sh', ['-c', `command -v ${program}`], {encoding: 'utf8'}).trim();
      symlinkSync(file, path.join(bin, program));
    }
    const {status, stdout, stderr} = spawnSync('npm', ['run', '--silent', 'release'], {
      cwd: root,
      env: {HOME: folder, PATH: bin},
      encoding: 'utf8',
    });
    expect({status, stdout, stderr}).toEqual({status: 1, stdout: '', stderr: ONE});
  });
});

it('is made in a container where there are no such tools', () => {
  expect(
    notLinuxMessage('darwin'),
  ).toBe(`a release is made on Linux, not on darwin: apt-ftparchive, createrepo_c and GNU tar are needed

make it in a container:

  docker run --rm -it -v "$PWD:/apigen" -w /apigen node:22-trixie bash
  apt-get update && apt-get install git golang-go tar libdeflate-tools zip binutils xz-utils apt-utils createrepo-c gpg gpg-agent && npm run release
`);
});

it.each(tools)('$program is in the table of docs/release.md', ({program, debian, fedora}) => {
  const rows = readFileSync(path.join(root, 'docs', 'release.md'), 'utf8').split('\n');
  const named = rows.filter((row) => [program, debian, fedora].every((name) => row.includes(`\`${name}\``)));
  expect(named).toHaveLength(1);
});

it('needs no Debian package that .ci/release-packages.txt lacks', () => {
  const list = readFileSync(path.join(root, '.ci', 'release-packages.txt'), 'utf8');
  const installed = list.split('\n').map((line) => line.replace(/#.*/, '').trim());
  // What .ci/run expects on the machine.
  const expected = ['git', 'golang-go', 'tar'];
  const others = tools
    .map(({debian}) => debian)
    .filter((name) => ![...installed, ...expected].includes(name));
  expect(others).toEqual([]);
});
