import {readFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, describe, expect, it} from '@jest/globals';
import {run} from '../../run.ts';
import {oldAndNewSite} from '../old-and-new-site.ts';
import {OLD_VERSION} from '../old-release.ts';
import {type Answer, type ReleaseSite, startSite} from '../release-site.ts';
import {INSTALL_CLI, VERSION} from '../released.ts';
import {inThrowawayRoot, RELEASED_INSIDE} from '../roots/throwaway-root.ts';
import {AS_NOBODY, installedAt, NEXT, runInstallCli, SHELLS} from './run-install-cli.ts';

const site = oldAndNewSite();
const sites: ReleaseSite[] = [];
afterAll(() => Promise.all(sites.map((one) => one.close())));

const NAME = `tracer_${OLD_VERSION}_linux_amd64.tar.gz`;
const DOWNLOADING = `Downloading ${NAME}\n`;
const USE = '    --help lists the options\n';
const DRY = '    to do it, run the same command without --dry-run\n';
/** A program of version 0.0.1 in /opt/bin. */
const older = (program: string) =>
  `mkdir -p /opt/bin; printf '#!/bin/sh\\necho ${program}/0.0.1 older\\n' >/opt/bin/${program}; chmod 755 /opt/bin/${program}`;

interface Case {
  readonly what: string;
  /** The release, the older one by default. */
  readonly of?: 'new';
  readonly args: string;
  readonly before?: string;
  readonly after?: string;
  readonly status?: number;
  /** With `{old}` for the address of the releases. */
  readonly says: string;
  readonly changed?: readonly string[];
}

const CASES: readonly Case[] = [
  {
    what: 'installs into a folder, without a package manager',
    args: `--version v${OLD_VERSION} --dir=/opt/bin`,
    says: DOWNLOADING + installedAt('/opt/bin/tracer', OLD_VERSION),
    changed: ['+ /opt/bin/tracer'],
  },
  {
    what: 'accepts a relative folder with blanks, and another one first on PATH',
    args: '--dir "my bin"',
    before: `${older('tracer')}; PATH=/opt/bin:$PATH; cd /opt`,
    says: DOWNLOADING + installedAt('/opt/my bin/tracer', OLD_VERSION),
    changed: ['+ /opt/bin/tracer', '+ /opt/my bin/tracer'],
  },
  {
    what: 'replaces another version of apigen',
    of: 'new',
    args: '--program apigen --dir /opt/bin',
    before: `${older('apigen')}; PATH=/opt/bin:$PATH`,
    says: `Downloading apigen_${VERSION}_linux_amd64.tar.gz\napigen ${VERSION} is installed: /opt/bin/apigen\n`,
    changed: ['+ /opt/bin/apigen'],
  },
  {
    what: 'prints what it would replace',
    args: '--dir /opt/bin --dry-run',
    before: older('tracer'),
    says: `It would install tracer ${OLD_VERSION} in place of 0.0.1: /opt/bin/tracer\n    from {old}/releases/download/v${OLD_VERSION}/${NAME}\n${DRY}`,
    changed: ['+ /opt/bin/tracer'],
  },
  {
    what: 'keeps the same version',
    args: '--dir /opt/bin',
    before: `${older('tracer')}; sed -i 's/0.0.1/${OLD_VERSION}/' /opt/bin/tracer`,
    says: `tracer ${OLD_VERSION} is already installed: /opt/bin/tracer\n`,
    changed: ['+ /opt/bin/tracer'],
  },
  {
    what: 'refuses another program of that name',
    args: '--dir /opt/bin',
    before: `${older('tracer')}; sed -i 's/tracer/another/' /opt/bin/tracer`,
    status: 1,
    says: 'error: /opt/bin/tracer is not this tracer, or does not run\n    move it away, or choose another folder with --dir\n',
    changed: ['+ /opt/bin/tracer'],
  },
  {
    what: 'removes what it installed',
    args: '--dir /opt/bin --uninstall',
    before: older('tracer'),
    says: 'tracer was removed.\n',
  },
  {
    what: 'keeps the old version if it is interrupted',
    args: '--dir /opt/bin',
    before: `${older('tracer')}; mkdir /tmp/slow
printf '#!/bin/sh\\nkill -INT $PPID; sleep 1' >/tmp/slow/mv; chmod 755 /tmp/slow/mv; PATH=/tmp/slow:$PATH`,
    after: 'ls -A /opt/bin; /opt/bin/tracer --version; find /tmp -name "tracer.*"',
    status: 130,
    says: `${DOWNLOADING}tracer\ntracer/0.0.1 older\n`,
    changed: ['+ /opt/bin/tracer'],
  },
  {
    what: 'uses sudo only if needed, and prints what for',
    args: '--help >/dev/null',
    before: `echo '#65534 ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/nobody; chmod 440 /etc/sudoers.d/nobody; echo 'nobody ALL=(ALL) NOPASSWD: ALL' >>/etc/sudoers.d/nobody; mkdir /tmp/mine; chown 65534 /tmp/mine; chmod 644 /tmp/install-cli.sh`,
    after: `${AS_NOBODY} sh /tmp/install-cli.sh --dir /tmp/mine/bin
${AS_NOBODY} sh /tmp/install-cli.sh --method archive
rm "$(command -v sudo)"
${AS_NOBODY} sh /tmp/install-cli.sh --method dpkg`,
    says: `${DOWNLOADING}${installedAt('/tmp/mine/bin/tracer', OLD_VERSION)}sudo is needed to put tracer into /usr/local/bin
${DOWNLOADING}tracer ${OLD_VERSION} is installed: /usr/local/bin/tracer
${NEXT}error: root is needed to install the package tracer with dpkg, and sudo is not installed
    run this as root, or use --dir "$HOME/.local/bin"
`,
    changed: ['+ /etc/sudoers.d/nobody', '- /usr/bin/sudo', '+ /usr/local/bin/tracer'],
  },
];

