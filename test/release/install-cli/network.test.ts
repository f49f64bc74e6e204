import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {createServer} from 'node:https';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {output} from '../../../release/run-program.ts';
import {makeOldRelease, OLD_VERSION} from '../old-release.ts';
import {type Answer, type ReleaseSite, startSite} from '../release-site.ts';
import {inThrowawayRoot, RELEASED_INSIDE} from '../roots/throwaway-root.ts';
import {runInstallCli, SHELLS} from './run-install-cli.ts';

let folder: string;
let site: ReleaseSite;
const sites: ReleaseSite[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'network-'));
  await makeOldRelease(folder);
  site = await startSite({old: folder});
});

afterAll(async () => {
  await Promise.all([site, ...sites].map((one) => one?.close()));
  await rm(folder, {recursive: true, force: true});
});

const NAME = `tracer_${OLD_VERSION}_linux_amd64`;
const installed = new RegExp(`\ntracer ${OLD_VERSION} is installed: `);

/** Redirects to the site that has the file. */
const elsewhere: Answer = (response, file) => {
  const to = `${site.url}/old/releases/latest/download/${path.basename(file)}`;
  response.writeHead(302, {location: to}).end();
};
/** Never answers. */
const hangs: Answer = () => undefined;

async function faulty(answers: Readonly<Record<string, Answer>>): Promise<string> {
  const one = await startSite({old: folder}, answers);
  sites.push(one);
  return `${one.url}/old`;
}

