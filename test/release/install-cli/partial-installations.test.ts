import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {makeOldRelease, OLD_VERSION} from '../old-release.ts';
import {type ReleaseSite, startSite} from '../release-site.ts';
import {runInstallCli, SHELLS} from './run-install-cli.ts';

let folder: string;
let site: ReleaseSite;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'partial-'));
  await makeOldRelease(path.join(folder, 'old'));
  await makeOldRelease(path.join(folder, 'broken'), {
    program: '#!/bin/sh\necho "no such processor" >&2\nexit 1\n',
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
const IN_EVERY_SHELL = Object.entries(SHELLS);

describe('install-cli.sh leaves no partial installation', () => {
  const NO_TEST = 'mount -o remount,noexec /tmp';
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

  // No program can be tested in a noexec folder, nor before dnf installs it.
  it.each([
    {method: 'dpkg', before: NO_TEST},
    {method: 'apt-get', before: NO_TEST},
    {method: 'rpm', before: NO_TEST},
    {method: 'dnf', before: ''},
  ])('removes a package that does not run and could not be tested: $method', async ({method, before}) => {
    const run = await runInstallCli({
      site: `${site.url}/broken`,
      args: `--method ${method}`,
      before,
      after: AFTER,
    });
    expect(run.status).toBe(1);
    expect(run.output).toMatch(
      /\nError: \/usr\/bin\/tracer does not run here: the package was removed\n {4}no such processor\n/,
    );
    expect(run.output).toMatch(/package tracer is not installed\nls: cannot access .*\n$/);
    expect(run.changed).toEqual([]);
  });

  const UPGRADES = [
    {method: 'dpkg', args: '--method dpkg', first: 'dpkg -i', ending: 'deb'},
    {method: 'apt-get', args: '--method apt-get', first: 'dpkg -i', ending: 'deb'},
    {method: 'rpm', args: '--method rpm', first: 'rpm -i', ending: 'rpm'},
  ];
  const older = (first: string, ending: string) =>
    `curl -fsSo /tmp/older.${ending} ${site.url}/older/${OLDER}.${ending}; ${first} /tmp/older.${ending} >/dev/null 2>&1`;

  it.each(UPGRADES)(
    'keeps the installed version if the next one does not run: $method',
    async ({args, first, ending}) => {
      const run = await runInstallCli({
        site: `${site.url}/broken`,
        args,
        before: older(first, ending),
        after: 'tracer --version',
      });
      expect(run.status).toBe(1);
      expect(run.output).toMatch(
        /(^|\n)Error: the build for linux_amd64 does not run here: nothing was installed\n {4}no such processor\ntracer\/0\.0\.8 fake\n$/,
      );
    },
  );

  it.each([
    {method: 'dpkg', first: 'dpkg -i', ending: 'deb', before: NO_TEST},
    {method: 'rpm', first: 'rpm -i', ending: 'rpm', before: NO_TEST},
    {method: 'dnf', first: 'rpm -i', ending: 'rpm', before: ''},
  ])(
    'reports the version that was replaced by one that does not run and could not be tested: $method',
    async ({method, first, ending, before}) => {
      const run = await runInstallCli({
        site: `${site.url}/broken`,
        args: `--method ${method}`,
        before: `${older(first, ending)}\n${before}`,
      });
      expect(run.status).toBe(1);
      expect(run.output).toMatch(
        /\nError: \/usr\/bin\/tracer does not run here, and it has replaced tracer 0\.0\.8\n {4}no such processor\n {4}to go back, use --version 0\.0\.8\n$/,
      );
    },
  );

  it.each(IN_EVERY_SHELL)('%s: even if it is interrupted again during the cleanup', async (_, shell) => {
    const run = await runInstallCli({
      shell,
      site: 'http://127.0.0.1:9',
      args: '--dir /opt/bin',
      // A fake rm sends the second Ctrl-C just before the temporary folder is removed.
      before: 'mkdir /impatient; cp /tmp/rm /impatient; PATH=/impatient:$PATH',
      after: 'find /tmp -name "tracer.*"; /bin/rm -r /impatient',
      files: {rm: '#!/bin/sh\nkill -INT $PPID\nexec /bin/rm "$@"\n'},
    });
    expect(run.output).toMatch(
      /^Error: cannot download http:\/\/127\.0\.0\.1:9\/releases\/.*\n {4}curl: \(7\).*\n$/,
    );
    expect(run).toMatchObject({status: 1, changed: []});
  });

  it('reports that the address of the repository cannot be written', async () => {
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

  it('supports two installations at the same time', async () => {
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
