import {mkdtemp, rm} from 'node:fs/promises';
import {createServer} from 'node:http';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {runInstallCli, SHELLS} from './install-cli-roots.ts';
import {makeOldRelease, OLD_VERSION} from './old-release.ts';
import {type ReleaseSite, startSite} from './release-site.ts';

let folder: string;
let site: ReleaseSite;
const asked = new Set<string>();

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'conditions-'));
  await makeOldRelease(path.join(folder, 'old'));
  await makeOldRelease(path.join(folder, 'broken'), {
    standIn: '#!/bin/sh\necho "no such processor" >&2\nexit 1\n',
  });
  await makeOldRelease(path.join(folder, 'older'), {version: OLDER_VERSION});
  site = await startSite({
    old: path.join(folder, 'old'),
    older: path.join(folder, 'older'),
    broken: path.join(folder, 'broken'),
  });
});

afterAll(async () => {
  await site?.close();
  await rm(folder, {recursive: true, force: true});
});

const OLDER_VERSION = '0.0.8';
const OLDER = `tracer_${OLDER_VERSION}_linux_amd64`;
const NAME = `tracer_${OLD_VERSION}_linux_amd64`;
const NEXT = 'Next: `tracer install` puts the server on a cluster, `tracer --help` lists all commands.\n';
const IN_EVERY_SHELL = Object.entries(SHELLS);

describe('install-cli.sh tells where the program is found', () => {
  it.each(IN_EVERY_SHELL)('%s: a folder with a slash at its end is the same folder', async (_, shell) => {
    const run = await runInstallCli({
      shell,
      site: `${site.url}/old`,
      args: '--dir /opt/bin//',
      before: 'PATH=$PATH:/opt/bin',
    });
    expect(run.output).toBe(
      `Downloading ${NAME}.tar.gz\ntracer ${OLD_VERSION} is installed: /opt/bin/tracer\n${NEXT}`,
    );
  });

  it('knows the program again when PATH comes to it by another name', async () => {
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: '--method dpkg',
      before: 'PATH=/sbin:/bin:/usr/sbin:/usr/bin',
    });
    expect(run.output).not.toContain('PATH finds');
    expect(run.output.endsWith(`tracer ${OLD_VERSION} is installed: /usr/bin/tracer\n${NEXT}`)).toBe(true);
  });

  it('does so for a relative folder too', async () => {
    const run = await runInstallCli({site: `${site.url}/old`, args: '--dir "my bin"', before: 'cd /opt'});
    expect(run).toMatchObject({status: 0, changed: ['+ /opt/my bin/tracer']});
    expect(run.output).toContain(
      'tracer 0.0.9 is installed: /opt/my bin/tracer\nAdd /opt/my bin to PATH to start it as `tracer`: export PATH="/opt/my bin:$PATH"\n',
    );
  });

  it('takes ~ for the home, which no shell puts in after an equals sign', async () => {
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: "'--dir=~/.local/bin'",
      before: 'export HOME=/opt/me; cd /opt',
    });
    expect(run).toMatchObject({status: 0, changed: ['+ /opt/me/.local/bin/tracer']});
  });
});

