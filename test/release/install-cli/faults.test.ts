import {readFileSync} from 'node:fs';
import {mkdir, mkdtemp, rm, symlink} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {sha256} from '../../../release/packages/checksums.ts';
import {output} from '../../../release/run-program.ts';
import {makeOldRelease, OLD_VERSION} from '../old-release.ts';
import {type Answer, type ReleaseSite, startSite} from '../release-site.ts';
import {runInstallCli, SHELLS} from './run-install-cli.ts';

let folder: string;
const sites: ReleaseSite[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'faults-'));
  await makeOldRelease(folder);
});

afterAll(async () => {
  await Promise.all(sites.map((site) => site.close()));
  await rm(folder, {recursive: true, force: true});
});

const NAME = `tracer_${OLD_VERSION}_linux_amd64`;
const HTML = '<!DOCTYPE html>\n<title>404 - not found</title>\n';

const errorPage: Answer = (response) => {
  response.writeHead(200, {'content-type': 'text/html'}).end(HTML);
};
const tampered: Answer = (response, file) => {
  const bytes = readFileSync(file);
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  response.writeHead(200, {'content-length': bytes.length}).end(bytes);
};
/** Closes the connection before everything is sent. */
const brokenOff: Answer = (response, file) => {
  const bytes = readFileSync(file);
  response.writeHead(200, {'content-length': bytes.length});
  response.write(bytes.subarray(0, 100), () => response.destroy());
};
/** Sends the first part only, without a length, as a proxy may. */
const cutShort: Answer = (response, file) => {
  response.writeHead(200).end(readFileSync(file).subarray(0, 100));
};
const missing: Answer = (response) => {
  response.writeHead(404).end(HTML);
};

/** Lists another file only. */
const otherPlatform: Answer = (response) => {
  response.writeHead(200).end(`${'0'.repeat(64)}  tracer_${OLD_VERSION}_darwin_arm64.tar.gz\n`);
};

interface Fault {
  readonly fault: string;
  readonly answers?: Readonly<Record<string, Answer>>;
  readonly args: string;
  readonly network?: false;
  readonly before?: string;
  readonly tools?: string;
  /** With the placeholders of `withoutNumbers`. */
  readonly says: string;
}

const PROXY = '    check the address: a proxy may have sent another file\n';
const DIR = '--dir /opt/bin';

