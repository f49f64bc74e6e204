import {createServer} from 'node:http';
import {describe, expect, it} from '@jest/globals';
import {oldAndNewSite} from '../old-and-new-site.ts';
import {OLD_VERSION} from '../old-release.ts';
import {NEXT, runInstallCli, SHELLS} from './run-install-cli.ts';

const site = oldAndNewSite();
const requested = new Set<string>();

const NAME = `tracer_${OLD_VERSION}_linux_amd64`;
const IN_EVERY_SHELL = Object.entries(SHELLS);

describe('install-cli.sh reports where the program is', () => {
  it.each(IN_EVERY_SHELL)('%s: ignores a slash at the end of a folder', async (_, shell) => {
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

  it('recognises the program if PATH has a link to its folder', async () => {
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: '--method dpkg',
      before: 'PATH=/sbin:/bin:/usr/sbin:/usr/bin',
    });
    expect(run.output).not.toContain('comes first on PATH');
    expect(run.output.endsWith(`tracer ${OLD_VERSION} is installed: /usr/bin/tracer\n${NEXT}`)).toBe(true);
  });

  it('accepts a relative folder', async () => {
    const run = await runInstallCli({site: `${site.url}/old`, args: '--dir "my bin"', before: 'cd /opt'});
    expect(run).toMatchObject({status: 0, changed: ['+ /opt/my bin/tracer']});
    expect(run.output).toContain(
      'tracer 0.0.9 is installed: /opt/my bin/tracer\nAdd /opt/my bin to PATH to start it as `tracer`: export PATH="/opt/my bin:$PATH"\n',
    );
  });

  it('expands ~ after an equals sign, which no shell does', async () => {
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: "'--dir=~/.local/bin'",
      before: 'export HOME=/opt/me; cd /opt',
    });
    expect(run).toMatchObject({status: 0, changed: ['+ /opt/me/.local/bin/tracer']});
  });
});

describe('install-cli.sh and installed versions', () => {
  const newer = (file: string) =>
    `mkdir -p /opt/bin; printf '#!/bin/sh\\necho tracer/0.0.10 newer\\n' >${file}; chmod 755 ${file}`;

  it('keeps a version newer than the latest release', async () => {
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: '--dir /opt/bin',
      before: newer('/opt/bin/tracer'),
      after: '/opt/bin/tracer --version',
    });
    expect(run).toMatchObject({
      status: 0,
      output: `tracer 0.0.10 is already installed and newer than the latest release ${OLD_VERSION}: /opt/bin/tracer
    to install the latest release, use --version ${OLD_VERSION}
tracer/0.0.10 newer\n`,
    });
  });

  it('replaces it by an older version with --version', async () => {
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: `--dir /opt/bin --version v${OLD_VERSION}`,
      before: newer('/opt/bin/tracer'),
      after: '/opt/bin/tracer --version',
    });
    expect(run.output).toMatch(/\nIt replaces tracer 0\.0\.10\.\n[\s\S]*tracer\/0\.0\.9 fake\n$/);
  });

  it.each(['deb', 'rpm'])('does not remove another package of that name: %s', async (kind) => {
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
      'The installed package `tracer` is another program: it is not removed.\ntracer is not installed, neither as a package nor as /usr/local/bin/tracer\n9\n',
    );
  });
});

describe('install-cli.sh and its environment', () => {
  it('asks sudo before it downloads', async () => {
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: '--help >/dev/null',
      after:
        'chmod 644 /tmp/install-cli.sh; setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=/tmp sh /tmp/install-cli.sh --method archive; echo "exit $?"',
    });
    expect(run.output).toMatch(
      /^sudo is needed to put tracer into \/usr\/local\/bin\n(?:sudo: .*\n)+Error: sudo failed: root is needed to put tracer into \/usr\/local\/bin\n {4}run this as root, or use --dir "\$HOME\/\.local\/bin"\nexit 1\n$/,
    );
  });

  it('rejects an invalid version in checksums.txt', async () => {
    const list = createServer((request, response) => {
      requested.add(request.url ?? '');
      response.end(`${'0'.repeat(64)}  tracer_1.2.3/../../x_linux_amd64.tar.gz\n`);
    });
    await new Promise<void>((resolve) => list.listen(0, '127.0.0.1', resolve));
    const address = list.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const run = await runInstallCli({site: url, args: '--dir /opt/bin'});
    list.close();
    expect(run.output).toMatch(/^Error: .*checksums\.txt has no tracer for linux_amd64\n/);
    expect([...requested]).toEqual(['/releases/latest/download/checksums.txt']);
  });

  it('reports a missing temporary folder', async () => {
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: '--dir /opt/bin',
      before: 'export TMPDIR=/nowhere',
    });
    expect(run).toEqual({
      status: 1,
      output: 'Error: cannot create a temporary folder in /nowhere\n    set TMPDIR to a writable folder\n',
      changed: [],
    });
  });

  it('ignores a missing home and a strict umask', async () => {
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: '--dir /opt/bin',
      before: 'unset HOME; umask 077',
      after: "stat -c '%a %n' /opt/bin /opt/bin/tracer",
    });
    expect(run.output).toMatch(/\n755 \/opt\/bin\n755 \/opt\/bin\/tracer\n$/);
  });
});
