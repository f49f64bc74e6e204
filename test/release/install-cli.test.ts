import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {ADDRESSES} from '../../plugins/tracer/src/addresses.ts';
import {output} from '../../release/program.ts';
import {AS_NOBODY, BREW, runInstallCli, SHELLS} from './install-cli-roots.ts';
import {makeOldRelease, OLD_VERSION} from './old-release.ts';
import {type ReleaseSite, startSite} from './release-site.ts';
import {RELEASED, ROOT, VERSION} from './released.ts';
import {inThrowawayRoot, RELEASED_INSIDE} from './throwaway-root.ts';

let folder: string;
let site: ReleaseSite;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'install-cli-'));
  await makeOldRelease(path.join(folder, 'old'));
  site = await startSite({old: path.join(folder, 'old'), new: RELEASED});
});

afterAll(async () => {
  await site?.close();
  await rm(folder, {recursive: true, force: true});
});

// A release is tested with the real one in its place.
const TAP = ADDRESSES.TRACER_TAP;
const NEXT = 'Next: `tracer install` puts the server on a cluster, `tracer --help` lists all commands.\n';
const installedAt = (file: string, version = VERSION) =>
  `tracer ${version} is installed: ${file}\nAdd ${path.dirname(file)} to PATH to start it as \`tracer\`: export PATH="${path.dirname(file)}:$PATH"\n${NEXT}`;

/** dpkg calls these by name, and refuses to work when one is not on PATH. */
const DPKG = 'dpkg dpkg-query dpkg-deb dpkg-split ldconfig start-stop-daemon sh diff xz';

const PACKAGE_FILES = [
  '+ /usr/bin/tracer',
  '+ /usr/share/bash-completion/completions/tracer',
  '+ /usr/share/fish/vendor_completions.d/tracer.fish',
  '+ /usr/share/man/man1/tracer.1.gz',
];
const DEB_FILES = [
  ...PACKAGE_FILES,
  '+ /usr/share/doc/tracer/copyright',
  '+ /usr/share/zsh/vendor-completions/_tracer',
  '+ /var/lib/dpkg/info/tracer.list',
  '+ /var/lib/dpkg/info/tracer.md5sums',
  '+ /var/lib/dpkg/status',
];
const RPM_FILES = [
  ...PACKAGE_FILES,
  '+ /usr/share/licenses/tracer/LICENSE',
  '+ /usr/share/zsh/site-functions/_tracer',
];

interface Branch {
  readonly branch: string;
  /** Starts the shell as another user than root. */
  readonly user?: string;
  readonly tools: string;
  readonly says: (url: string) => RegExp;
  readonly changed: readonly string[];
}

const BRANCHES: readonly Branch[] = [
  {
    branch: 'a user-space package manager',
    user: AS_NOBODY,
    tools: 'brew apt-get dpkg dpkg-query dnf rpm',
    says: () =>
      new RegExp(
        `^Installing ${TAP}/tracer with Homebrew\nbrew install ${TAP}/tracer\ntracer 9\\.9\\.9 is installed: /home/linuxbrew/bin/tracer\n`,
      ),
    changed: ['+ /home/linuxbrew/bin/tracer'],
  },
  {
    branch: 'apt-get',
    tools: `apt-get ${DPKG} dnf rpm`,
    says: () =>
      /^Installing with apt-get\n[\s\S]*Setting up tracer [\s\S]*\ntracer [0-9.]+ is installed: \/usr\/bin\/tracer\n/,
    changed: ['+ /etc/apt/sources.list.d/tracer.list', ...DEB_FILES],
  },
  {
    branch: 'dpkg',
    tools: `${DPKG} dnf rpm`,
    says: () =>
      /^Downloading tracer_[0-9.]+_linux_amd64\.deb\nInstalling with dpkg\n[\s\S]*Setting up tracer [\s\S]*\ntracer [0-9.]+ is installed: \/usr\/bin\/tracer\n/,
    changed: DEB_FILES,
  },
  {
    // Debian has dnf by that name only; the script takes either.
    branch: 'yum',
    tools: 'dnf rpm',
    says: () =>
      /^Installing with dnf\n[\s\S]*Installing *: tracer-[\s\S]*\ntracer [0-9.]+ is installed: \/usr\/bin\/tracer\n/,
    changed: ['+ /etc/yum.repos.d/tracer.repo', ...RPM_FILES],
  },
  {
    branch: 'rpm',
    tools: 'rpm',
    says: () =>
      /^Downloading tracer_[0-9.]+_linux_amd64\.rpm\nInstalling with rpm\n[\s\S]*\ntracer [0-9.]+ is installed: \/usr\/bin\/tracer\n/,
    changed: RPM_FILES,
  },
  {
    branch: 'nothing of all this',
    tools: '',
    says: () =>
      /^Downloading tracer_[0-9.]+_linux_amd64\.tar\.gz\ntracer [0-9.]+ is installed: \/usr\/local\/bin\/tracer\n/,
    changed: ['+ /usr/local/bin/tracer'],
  },
];