describe('install-cli.sh leaves nothing half done', () => {
  const UNTRIED = 'mount -o remount,noexec /tmp';
  const AFTER = 'dpkg-query -W tracer; rpm -q tracer; ls /usr/bin/tracer; find /tmp -name "tracer.*"';

  it.each([
    {method: 'dpkg', before: ''},
    {method: 'apt-get', before: ''},
    {method: 'rpm', before: ''},
  ])('installs no package that does not run: $method', async ({method, before}) => {
    const run = await runInstallCli({
      site: `${site.url}/broken`,
      args: `--method ${method}`,
      before,
      after: AFTER,
    });
    expect(run.status).toBe(1);
    expect(run.output).toMatch(
      /(^|\n)Error: the build for linux_amd64 does not run here: nothing was installed\n {4}no such processor\n/,
    );
    expect(run.output).toMatch(/package tracer is not installed\nls: cannot access .*\n$/);
    expect(run.changed).toEqual([]);
  });

  // From a folder that is noexec nothing can be tried, and dnf shows nobody what it is about to install.
  it.each([
    {method: 'dpkg', before: UNTRIED},
    {method: 'apt-get', before: UNTRIED},
    {method: 'rpm', before: UNTRIED},
    {method: 'dnf', before: ''},
  ])(
    'takes a package back that does not run, and could not be tried before: $method',
    async ({method, before}) => {
      const run = await runInstallCli({
        site: `${site.url}/broken`,
        args: `--method ${method}`,
        before,
        after: AFTER,
      });
      expect(run.status).toBe(1);
      expect(run.output).toMatch(
        /\nError: \/usr\/bin\/tracer does not run here: the package was removed again\n {4}no such processor\n/,
      );
      expect(run.output).toMatch(/package tracer is not installed\nls: cannot access .*\n$/);
      expect(run.changed).toEqual([]);
    },
  );

  const UPGRADES = [
    {method: 'dpkg', args: '--method dpkg', first: 'dpkg -i', ending: 'deb'},
    {method: 'apt-get', args: '--method apt-get', first: 'dpkg -i', ending: 'deb'},
    {method: 'rpm', args: '--method rpm', first: 'rpm -i', ending: 'rpm'},
  ];
  const older = (first: string, ending: string) =>
    `curl -fsSo /tmp/older.${ending} ${site.url}/older/${OLDER}.${ending}; ${first} /tmp/older.${ending} >/dev/null 2>&1`;

  it.each(UPGRADES)(
    'keeps the version that is there when the next one does not run: $method',
    async ({args, first, ending}) => {
      const run = await runInstallCli({
        site: `${site.url}/broken`,
        args,
        before: older(first, ending),
        after: 'tracer --version',
      });
      expect(run.status).toBe(1);
      expect(run.output).toMatch(
        /(^|\n)Error: the build for linux_amd64 does not run here: nothing was installed\n {4}no such processor\ntracer\/0\.0\.8 stand-in\n$/,
      );
    },
  );

  it.each([
    {method: 'dpkg', first: 'dpkg -i', ending: 'deb', before: UNTRIED},
    {method: 'rpm', first: 'rpm -i', ending: 'rpm', before: UNTRIED},
    {method: 'dnf', first: 'rpm -i', ending: 'rpm', before: ''},
  ])(
    'says which version is gone when the one in its place could not be tried and does not run: $method',
    async ({method, first, ending, before}) => {
      const run = await runInstallCli({
        site: `${site.url}/broken`,
        args: `--method ${method}`,
        before: `${older(first, ending)}\n${before}`,
      });
      expect(run.status).toBe(1);
      expect(run.output).toMatch(
        /\nError: \/usr\/bin\/tracer does not run here, and tracer 0\.0\.8, whose place it took, is gone\n {4}no such processor\n {4}to have that again: --version 0\.0\.8\n$/,
      );
    },
  );

  it.each(IN_EVERY_SHELL)('%s: also when it is interrupted again while it tidies up', async (_, shell) => {
    const run = await runInstallCli({
      shell,
      site: 'http://127.0.0.1:9',
      args: '--dir /opt/bin',
      // A stand-in, since no hand is quick enough: the second Ctrl-C comes just before the temporary folder goes.
      before: 'mkdir /impatient; cp /tmp/rm /impatient; PATH=/impatient:$PATH',
      after: 'find /tmp -name "tracer.*"; /bin/rm -r /impatient',
      files: {rm: '#!/bin/sh\nkill -INT $PPID\nexec /bin/rm "$@"\n'},
    });
    expect(run.output).toMatch(
      /^Error: cannot download http:\/\/127\.0\.0\.1:9\/releases\/.*\n {4}curl: \(7\).*\n$/,
    );
    expect(run).toMatchObject({status: 1, changed: []});
  });

  it('says so when the address of the repository cannot be written', async () => {
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: '--method apt-get',
      before: 'mount -t tmpfs -o ro tmpfs /etc/apt/sources.list.d',
    });
    expect(run.output).toMatch(
      /\nError: cannot write \/etc\/apt\/sources\.list\.d\/tracer\.list: nothing was installed\n {4}tee: .*: Read-only file system\n$/,
    );
    expect(run.status).toBe(1);
  });

  it('makes two installations at the same time one', async () => {
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: '--help >/dev/null',
      after: `chmod 644 /tmp/install-cli.sh
sh /tmp/install-cli.sh --dir /opt/bin >/tmp/one & sh /tmp/install-cli.sh --dir /opt/bin >/tmp/two & wait
grep -h installed /tmp/one /tmp/two; ls -A /opt/bin; find /tmp -name "tracer.*"`,
    });
    const line = `tracer ${OLD_VERSION} is installed: /opt/bin/tracer\n`;
    expect(run.output).toBe(`${line}${line}tracer\n`);
  });
});

