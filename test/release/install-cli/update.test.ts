import {describe, expect, it} from '@jest/globals';
import {oldAndNewSite} from '../old-and-new-site.ts';
import {OLD_VERSION} from '../old-release.ts';
import {VERSION} from '../released.ts';
import {RELEASED_INSIDE} from '../roots/throwaway-root.ts';
import {runInstallCli} from './run-install-cli.ts';

const site = oldAndNewSite();

const NAME = `apigen_${VERSION}_linux_amd64.tar.gz`;
/** An older version in /opt/bin. */
const OLDER = `mkdir -p /opt/bin
printf '#!/bin/sh\\necho apigen/0.0.1 older\\n' >/opt/bin/apigen
chmod 755 /opt/bin/apigen`;
const ELSEWHERE = ', or choose another folder with --dir\n';

interface Case {
  readonly what: string;
  readonly args: string;
  readonly before?: string;
  readonly status: number;
  /** With `{site}` for the address of the releases. */
  readonly output: string;
  readonly changed?: readonly string[];
}

const CASES: readonly Case[] = [
  {
    what: 'prints what it would replace',
    args: '--program apigen --dir /opt/bin --dry-run',
    before: OLDER,
    status: 0,
    output: `It would replace apigen 0.0.1 by ${VERSION}: /opt/bin/apigen\n    from {site}/new/releases/download/v${VERSION}/${NAME}\n    to do it, run the same command without --dry-run\n`,
    changed: ['+ /opt/bin/apigen'],
  },
  {
    what: 'prints what it would install',
    args: '--program apigen --dry-run',
    status: 0,
    output: `It would install apigen ${VERSION}: /usr/local/bin/apigen\n    from {site}/new/releases/download/v${VERSION}/${NAME}\n    to do it, run the same command without --dry-run\n`,
  },
  {
    what: 'prints which package it would install',
    args: '--dry-run',
    status: 0,
    output:
      'It would install the package tracer with apt-get\n    from {site}/new/deb\n    to do it, run the same command without --dry-run\n',
  },
  {
    what: 'prints which version of a package it would install',
    args: `--dry-run --method rpm --version ${VERSION}`,
    status: 0,
    output: `It would install the package tracer ${VERSION} with rpm\n    from {site}/new/releases/download/v${VERSION}\n    to do it, run the same command without --dry-run\n`,
  },
  {
    what: 'replaces an older version in the same folder',
    args: '--program apigen --dir /opt/bin',
    before: `${OLDER}; PATH=/opt/bin:$PATH`,
    status: 0,
    output: `Downloading ${NAME}\nIt replaces apigen 0.0.1.\napigen ${VERSION} is installed: /opt/bin/apigen\n`,
    changed: ['+ /opt/bin/apigen'],
  },
  {
    what: 'keeps the same version',
    args: '--program apigen --dir /opt/bin',
    before: `${OLDER}; sed -i 's/0.0.1/${VERSION}/' /opt/bin/apigen`,
    status: 0,
    output: `apigen ${VERSION} is already installed: /opt/bin/apigen\n`,
    changed: ['+ /opt/bin/apigen'],
  },
  {
    what: 'refuses what npm has installed',
    args: '--program apigen',
    before: 'ln -s ../lib/node_modules/@apigen/cli/bin/run.cjs /usr/local/bin/apigen',
    status: 1,
    output: `Error: /usr/local/bin/apigen was installed by a package manager\n    update it with \`npm install --global @apigen/cli@latest\`${ELSEWHERE}`,
    changed: ['+ /usr/local/bin/apigen'],
  },
  {
    what: 'refuses what Homebrew has installed',
    args: '--program apigen --dry-run',
    before: 'ln -s ../Cellar/apigen/0.0.1/bin/apigen /usr/local/bin/apigen',
    status: 1,
    output: `Error: /usr/local/bin/apigen was installed by a package manager\n    update it with \`brew upgrade apigen\`${ELSEWHERE}`,
    changed: ['+ /usr/local/bin/apigen'],
  },
  {
    what: 'removes what it installed',
    args: '--program apigen --dir /opt/bin --uninstall',
    before: OLDER,
    status: 0,
    output: 'apigen was removed.\n',
  },
  {
    what: 'refuses a package manager for apigen',
    args: '--program apigen --method dpkg',
    status: 2,
    output:
      'Error: --program apigen cannot be combined with --method dpkg: install the package apigen with it yourself\n    --help lists the options\n',
  },
  {
    what: 'refuses another program',
    args: '--program mesh',
    status: 2,
    output: "Error: invalid --program 'mesh': expected tracer or apigen\n    --help lists the options\n",
  },
  {
    what: 'refuses a dry run of a removal',
    args: '--dry-run --uninstall',
    status: 2,
    output: 'Error: --dry-run cannot be combined with --uninstall\n    --help lists the options\n',
  },
];