const FAULTS: readonly Fault[] = [
  {
    fault: 'a tampered archive',
    args: DIR,
    answers: {[`${NAME}.tar.gz`]: tampered},
    says: `Downloading ${NAME}.tar.gz\nError: {releases}/download/v${OLD_VERSION}/${NAME}.tar.gz does not match its checksum: nothing was installed\n    SHA-256 is {sum}, expected {sum}\n`,
  },
  {
    fault: 'a tampered deb',
    args: '--method dpkg',
    answers: {[`${NAME}.deb`]: tampered},
    says: `Downloading ${NAME}.deb\nError: {releases}/download/v${OLD_VERSION}/${NAME}.deb does not match its checksum: nothing was installed\n    SHA-256 is {sum}, expected {sum}\n`,
  },
  {
    fault: 'a tampered rpm',
    args: '--method rpm',
    answers: {[`${NAME}.rpm`]: tampered},
    says: `Downloading ${NAME}.rpm\nError: {releases}/download/v${OLD_VERSION}/${NAME}.rpm does not match its checksum: nothing was installed\n    SHA-256 is {sum}, expected {sum}\n`,
  },
  {
    fault: 'a 404 page with status 200 for the archive',
    args: DIR,
    answers: {[`${NAME}.tar.gz`]: errorPage},
    says: `Downloading ${NAME}.tar.gz\nError: {releases}/download/v${OLD_VERSION}/${NAME}.tar.gz does not match its checksum: nothing was installed\n    SHA-256 is {sum}, expected {sum}\n`,
  },
  {
    fault: 'a 404 page with status 200 for the list of checksums',
    args: DIR,
    answers: {'checksums.txt': errorPage},
    says: `Error: {releases}/latest/download/checksums.txt has no tracer for linux_amd64\n${PROXY}`,
  },
  {
    fault: 'a 404 page with status 200 for the list of a version',
    args: `${DIR} --version 1.2.3`,
    answers: {'checksums.txt': errorPage},
    says: `Error: {releases}/download/v1.2.3/checksums.txt has no checksum for tracer_1.2.3_linux_amd64.tar.gz\n${PROXY}`,
  },
  {
    fault: 'a version that does not exist',
    args: `${DIR} --version 1.2.3`,
    answers: {'checksums.txt': missing},
    says: 'Error: there is no release 1.2.3: {releases}/download/v1.2.3/checksums.txt does not exist\n    omit --version to install the latest release\n',
  },
  {
    fault: 'a version that does not exist, with wget',
    args: `${DIR} --version 1.2.3`,
    answers: {'checksums.txt': missing},
    before: 'rm "$(command -v curl)"',
    says: 'Error: there is no release 1.2.3: {releases}/download/v1.2.3/checksums.txt does not exist\n    omit --version to install the latest release\n',
  },
  {
    fault: 'no release',
    args: DIR,
    answers: {'checksums.txt': missing},
    says: 'Error: there is no release: {releases}/latest/download/checksums.txt does not exist\n    check the address of the releases\n',
  },
  {
    fault: 'a release without a file for this platform',
    args: DIR,
    answers: {'checksums.txt': otherPlatform},
    says: 'Error: {releases}/latest/download/checksums.txt has no tracer for linux_amd64\n    this release lacks the file: install another one with --version\n',
  },
  {
    fault: 'a list of checksums without the file',
    args: `${DIR} --version ${OLD_VERSION}`,
    answers: {'checksums.txt': otherPlatform},
    says: `Error: {releases}/download/v${OLD_VERSION}/checksums.txt has no checksum for ${NAME}.tar.gz\n    this release lacks the file: install another one with --version\n`,
  },
  {
    fault: 'an interrupted download',
    args: DIR,
    answers: {[`${NAME}.tar.gz`]: brokenOff},
    says: `Downloading ${NAME}.tar.gz\nError: cannot download {releases}/download/v${OLD_VERSION}/${NAME}.tar.gz\n    curl: (18) transfer closed with {n} bytes remaining to read\n`,
  },
  {
    fault: 'a truncated download without a length',
    args: DIR,
    answers: {[`${NAME}.tar.gz`]: cutShort},
    says: `Downloading ${NAME}.tar.gz\nError: {releases}/download/v${OLD_VERSION}/${NAME}.tar.gz does not match its checksum: nothing was installed\n    SHA-256 is {sum}, expected {sum}\n`,
  },
  {
    fault: 'no network',
    args: DIR,
    network: false,
    says: "Error: cannot download {releases}/latest/download/checksums.txt\n    curl: (7) Failed to connect to 127.0.0.1 port {n} after {n} ms: Couldn't connect to server\n",
  },
  {
    fault: 'no network, with apt-get',
    args: '--method apt-get',
    network: false,
    before: 'rm -rf /etc/apt/sources.list /etc/apt/sources.list.d && mkdir /etc/apt/sources.list.d',
    says: 'Error: apt-get cannot read the repository {site}/deb\n    see the output above; nothing was installed\n',
  },
  {
    fault: 'a missing repository, with dnf',
    args: '--method dnf',
    answers: {'repomd.xml': missing},
    says: 'Error: dnf install tracer failed\n    see the output above; is {site}/rpm the repository?\n',
  },
  {
    fault: 'a full disk for temporary files',
    args: DIR,
    before: 'mkdir /tmp/small && mount -t tmpfs -o size=8k tmpfs /tmp/small && export TMPDIR=/tmp/small',
    says: `Downloading ${NAME}.tar.gz\nError: cannot download {releases}/download/v${OLD_VERSION}/${NAME}.tar.gz\n    curl: (23) Failed writing body; only 0 MB are free in /tmp/small\n`,
  },
  {
    fault: 'a full disk for the executable',
    args: DIR,
    before: 'mount -t tmpfs -o size=4k,mode=755 tmpfs /opt/bin && cp /tmp/tracer /opt/bin/tracer',
    says: `Downloading ${NAME}.tar.gz\nError: cannot write into /opt/bin: nothing was installed\n    cp: error writing '/opt/bin/.tracer.{n}': No space left on device; only 0 MB are free in /opt/bin\n`,
  },
  {
    fault: 'neither curl nor wget',
    args: DIR,
    tools: '-curl',
    says: 'Error: curl or wget is needed to download\n    install one of them and run this again\n',
  },
  {
    fault: 'no program for checksums',
    args: DIR,
    tools: '-sha256sum',
    says: 'Error: sha256sum, shasum or openssl is needed to verify a download\n    install one of them and run this again\n',
  },
];

