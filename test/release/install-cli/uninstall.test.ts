import {describe, expect, it} from '@jest/globals';
import {VERSION} from '../released.ts';
import {RELEASED_INSIDE} from '../roots/throwaway-root.ts';
import {runInstallCli} from './run-install-cli.ts';

/** Nothing is downloaded. */
const NO_SITE = 'http://127.0.0.1:9';
const PACKAGE = `${RELEASED_INSIDE}/apigen_${VERSION}_linux_amd64`;

const NPM_PACKAGE = `mkdir -p /tmp/cli/bin
echo '{"name": "@apigen/cli", "version": "9.9.9", "bin": {"apigen": "bin/run.cjs"}}' >/tmp/cli/package.json
printf '#!/bin/sh\\necho apigen/9.9.9 from npm\\n' >/tmp/cli/bin/run.cjs
(cd /tmp && npm pack --silent ./cli >/dev/null)`;
const WITH_NPM = `${NPM_PACKAGE}
npm install --silent --offline --global --prefix /usr/local /tmp/apigen-cli-9.9.9.tgz`;
const IN_PROJECT = `${NPM_PACKAGE}
npm install --silent --offline --prefix /opt/shop /tmp/apigen-cli-9.9.9.tgz
PATH=/opt/shop/node_modules/.bin:$PATH`;
const WITH_DPKG = `dpkg -i ${PACKAGE}.deb >/dev/null`;
const WITH_RPM = `rpm -i --nodeps ${PACKAGE}.rpm 2>/dev/null`;

interface Case {
  readonly what: string;
  readonly args: string;
  readonly before?: string;
  readonly status: number;
  readonly output: string;
  /** The program that is still there. */
  readonly kept?: string;
}

const managed = (file: string, command: string) =>
  `Error: ${file} was installed by a package manager\n    remove it with \`${command}\`\n`;

const CASES: readonly Case[] = [
  {
    what: 'refuses what npm has installed',
    args: '--program apigen',
    before: WITH_NPM,
    status: 1,
    output: managed('/usr/local/bin/apigen', 'npm uninstall --global @apigen/cli'),
    kept: '/usr/local/bin/apigen',
  },
  {
    what: 'refuses what npm has installed in a folder that is named',
    args: '--program apigen --dir /usr/local/bin',
    before: WITH_NPM,
    status: 1,
    output: managed('/usr/local/bin/apigen', 'npm uninstall --global @apigen/cli'),
    kept: '/usr/local/bin/apigen',
  },
  {
    what: 'refuses what npm has installed in a project',
    args: '--program apigen',
    before: IN_PROJECT,
    status: 1,
    output: managed('/opt/shop/node_modules/.bin/apigen', 'npm uninstall @apigen/cli'),
    kept: '/opt/shop/node_modules/.bin/apigen',
  },
  {
    what: 'refuses what npm has installed in a project that is named',
    args: '--program apigen --dir /opt/shop/node_modules/.bin',
    before: IN_PROJECT,
    status: 1,
    output: managed('/opt/shop/node_modules/.bin/apigen', 'npm uninstall @apigen/cli'),
    kept: '/opt/shop/node_modules/.bin/apigen',
  },
  ...[
    {manager: 'dpkg', before: WITH_DPKG, command: 'apt-get remove apigen'},
    {manager: 'rpm', before: WITH_RPM, command: 'dnf remove apigen'},
  ].flatMap(({manager, before, command}) => [
    {
      what: `names the command for what ${manager} has installed`,
      args: '--program apigen',
      before,
      status: 1,
      output: managed('/usr/bin/apigen', command),
      kept: '/usr/bin/apigen',
    },
    {
      what: `refuses what ${manager} has installed in a folder that is named`,
      args: '--program apigen --dir /usr/bin',
      before,
      status: 1,
      output: managed('/usr/bin/apigen', command),
      kept: '/usr/bin/apigen',
    },
    {
      what: `refuses what ${manager} has installed in a folder behind a link`,
      args: '--program apigen --dir /bin',
      before,
      status: 1,
      output: managed('/bin/apigen', command),
      kept: '/usr/bin/apigen',
    },
  ]),
  {
    what: 'refuses a package of tracer in a folder that is named',
    args: '--dir /usr/bin',
    before: `dpkg -i ${RELEASED_INSIDE}/tracer_${VERSION}_linux_amd64.deb >/dev/null`,
    status: 1,
    output: managed('/usr/bin/tracer', 'apt-get remove tracer'),
    kept: '/usr/bin/tracer',
  },
  {
    what: 'names the folder of a program that is elsewhere',
    args: '--program apigen',
    before: `mkdir -p /opt/bin; printf '#!/bin/sh\\necho apigen/0.0.1 mine\\n' >/opt/bin/apigen
chmod 755 /opt/bin/apigen; PATH=/opt/bin:$PATH`,
    status: 1,
    output:
      'Error: apigen is not installed as /usr/local/bin/apigen, but as /opt/bin/apigen\n    to remove it, add --dir "/opt/bin"\n',
    kept: '/opt/bin/apigen',
  },
  {
    what: 'mentions no package if a folder is named',
    args: '--program apigen --dir /opt/bin',
    before: WITH_DPKG,
    status: 0,
    output: 'apigen is not installed as /opt/bin/apigen\n',
    kept: '/usr/bin/apigen',
  },
  {
    what: 'reports that nothing is installed',
    args: '--program apigen',
    status: 0,
    output: 'apigen is not installed, neither as a package nor as /usr/local/bin/apigen\n',
  },
];

describe('install-cli.sh --uninstall', () => {
  it.each(CASES)('$what', async ({args, before, status, output, kept = ''}) => {
    const after = kept && `test -x ${kept} || echo 'it was removed'`;
    const run = await runInstallCli({
      site: NO_SITE,
      args: `${args} --uninstall`,
      after,
      ...(before && {before}),
    });
    expect({status: run.status, output: run.output}).toEqual({status, output});
  });

  it.each(['', '--program apigen'])('creates no database of rpm in the home on Debian %s', async (args) => {
    const run = await runInstallCli({
      site: NO_SITE,
      args: `${args} --uninstall`,
      before: 'rm -rf ~/.rpmdb /etc/rpm/macros',
      after: 'ls -A ~ | grep -x .rpmdb',
    });
    expect(run.output).toMatch(
      /^\w+ is not installed, neither as a package nor as \/usr\/local\/bin\/\w+\n$/,
    );
  });
});