const IN_EVERY_SHELL = Object.entries(SHELLS).flatMap(([name, shell]) =>
  BRANCHES.map((branch) => ({name, shell, ...branch})),
);

/** What is on PATH in the roots, and no package. */
const LINKS = /^\+ \/branch\//;
const kept = (changed: readonly string[]) => changed.filter((line) => !LINKS.test(line));

describe('install-cli.sh takes the first way that is there', () => {
  it.each(IN_EVERY_SHELL)('$name: $branch', async ({shell, user = '', tools, says, changed}) => {
    const run = await runInstallCli({
      shell: `${user} ${shell}`,
      site: `${site.url}/new`,
      tools,
      files: {brew: BREW},
      before: 'mkdir -p /home/linuxbrew; chown 65534 /home/linuxbrew',
    });
    expect(run).toMatchObject({status: 0});
    expect(run.output).toMatch(says(site.url));
    const lists = /^\+ \/var\/lib\/apt\/lists\/127/;
    expect(kept(run.changed).filter((line) => !lists.test(line))).toEqual([...changed].sort());
  });
});

describe('install-cli.sh as root, whom Homebrew refuses', () => {
  it('says so, and takes the next way', async () => {
    const run = await runInstallCli({site: `${site.url}/old`, tools: 'brew', files: {brew: BREW}});
    expect(run.output).toBe(
      `Homebrew refuses to work for root: going on without it\nDownloading tracer_${OLD_VERSION}_linux_amd64.tar.gz\n${installedAt('/usr/local/bin/tracer', OLD_VERSION)}`,
    );
    expect({status: run.status, changed: kept(run.changed)}).toEqual({
      status: 0,
      changed: ['+ /usr/local/bin/tracer'],
    });
  });

  it('says so too when it removes', async () => {
    const args = '--uninstall';
    const run = await runInstallCli({site: `${site.url}/old`, args, tools: 'brew', files: {brew: BREW}});
    expect({...run, changed: kept(run.changed)}).toEqual({
      status: 0,
      output:
        'Homebrew refuses to work for root: what it installed stays; its own user can remove that\ntracer is not installed: neither as a package nor as /usr/local/bin/tracer\n',
      changed: [],
    });
  });

  it('changes nothing when it is told to take that way', async () => {
    const args = '--method brew';
    const run = await runInstallCli({site: `${site.url}/old`, args, tools: 'brew', files: {brew: BREW}});
    expect({...run, changed: kept(run.changed)}).toEqual({
      status: 1,
      output:
        'Error: --method brew: Homebrew refuses to work for root\n    run this as the user whose Homebrew it is, or leave --method out\n',
      changed: [],
    });
  });
});