describe('install-cli.sh and versions that are there', () => {
  const newer = (file: string) =>
    `mkdir -p /opt/bin; printf '#!/bin/sh\\necho tracer/0.0.10 newer\\n' >${file}; chmod 755 ${file}`;

  it('leaves a newer version than the latest release', async () => {
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: '--dir /opt/bin',
      before: newer('/opt/bin/tracer'),
      after: '/opt/bin/tracer --version',
    });
    expect(run).toMatchObject({
      status: 0,
      output: `tracer 0.0.10 is installed already, newer than the latest release ${OLD_VERSION}: /opt/bin/tracer
    --version ${OLD_VERSION} puts that in its place
tracer/0.0.10 newer\n`,
    });
  });

  it('puts an older one in its place when told to', async () => {
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: `--dir /opt/bin --version v${OLD_VERSION}`,
      before: newer('/opt/bin/tracer'),
      after: '/opt/bin/tracer --version',
    });
    expect(run.output).toMatch(
      /\nIt takes the place of tracer 0\.0\.10\.\n[\s\S]*tracer\/0\.0\.9 stand-in\n$/,
    );
  });

  it.each(['deb', 'rpm'])(
    'does not remove a package of that name that is somebody else’s: %s',
    async (kind) => {
      const run = await runInstallCli({
        site: `${site.url}/old`,
        args: '--uninstall',
        before:
          kind === 'deb'
            ? `mkdir -p /tmp/other/DEBIAN; printf 'Package: tracer\\nVersion: 9\\nArchitecture: all\\nMaintainer: Someone <a@b.example>\\nDescription: other\\n' >/tmp/other/DEBIAN/control
dpkg-deb -b /tmp/other /tmp/other.deb >/dev/null; dpkg -i /tmp/other.deb >/dev/null 2>&1`
            : `printf 'Name: tracer\\nVersion: 9\\nRelease: 1\\nSummary: other\\nLicense: MIT\\nBuildArch: noarch\\n%%description\\nother\\n%%files\\n' >/tmp/other.spec
rpmbuild --define '_rpmdir /tmp' -bb /tmp/other.spec >/dev/null 2>&1; rpm -i /tmp/noarch/tracer-9-1.noarch.rpm 2>/dev/null`,
        after:
          kind === 'deb' ? "dpkg-query -W -f '${Version}\\n' tracer" : "rpm -q --qf '%{VERSION}\\n' tracer",
      });
      expect(run.output).toBe(
        'The package `tracer` that is installed is another program: it stays.\ntracer is not installed: neither as a package nor as /usr/local/bin/tracer\n9\n',
      );
    },
  );
});

describe('install-cli.sh and what it is told', () => {
  it('asks sudo before anything is downloaded', async () => {
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: '--help >/dev/null',
      after:
        'chmod 644 /tmp/install-cli.sh; setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=/tmp sh /tmp/install-cli.sh --method archive; echo "exit $?"',
    });
    expect(run.output).toMatch(
      /^sudo is needed to put tracer into \/usr\/local\/bin\n(?:sudo: .*\n)+Error: sudo was refused, and root is needed to put tracer into \/usr\/local\/bin\n {4}run this as root, or without with --dir "\$HOME\/\.local\/bin"\nexit 1\n$/,
    );
  });

  it('takes no version from a list that is none', async () => {
    const list = createServer((request, response) => {
      asked.add(request.url ?? '');
      response.end(`${'0'.repeat(64)}  tracer_1.2.3/../../x_linux_amd64.tar.gz\n`);
    });
    await new Promise<void>((resolve) => list.listen(0, '127.0.0.1', resolve));
    const address = list.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const run = await runInstallCli({site: url, args: '--dir /opt/bin'});
    list.close();
    expect(run.output).toMatch(/^Error: .*checksums\.txt names no build of tracer for linux_amd64\n/);
    expect([...asked]).toEqual(['/releases/latest/download/checksums.txt']);
  });

  it('says what to do when there is no place for temporary files', async () => {
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: '--dir /opt/bin',
      before: 'export TMPDIR=/nowhere',
    });
    expect(run).toEqual({
      status: 1,
      output:
        'Error: cannot make a temporary folder in /nowhere\n    set TMPDIR to a folder that can be written to\n',
      changed: [],
    });
  });

  it('needs neither a home nor a mild umask', async () => {
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: '--dir /opt/bin',
      before: 'unset HOME; umask 077',
      after: "stat -c '%a %n' /opt/bin /opt/bin/tracer",
    });
    expect(run.output).toMatch(/\n755 \/opt\/bin\n755 \/opt\/bin\/tracer\n$/);
  });
});