describe('install-cli.sh', () => {
  it.each(CASES)('$what', async ({of = 'old', args, before, after, status = 0, says, changed = []}) => {
    const done = await runInstallCli({
      site: `${site.url}/${of}`,
      args,
      ...(before && {before}),
      ...(after && {after}),
    });
    expect(done).toEqual({status, output: says.replaceAll('{old}', `${site.url}/old`), changed});
  });

  it.each([
    ['tracer', 'client install'],
    ['apigen', 'tracer client install'],
  ])('is what the executable %s runs', async (name, command) => {
    const program = path.join(RELEASED_INSIDE, 'executables', `${name}_linux_amd64`, name);
    const done = await inThrowawayRoot(`export TRACER_RELEASES_URL=${site.url}/new/releases
${program} ${command} --dir /opt/bin
/opt/bin/tracer --version
${program} ${command} --dir /opt/bin --uninstall
${program} ${command} --version nonsense
echo "exit $?"`);
    expect(done.output).toMatch(
      new RegExp(
        `^Downloading tracer_${VERSION}_linux_amd64\\.tar\\.gz\ntracer ${VERSION} is installed: /opt/bin/tracer\n[\\s\\S]*\ntracer/${VERSION} .*\ntracer was removed\\.\nerror: invalid --version 'nonsense': expected a version such as 1\\.2\\.3\n${USE}exit 2\n$`,
      ),
    );
  });
});

it.each([
  ['--nope', 'unknown option --nope'],
  ['--version', '--version needs a value'],
  ['--version ../1.2.3', "invalid --version '../1.2.3': expected a version such as 1.2.3"],
  ['--method snap', "invalid --method 'snap': expected brew, apt-get, dpkg, yum, dnf, rpm or archive"],
  ['--program mesh', "invalid --program 'mesh': expected tracer or apigen"],
  ['--dir /x --method rpm', '--method rpm cannot be combined with --dir or --program apigen'],
  [
    '--version 1.2.3 --method brew',
    '--version cannot be combined with --method brew: a tap has only the latest version',
  ],
  ['--dry-run --uninstall', '--dry-run cannot be combined with --uninstall'],
])('install-cli.sh checks its arguments first %s', async (args, says) => {
  for (const shell of Object.values(SHELLS)) {
    const [program = '', ...first] = shell.split(' ');
    const given = [...first, '-s', '--', ...args.split(' ')];
    expect(await run(program, given, {input: INSTALL_CLI})).toEqual({
      status: 2,
      stdout: '',
      stderr: `error: ${says}\n${USE}`,
    });
  }
});

const tampered: Answer = (response, file) => {
  const bytes = readFileSync(file);
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  response.end(bytes);
};
/** Closes the connection before everything is sent. */
const brokenOff: Answer = (response, file) => {
  const bytes = readFileSync(file);
  response.writeHead(200, {'content-length': bytes.length});
  response.write(bytes.subarray(0, 100), () => response.destroy());
};

const withAPath: Answer = (response) =>
  response.end(`${'0'.repeat(64)}  tracer_1.2.3/../../x_linux_amd64.tar.gz\n`);

const UNLISTED =
  /^error: \S+\/checksums\.txt has no tracer for linux_amd64\n {4}check the address, or install another version with --version\n$/;
const WRONG_SUM =
  /^Downloading \S+\nerror: \S+ does not match its checksum: nothing was installed\n {4}SHA-256 is [0-9a-f]{64}, expected [0-9a-f]{64}\n$/;

describe('install-cli.sh installs nothing', () => {
  it.each<{what: string; args: string; answers?: Readonly<Record<string, Answer>>; says: RegExp}>([
    ...(['archive', 'dpkg', 'rpm'] as const).map((method) => ({
      what: `whose checksum is wrong: ${method}`,
      args: `--method ${method}`,
      answers: {
        [method === 'archive' ? NAME : NAME.replace('tar.gz', method === 'rpm' ? 'rpm' : 'deb')]: tampered,
      },
      says: WRONG_SUM,
    })),
    {
      what: 'from an incomplete download',
      args: '--method archive',
      answers: {[NAME]: brokenOff},
      says: /^Downloading \S+\nerror: cannot download \S+\n {4}curl: .*\n$/,
    },
    {
      what: 'if there is no such release',
      args: '--method archive --version 9.9.9 --dir /opt',
      answers: {'checksums.txt': (response) => response.writeHead(404).end()},
      says: /^error: cannot download \S+\/download\/v9\.9\.9\/checksums\.txt\n {4}curl: .* 404\n$/,
    },
    {
      what: 'with a path in its name',
      args: '--method archive',
      answers: {'checksums.txt': withAPath},
      says: UNLISTED,
    },
  ])('$what', async ({args, answers, says}) => {
    const one = await startSite({old: site.folder}, answers);
    sites.push(one);
    const done = await runInstallCli({site: `${one.url}/old`, args, after: 'find /tmp -name "tracer.*"'});
    expect(done.output).toMatch(says);
    expect({status: done.status, changed: done.changed}).toEqual({status: 1, changed: []});
  });

  it('if the download of the script is incomplete', async () => {
    const done = await inThrowawayRoot(
      'head -c 10000 /tmp/install-cli.sh | sh; sed "\\$d" /tmp/install-cli.sh | sh',
      {'install-cli.sh': INSTALL_CLI},
    );
    expect(done.output).not.toMatch(/Downloading|installed/);
    expect(done.changed).toEqual([]);
  });
});