describe('install-cli.sh upgrades and uninstalls', () => {
  it.each(BRANCHES.slice(1))('$branch', async ({tools}) => {
    const run = await runInstallCli({
      site: `${site.url}/new`,
      tools,
      before: `(
        export TRACER_RELEASES_URL=${site.url}/old/releases TRACER_DEB_REPO_URL=${site.url}/old/deb TRACER_RPM_REPO_URL=${site.url}/old/rpm
        mkdir /old
        for tool in cat chmod cp curl df dirname env getconf grep gzip head id ldd mkdir mktemp mv rm sed sha256sum tail tar tee uname ${tools}; do
          ln -s "$(command -v "$tool")" /old
        done
        PATH=/old
        /bin/dash /tmp/install-cli.sh >/dev/null 2>&1
      )
      PATH=$PATH:/usr/local/bin
      tracer --version`,
      after: `tracer --version
PATH=/branch /bin/dash /tmp/install-cli.sh --uninstall >/tmp/said 2>&1
tail -n 1 /tmp/said
rm -r /old`,
    });
    const lines = run.output.split('\n');
    expect([lines[0], ...lines.slice(-3)]).toEqual([
      `tracer/${OLD_VERSION} stand-in`,
      expect.stringMatching(`^tracer/${VERSION} `),
      'tracer is removed.',
      '',
    ]);
    // What apt read at the other address goes with its own next update.
    expect(kept(run.changed).filter((line) => !line.includes('_old_deb_'))).toEqual([]);
  });
});

describe('install-cli.sh does what its options say', () => {
  it('puts a given version into a given folder, past the package managers that are there', async () => {
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: `--version v${OLD_VERSION} --dir=/opt/bin`,
    });
    expect(run).toEqual({
      status: 0,
      output: `Downloading tracer_${OLD_VERSION}_linux_amd64.tar.gz\n${installedAt('/opt/bin/tracer', OLD_VERSION)}`,
      changed: ['+ /opt/bin/tracer'],
    });
  });

  it('installs a given version as a package, also an older one than is there', async () => {
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: `--version ${OLD_VERSION}`,
      before: `dpkg -i ${RELEASED_INSIDE}/tracer_${VERSION}_linux_amd64.deb >/dev/null`,
      after: 'tracer --version',
    });
    expect(run.status).toBe(0);
    expect(run.output).toMatch(new RegExp(`tracer/${OLD_VERSION} stand-in\n$`));
  });

  it('does nothing when that version is there already', async () => {
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: '--dir /opt/bin',
      before: `mkdir -p /opt/bin && printf '#!/bin/sh\\necho tracer/${OLD_VERSION} stand-in\\n' >/opt/bin/tracer && chmod 755 /opt/bin/tracer`,
    });
    expect(run).toMatchObject({
      status: 0,
      output: `tracer ${OLD_VERSION} is installed already: /opt/bin/tracer\n`,
    });
  });

  it('takes addresses by option too', async () => {
    const run = await runInstallCli({
      site: 'http://127.0.0.1:9',
      args: `--releases-url ${site.url}/old/releases/ --dir /opt/bin`,
    });
    expect(run).toMatchObject({status: 0, changed: ['+ /opt/bin/tracer']});
  });

  it('uses sudo only where it is needed, and says for what before', async () => {
    const asNobody = 'setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=/tmp';
    const before = `echo 'nobody ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/nobody; chmod 440 /etc/sudoers.d/nobody; mkdir /tmp/mine; chown 65534 /tmp/mine`;
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: '--help >/dev/null',
      before,
      after: `chmod 644 /tmp/install-cli.sh
${asNobody} sh /tmp/install-cli.sh --dir /tmp/mine/bin
${asNobody} sh /tmp/install-cli.sh --method archive
mkdir /no-sudo; for tool in id uname mktemp rm getconf ldd head sh cat; do ln -s "$(command -v $tool)" /no-sudo; done
${asNobody} PATH=/no-sudo sh /tmp/install-cli.sh --method archive
rm -r /no-sudo`,
    });
    const archive = `Downloading tracer_${OLD_VERSION}_linux_amd64.tar.gz\n`;
    expect(run.output).toBe(
      `${archive}${installedAt('/tmp/mine/bin/tracer', OLD_VERSION)}sudo is needed to put tracer into /usr/local/bin
${archive}tracer ${OLD_VERSION} is installed: /usr/local/bin/tracer
${NEXT}Error: neither curl nor wget is there to download with
    install one of them, and run this again
`,
    );
    expect(run.changed).toEqual(['+ /etc/sudoers.d/nobody', '+ /usr/local/bin/tracer']);
  });

  it.each(['wget', 'busybox wget'])('downloads with %s where there is no curl', async (program) => {
    const stub = `#!/bin/sh\nexec /bin/busybox wget "$@"\n`;
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: '--dir /opt/bin',
      before: `rm "$(command -v curl)"${program === 'wget' ? '' : '; rm "$(command -v wget)"; cp /tmp/busybox-wget /usr/bin/wget'}`,
      files: {'busybox-wget': stub},
    });
    expect(run.output).toBe(
      `Downloading tracer_${OLD_VERSION}_linux_amd64.tar.gz\n${installedAt('/opt/bin/tracer', OLD_VERSION)}`,
    );
  });

  it.each([
    ['tracer', 'client install'],
    ['apigen', 'tracer client install'],
  ])('does the same from the executable %s', async (name, command) => {
    const program = path.join(RELEASED_INSIDE, 'executables', `${name}_linux_amd64`, name);
    const script = `export TRACER_RELEASES_URL=${site.url}/new/releases
${program} ${command} --dir /opt/bin
/opt/bin/tracer --version
${program} ${command} --dir /opt/bin --uninstall
${program} ${command} --version nonsense
echo "exit $?"
${program} ${command} --nonsense
echo "exit $?"
ls /tmp`;
    const run = await inThrowawayRoot(script);
    const [downloading, ...lines] = run.output.split('\n');
    expect(downloading).toBe(`Downloading tracer_${VERSION}_linux_amd64.tar.gz`);
    expect(lines.join('\n')).toMatch(
      new RegExp(
        `^tracer ${VERSION} is installed: /opt/bin/tracer\n[\\s\\S]*\ntracer/${VERSION} .*\ntracer is removed\\.\nError: --version 'nonsense' is no version: it looks like 1\\.2\\.3\n    --help lists the options\nexit 2\n[\\s\\S]*Nonexistent flag: --nonsense[\\s\\S]*exit 2\nscript\n$`,
      ),
    );
    expect(run.changed.filter((line) => !/autocomplete|\.config|\.cache/.test(line))).toEqual([]);
  });

  it('passes shellcheck', async () => {
    await output('shellcheck', [
      '--shell=sh',
      path.join(ROOT, 'plugins/tracer/scripts/install-cli.sh'),
      path.join(import.meta.dirname, 'throwaway-root.sh'),
    ]);
  });
});

