import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {makeOldRelease, OLD_VERSION} from '../old-release.ts';
import {type ReleaseSite, startSite} from '../release-site.ts';
import {RELEASED_INSIDE} from '../roots/throwaway-root.ts';
import {runInstallCli} from './run-install-cli.ts';

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

/** Repository files that a user wrote. `{url}` is replaced by the site's address. */
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

describe('install-cli.sh and a repository file of the user', () => {
  it.each(OWN)('keeps it if it names the repository: $method', async ({method, file, text, place}) => {
    const own = text.replace('{url}', `${site.url}/old`);
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: `--method ${method}`,
      before: write(file, own),
      after: `cat ${file}; sh /tmp/install-cli.sh --uninstall >/tmp/printed 2>&1; grep -v '^(\\|^Rem\\|^Purg' /tmp/printed; cat ${file}`,
    });
    expect(run.output).toContain(`${file} already names ${site.url}/old/${place}: it is not changed\n`);
    expect(run.output).toContain(`\ntracer ${OLD_VERSION} is installed: /usr/bin/tracer\n`);
    expect(run.output).toMatch(/\ntracer was removed\.\n/);
    expect(run.output).toContain(`${file} is not removed: this script did not write it.\n`);
    expect(run.output.split(own)).toHaveLength(3);
  });

  it.each(OWN)(
    'does not overwrite one of another repository: $method',
    async ({method, file, text, place}) => {
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
          `\\nError: ${file} names another repository than ${site.url}/old/${place}: nothing was installed\\n {4}move it away, or use --method archive\\n`,
        ),
      );
      expect(run.output.endsWith(`${own}\n`)).toBe(true);
    },
  );

  it('adds no second source for a repository, which apt may refuse', async () => {
    const other = '/etc/apt/sources.list.d/apigen.list';
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: '--method apt-get',
      before: write(other, `deb [signed-by=/etc/apt/keyrings/apigen.asc] ${site.url}/old/deb /`),
    });
    expect(run).toEqual({
      status: 1,
      output: `Installing with apt-get
Error: ${other} already names ${site.url}/old/deb: nothing was installed
    use \`apt-get install tracer\`, or --method archive
`,
      changed: [`+ ${other}`],
    });
  });
});

describe('install-cli.sh --uninstall', () => {
  it.each([
    ['apt-get', LIST, 'dpkg -i', 'deb'],
    ['dnf', REPO, 'rpm -i', 'rpm'],
  ])('keeps the repository of apigen: %s', async (method, file, install, ending) => {
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: `--method ${method}`,
      after: `${install} ${RELEASED_INSIDE}/apigen_*_linux_amd64.${ending} >/dev/null 2>&1
sh /tmp/install-cli.sh --uninstall; ls ${file}`,
    });
    expect(run.output).toContain(`\n${file} is not removed: the package apigen comes from there.\n`);
    expect(run.output.endsWith(`tracer was removed.\n${file}\n`)).toBe(true);
  });

  it('runs as root only what it announces', async () => {
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: '--method dpkg',
      // This sudo prints its arguments.
      before: `mkdir /shown; cp /tmp/sudo /shown
cat >/shown/setup <<'SETUP'
mv /usr/bin/tracer /usr/local/bin; cp /usr/local/bin/tracer /usr/bin; chown -R 65534 /usr/local/bin
echo '%nobody ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/nobody; echo '#65534 ALL=(ALL) NOPASSWD: ALL' >>/etc/sudoers.d/nobody; chmod 440 /etc/sudoers.d/nobody
SETUP`,
      after: `sh /shown/setup; chmod 644 /tmp/install-cli.sh
setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=/tmp PATH=/shown:/usr/bin:/bin:/usr/sbin:/sbin sh /tmp/install-cli.sh --uninstall >/tmp/printed 2>&1
grep -aE 'sudo|tracer (is|was)' /tmp/printed; ls /usr/local/bin/tracer /usr/bin/tracer 2>/dev/null`,
      files: {sudo: '#!/bin/sh\n[ "$1" = true ] || echo "sudo $*"\nexec /usr/bin/sudo "$@"\n'},
    });
    expect(run.output.split('\n').slice(-5)).toEqual([
      'Next: `tracer install` installs the server on a cluster, `tracer --help` lists all commands.',
      'sudo is needed to remove the package tracer',
      'sudo dpkg --purge tracer',
      'tracer was removed.',
      '',
    ]);
  });
});
