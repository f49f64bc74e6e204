import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {runInstallCli} from './install-cli-roots.ts';
import {makeOldRelease, OLD_VERSION} from './old-release.ts';
import {type ReleaseSite, startSite} from './release-site.ts';
import {RELEASED_INSIDE} from './throwaway-root.ts';

let folder: string;
let site: ReleaseSite;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sources-'));
  await makeOldRelease(folder);
  site = await startSite({old: folder});
});

afterAll(async () => {
  await site?.close();
  await rm(folder, {recursive: true, force: true});
});

const LIST = '/etc/apt/sources.list.d/tracer.list';
const REPO = '/etc/yum.repos.d/tracer.repo';

/** Files of sources that a user wrote; `{url}` stands for the site's address. */
const OWN = [
  {
    method: 'apt-get',
    file: LIST,
    text: '# ours, with care\ndeb [trusted=yes arch=amd64] {url}/deb/ /',
    place: 'deb',
  },
  {
    method: 'dnf',
    file: REPO,
    text: '[tracer]\nname=mine\nbaseurl={url}/rpm\nenabled=1\ngpgcheck=0\npriority=1',
    place: 'rpm',
  },
];

const write = (file: string, text: string) =>
  `mkdir -p ${path.dirname(file)}; cat >${file} <<'TEXT'\n${text}\nTEXT`;

describe('install-cli.sh and a file of sources that is the user’s own', () => {
  it.each(OWN)('keeps it when it names the repository: $method', async ({method, file, text, place}) => {
    const own = text.replace('{url}', `${site.url}/old`);
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: `--method ${method}`,
      before: write(file, own),
      after: `cat ${file}; sh /tmp/install-cli.sh --uninstall >/tmp/said 2>&1; grep -v '^(\\|^Rem\\|^Purg' /tmp/said; cat ${file}`,
    });
    expect(run.output).toContain(`${file} names ${site.url}/old/${place} already: it stays as it is\n`);
    expect(run.output).toContain(`\ntracer ${OLD_VERSION} is installed: /usr/bin/tracer\n`);
    expect(run.output).toMatch(/\ntracer is removed\.\n/);
    expect(run.output).toContain(`${file} stays: this script did not write it.\n`);
    expect(run.output.split(own)).toHaveLength(3);
  });

  it.each(OWN)('does not write over another repository’s: $method', async ({method, file, text, place}) => {
    const own = text.replace('{url}', `${site.url}/old-not-this`);
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: `--method ${method}`,
      before: write(file, own),
      after: `cat ${file}`,
    });
    expect(run.status).toBe(1);
    expect(run.output).toMatch(
      new RegExp(
        `\\nError: ${file} is there, with another repository than ${site.url}/old/${place}: nothing was installed\\n {4}move it away, or go past it with --method archive\\n`,
      ),
    );
    expect(run.output.endsWith(`${own}\n`)).toBe(true);
  });
});

describe('install-cli.sh --uninstall', () => {
  it.each([
    ['apt-get', LIST, 'dpkg -i', 'deb'],
    ['dnf', REPO, 'rpm -i', 'rpm'],
  ])('leaves what apigen comes from: %s', async (method, file, install, ending) => {
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: `--method ${method}`,
      after: `${install} ${RELEASED_INSIDE}/apigen_*_linux_amd64.${ending} >/dev/null 2>&1
sh /tmp/install-cli.sh --uninstall; ls ${file}`,
    });
    expect(run.output).toContain(`\n${file} stays: the package apigen comes from there.\n`);
    expect(run.output.endsWith(`tracer is removed.\n${file}\n`)).toBe(true);
  });

  it('is root for what it says, and for nothing else', async () => {
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: '--method dpkg',
      // sudo itself keeps what it was asked to its own log: this stand-in shows it.
      before: `mkdir /shown; cp /tmp/sudo /shown
cat >/shown/setup <<'SETUP'
mv /usr/bin/tracer /usr/local/bin; cp /usr/local/bin/tracer /usr/bin; chown -R 65534 /usr/local/bin
echo '%nobody ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/nobody; echo '#65534 ALL=(ALL) NOPASSWD: ALL' >>/etc/sudoers.d/nobody; chmod 440 /etc/sudoers.d/nobody
SETUP`,
      after: `sh /shown/setup; chmod 644 /tmp/install-cli.sh
setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=/tmp PATH=/shown:/usr/bin:/bin:/usr/sbin:/sbin sh /tmp/install-cli.sh --uninstall >/tmp/said 2>&1
grep -aE 'sudo|tracer is' /tmp/said; ls /usr/local/bin/tracer /usr/bin/tracer 2>/dev/null`,
      files: {sudo: '#!/bin/sh\n[ "$1" = true ] || echo "sudo $*"\nexec /usr/bin/sudo "$@"\n'},
    });
    expect(run.output.split('\n').slice(-5)).toEqual([
      'Next: `tracer install` puts the server on a cluster, `tracer --help` lists all commands.',
      'sudo is needed to remove the package tracer',
      'sudo dpkg --purge tracer',
      'tracer is removed.',
      '',
    ]);
  });
});