const USE = '    --help lists the options\n';

describe('install-cli.sh judges its arguments before it looks for anything', () => {
  it.each([
    {args: '--nope', says: `Error: there is no option --nope\n${USE}`},
    {args: '--nope=1', says: `Error: there is no option --nope\n${USE}`},
    {args: 'word', says: `Error: unexpected argument 'word'\n${USE}`},
    {args: '--version', says: `Error: --version needs a value\n${USE}`},
    {args: '--version=', says: `Error: --version needs a value\n${USE}`},
    {args: '--version latest', says: `Error: --version 'latest' is no version: it looks like 1.2.3\n${USE}`},
    {
      args: '--version ../1.2.3',
      says: `Error: --version '../1.2.3' is no version: it looks like 1.2.3\n${USE}`,
    },
    {
      args: '--method snap',
      says: `Error: --method 'snap' is none of brew, apt-get, dpkg, yum, dnf, rpm, archive\n${USE}`,
    },
    ...['/', '//'].map((dir) => ({
      args: `--dir ${dir}`,
      says: `Error: --dir '/' is the root of all folders: name one below it\n${USE}`,
    })),
    {
      args: '--dir /x --method rpm',
      says: `Error: --dir and --method rpm exclude each other: rpm has its own place\n${USE}`,
    },
    {
      args: '--version 1.2.3 --method brew',
      says: `Error: --version and --method brew exclude each other: a tap holds the latest version only\n${USE}`,
    },
    {
      args: '--releases-url ftp://x',
      says: `Error: --releases-url 'ftp://x' is no address that begins with https:// or http://\n${USE}`,
    },
    {
      args: "--deb-repo-url 'https://x y'",
      says: `Error: --deb-repo-url 'https://x y' is no address: there is white space in it\n${USE}`,
    },
  ])('$args', async ({args, says}) => {
    for (const shell of Object.values(SHELLS)) {
      const run = await runInstallCli({shell, site: 'http://127.0.0.1:9', tools: '', args});
      expect({...run, changed: kept(run.changed)}).toEqual({status: 2, output: says, changed: []});
    }
  });
});