describe('install-cli.sh, run again for an update,', () => {
  it.each(CASES)('$what', async ({args, before, status, output, changed = []}) => {
    const run = await runInstallCli({site: `${site.url}/new`, args, ...(before && {before})});
    expect(run).toEqual({status, output: output.replaceAll('{site}', site.url), changed});
  });

  it.each([
    {manager: 'dpkg', install: 'dpkg -i', extension: 'deb', command: 'apt-get install apigen'},
    {
      manager: 'rpm',
      install: 'rpm -i --nodeps',
      extension: 'rpm',
      command: 'dnf upgrade --refresh apigen',
    },
  ])('refuses what $manager has installed', async ({install, extension, command}) => {
    const run = await runInstallCli({
      site: `${site.url}/new`,
      args: '--program apigen --dir /usr/bin',
      before: `${install} ${RELEASED_INSIDE}/apigen_${VERSION}_linux_amd64.${extension} >/dev/null 2>&1`,
    });
    expect({status: run.status, output: run.output}).toEqual({
      status: 1,
      output: `Error: /usr/bin/apigen was installed by a package manager\n    update it with \`${command}\`${ELSEWHERE}`,
    });
  });

  it.each([
    {
      program: 'cp',
      // The script starts cp in a subshell.
      script: "$(cut -d' ' -f4 /proc/$PPID/stat)",
      says: 'interrupted: nothing was installed\n',
    },
    {
      program: 'mv',
      script: '$PPID',
      says: 'interrupted: /opt/bin/apigen may already be the new version\n',
    },
  ])('keeps the old version if it is interrupted during $program', async ({program, script, says}) => {
    const run = await runInstallCli({
      site: `${site.url}/new`,
      args: '--program apigen --dir /opt/bin',
      before: `${OLDER}
mkdir /tmp/slow
cat >/tmp/slow/${program} <<'SLOW'
#!/bin/sh
kill -INT ${script}
sleep 1
SLOW
chmod 755 /tmp/slow/${program}
PATH=/tmp/slow:$PATH`,
      after: 'ls -A /opt/bin; /opt/bin/apigen --version',
    });
    expect({status: run.status, output: run.output}).toEqual({
      status: 130,
      output: `Downloading ${NAME}\n${says}apigen\napigen/0.0.1 older\n`,
    });
  });

  it('replaces a newer version only by one that is named', async () => {
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: '--dir /opt/bin --dry-run',
      before: `mkdir -p /opt/bin; printf '#!/bin/sh\\necho tracer/9.9.9 newer\\n' >/opt/bin/tracer; chmod 755 /opt/bin/tracer`,
      after: `sh /tmp/install-cli.sh --dir /opt/bin --dry-run --version ${OLD_VERSION}`,
    });
    expect(run.output).toBe(
      `tracer 9.9.9 is already installed and newer than the latest release ${OLD_VERSION}: /opt/bin/tracer
    to install the latest release, use --version ${OLD_VERSION}
It would replace tracer 9.9.9 by ${OLD_VERSION}: /opt/bin/tracer
    from ${site.url}/old/releases/download/v${OLD_VERSION}/tracer_${OLD_VERSION}_linux_amd64.tar.gz
    to do it, run the same command without --dry-run
`,
    );
  });
});