/** Installs an older version in both folders. */
const OLDER = `mkdir -p /opt/bin
printf '#!/bin/sh\\necho tracer/0.0.1 older\\n' >/tmp/tracer
chmod 755 /tmp/tracer
cp /tmp/tracer /opt/bin/tracer
cp /tmp/tracer /usr/bin/tracer`;

const hide = (tool: string) => `rm "$(command -v ${tool})"`;

async function siteWith(answers: Readonly<Record<string, Answer>>): Promise<string> {
  const site = await startSite({old: folder}, answers);
  sites.push(site);
  return `${site.url}/old`;
}

const withoutNumbers = (text: string, site: string) =>
  text
    .replaceAll(`${site}/releases`, '{releases}')
    .replaceAll(site, '{site}')
    .replaceAll(/\b[0-9a-f]{64}\b/g, '{sum}')
    .replaceAll(/(?<=[ (])\d+(?= (?:bytes|after|ms|!=))|(?<=!= )\d+/g, '{n}')
    .replaceAll(/\.tracer\.\d+/g, '.tracer.{n}');

describe('install-cli.sh fails with a message and changes nothing', () => {
  it.each(FAULTS)('$fault', async ({answers = {}, args, network, before = '', tools = '', says}) => {
    const site = await siteWith(answers);
    const hidden =
      tools === ''
        ? ''
        : `${hide(tools.slice(1))}; rm -f "$(command -v wget)" "$(command -v shasum)" "$(command -v openssl)"`;
    const run = await runInstallCli({
      site,
      args,
      ...(network === false && {network}),
      before: `${OLDER}\n${before}\n${hidden}`,
      after:
        'echo "exit $status"; /opt/bin/tracer --version; /usr/bin/tracer --version; ls -A /opt/bin; find /tmp -name "tracer.*"',
    });
    const printed = withoutNumbers(run.output, site);
    expect(run.status).toBe(1);
    expect(printed.slice(-(says.length + 200))).toContain(
      `${says}exit 1\ntracer/0.0.1 older\ntracer/0.0.1 older\ntracer\n`,
    );
    expect(printed.endsWith('tracer/0.0.1 older\ntracer\n')).toBe(true);
    const before_ = /^[+-] \/(opt\/bin|usr\/bin)\/|^- \/(usr\/)?s?bin\/|^- \/etc\/apt|var\/lib\/apt\/lists/;
    expect(run.changed.filter((line) => !before_.test(line))).toEqual([]);
  });

  it('removes the folders that it created for a failed installation', async () => {
    const run = await runInstallCli({
      site: await siteWith({}),
      args: '--dir /opt/a/b/c',
      // A fake cp that fails as on a full disk.
      before: 'mkdir -p /opt/a /full; cp /tmp/cp /full; PATH=/full:$PATH',
      after: '/bin/rm -r /full; find /opt/a',
      files: {cp: '#!/bin/sh\necho "cp: no room" >&2\nexit 1\n'},
    });
    expect(run).toEqual({
      status: 1,
      output: `Downloading ${NAME}.tar.gz\nError: cannot write into /opt/a/b/c: nothing was installed\n    cp: no room\n/opt/a\n`,
      changed: [],
    });
  });

  it('refuses an archive with a symbolic link for the program', async () => {
    const inside = path.join(folder, 'link', NAME);
    await mkdir(inside, {recursive: true});
    await symlink('/bin/sh', path.join(inside, 'tracer'));
    const file = path.join(folder, 'link.tar.gz');
    await output('tar', ['-czf', file, '-C', path.dirname(inside), NAME]);
    const answers: Record<string, Answer> = {
      [`${NAME}.tar.gz`]: (response) => void response.end(readFileSync(file)),
      'checksums.txt': (response) =>
        void sha256(file).then((sum) => response.end(`${sum}  ${NAME}.tar.gz\n`)),
    };
    expect(await runInstallCli({site: await siteWith(answers), args: DIR})).toEqual({
      status: 1,
      output: `Downloading ${NAME}.tar.gz\nError: tracer in ${NAME}.tar.gz is not a regular file: nothing was installed\n`,
      changed: [],
    });
  });

  it('reads checksums with Windows line ends', async () => {
    const crlf: Answer = (response, file) => {
      response.end(readFileSync(file, 'utf8').trimEnd().replaceAll('\n', '\r\n'));
    };
    const run = await runInstallCli({site: await siteWith({'checksums.txt': crlf}), args: DIR});
    expect(run).toMatchObject({status: 0, changed: ['+ /opt/bin/tracer']});
  });

  it('reports that a folder has another program of that name', async () => {
    const run = await runInstallCli({
      site: await siteWith({}),
      args: '--dir /opt/bin',
      before:
        'mkdir -p /opt/bin; printf "#!/bin/sh\\necho something else\\n" >/opt/bin/tracer; chmod 755 /opt/bin/tracer',
    });
    expect(run).toEqual({
      status: 1,
      output:
        'Error: /opt/bin/tracer exists and is not this tracer, or does not run\n    move it away, or choose another folder with --dir\n',
      changed: ['+ /opt/bin/tracer'],
    });
  });

  it.each([
    [
      'i686',
      'uname -m',
      'Error: unsupported processor i686\n    tracer is built for amd64 (x86_64) and arm64 (aarch64)\n',
    ],
    [
      'armv7l',
      'uname -m',
      'Error: unsupported processor armv7l\n    tracer is built for amd64 (x86_64) and arm64 (aarch64)\n',
    ],
    [
      'SunOS',
      'uname -s',
      'Error: unsupported operating system SunOS\n    tracer is built for Linux, macOS and Windows\n',
    ],
    [
      'MINGW64_NT-10.0',
      'uname -s',
      'Error: unsupported shell on Windows\n    run install-cli.ps1 in PowerShell\n',
    ],
    ['32', 'getconf LONG_BIT', 'Error: unsupported 32-bit system\n    tracer is built for 64-bit systems\n'],
  ])('reports an unsupported system: %s', async (answer, question, says) => {
    const [program = '', argument = ''] = question.split(' ');
    // Simulates another machine with a fake program that prints its name.
    const standIn = `#!/bin/sh\nif [ "$1" = "${argument}" ]; then echo "${answer}"; else /usr/bin/${program} "$@"; fi\n`;
    const run = await runInstallCli({
      site: 'http://127.0.0.1:9',
      tools: '',
      before: `mkdir /fake; cp /tmp/${program} /fake`,
      files: {[program]: standIn},
    });
    expect(run.output).toBe(says);
  });

  it.each(Object.entries(SHELLS))('does nothing if the script is incomplete, in %s', async (_, shell) => {
    const run = await runInstallCli({
      site: 'http://127.0.0.1:9',
      args: '--help',
      before: `size=$(wc -c </tmp/install-cli.sh)
for part in 300 2000 9000 $((size - 20)) $((size - 10)) $((size - 3)); do
  head -c $part /tmp/install-cli.sh | ${shell} -s -- --nope >/tmp/printed 2>&1
  grep -c 'unknown option' /tmp/printed
done`,
    });
    expect(run.output.split('\n').slice(0, 6)).toEqual(['0', '0', '0', '0', '0', '0']);
  });
});