describe('install-cli.sh and mirrors', () => {
  it('follows a redirect to another host', async () => {
    const run = await runInstallCli({
      site: await faulty({'checksums.txt': elsewhere, [`${NAME}.tar.gz`]: elsewhere}),
      args: '--dir /opt/bin',
    });
    expect(run).toMatchObject({status: 0, changed: ['+ /opt/bin/tracer']});
  });

  it.each([
    ['apt-get', '--deb-repo-url', 'deb'],
    ['dnf', '--rpm-repo-url', 'rpm'],
    ['dpkg', '--releases-url', 'releases'],
  ])('accepts an address with a path and a slash at its end: %s', async (method, option, place) => {
    const run = await runInstallCli({
      site: 'http://127.0.0.1:9',
      args: `--method ${method} ${option}=${site.url}/old/${place}/`,
    });
    expect(run.output).toMatch(installed);
    expect(run.status).toBe(0);
  });

  it.each([
    ['curl', '', /\/checksums\.txt\n {4}curl: \(1\) Protocol "http" not supported or disabled in libcurl\n$/],
    [
      'wget',
      'rm "$(command -v curl)"; cp /tmp/cert.pem /usr/local/share/ca-certificates/mirror.crt; update-ca-certificates >/dev/null 2>&1',
      /\/checksums\.txt\n {4}it redirects to an address without https\n$/,
    ],
  ])('does not follow a redirect from https to http: %s', async (_, before, says) => {
    const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
    await output('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=mirror'],
      ...['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert],
    ]);
    const certificate = await readFile(cert, 'utf8');
    const server = createServer({key: await readFile(key), cert: certificate}, (request, response) => {
      response.writeHead(302, {location: `${site.url}/old${request.url}`}).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const run = await runInstallCli({
      site: `https://127.0.0.1:${port}`,
      args: '--dir /opt/bin',
      before: `export CURL_CA_BUNDLE=/tmp/cert.pem\n${before}`,
      files: {'cert.pem': certificate},
    });
    server.close();
    expect(run.output).toMatch(says);
    expect(run.output).toMatch(/^Error: cannot download https:\/\/127\.0\.0\.1:\d+\/releases\//);
    expect(run.status).toBe(1);
    expect(run.changed.filter((line) => line.includes('tracer'))).toEqual([]);
  });
});

interface Phase {
  readonly phase: string;
  readonly args: string;
  readonly answers?: Readonly<Record<string, Answer>>;
  /** A program that is replaced by one that waits first. */
  readonly slow?: string;
  /** What the interrupted script prints, by default that nothing was installed. */
  readonly says?: string;
}

const PHASES: readonly Phase[] = [
  {phase: 'it reads the checksums', args: '--dir /opt/bin', answers: {'checksums.txt': hangs}},
  {phase: 'it downloads the archive', args: '--dir /opt/bin', answers: {[`${NAME}.tar.gz`]: hangs}},
  {phase: 'it unpacks the archive', args: '--dir /opt/bin', slow: 'tar'},
  {phase: 'it copies the executable', args: '--dir /opt/bin', slow: 'cp'},
  {
    phase: 'apt-get reads the repository',
    args: '--method apt-get',
    answers: {Packages: hangs, 'Packages.gz': hangs},
  },
  {
    phase: 'dnf reads the repository',
    args: '--method dnf',
    answers: {'repomd.xml': hangs},
    says: 'run `tracer --version` to see whether it was installed',
  },
];

const SIGNALS = [
  ...PHASES.map((phase) => ({...phase, name: 'dash', shell: SHELLS.dash, signal: 'INT', status: 130})),
  ...(['bash', 'busybox ash'] as const).flatMap((name) =>
    PHASES.slice(1, 3).map((phase) => ({...phase, name, shell: SHELLS[name], signal: 'INT', status: 130})),
  ),
  ...PHASES.slice(1, 2).map((phase) => ({
    ...phase,
    name: 'dash',
    shell: SHELLS.dash,
    signal: 'TERM',
    status: 143,
  })),
];

describe('install-cli.sh changes nothing when it is interrupted while', () => {
  it.each(SIGNALS)(
    '$phase: $name, SIG$signal',
    async ({args, answers = {}, slow, says = 'nothing was installed', shell, signal, status}) => {
      const url = await faulty(answers);
      const run = await runInstallCli({
        shell,
        site: url,
        args: '--help >/dev/null',
        before: `mkdir -p /opt/bin /slow; PATH=/slow:$PATH${slow ? `; cp /tmp/${slow} /slow` : ''}`,
        // timeout signals the process group, as a terminal does.
        after: `timeout --preserve-status --signal=${signal} 2 ${shell} /tmp/install-cli.sh ${args} >/tmp/printed 2>&1
echo "exit $?"; grep -a interrupted: /tmp/printed; PATH=\${PATH#/slow:}; rm -r /slow; ls -A /opt/bin; find /tmp -name "tracer.*"`,
        files: slow ? {[slow]: `#!/bin/sh\nsleep 30\nexec /bin/${slow} "$@"\n`} : {},
      });
      expect(run.output).toBe(`exit ${status}\ninterrupted: ${says}\n`);
      expect(run.changed).toEqual([]);
    },
  );
});

describe('`tracer client install` changes nothing when it is interrupted', () => {
  it.each(['INT', 'TERM'])('SIG%s', async (signal) => {
    const url = await faulty({'checksums.txt': hangs});
    const program = path.join(RELEASED_INSIDE, 'executables', 'tracer_linux_amd64', 'tracer');
    const run = await inThrowawayRoot(`export TRACER_RELEASES_URL=${url}/releases
timeout --preserve-status --signal=${signal} 3 ${program} client install --dir /opt/bin 2>/dev/null
echo "exit $?"; sleep 1; ls /tmp`);
    expect(run).toEqual({
      status: 0,
      output: `exit ${signal === 'INT' ? 130 : 143}\nscript\n`,
      changed: [],
    });
  });
});

describe('install-cli.sh waits for', () => {
  it('another apt-get', async () => {
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: '--method apt-get',
      before: `python3 /tmp/hold.py & while [ ! -e /tmp/held ]; do sleep 0.1; done`,
      files: {
        'hold.py':
          'import fcntl, time\nf = open("/var/lib/dpkg/lock-frontend", "w")\nfcntl.lockf(f, fcntl.LOCK_EX)\nopen("/tmp/held", "w")\ntime.sleep(4)\n',
      },
    });
    expect(run.output).toMatch(/Waiting for cache lock/);
    expect(run.output).toMatch(installed);
  });
});
