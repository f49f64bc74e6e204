import {describe, expect, it} from '@jest/globals';
import {ADDRESSES} from '../../../plugins/tracer/src/addresses.ts';
import {oldAndNewSite} from '../old-and-new-site.ts';
import {OLD_VERSION} from '../old-release.ts';
import {VERSION} from '../released.ts';
import {AS_NOBODY, BREW, installedAt, runInstallCli, SHELLS} from './run-install-cli.ts';

const site = oldAndNewSite();

// When a release is tested, this is the real tap.
const TAP = ADDRESSES.TRACER_TAP;

/** The programs that dpkg needs on PATH. */
const DPKG = 'dpkg dpkg-query dpkg-deb dpkg-split ldconfig start-stop-daemon sh diff xz';

const PACKAGE_FILES = [
  '+ /usr/bin/tracer',
  '+ /usr/share/bash-completion/completions/tracer',
  '+ /usr/share/fish/vendor_completions.d/tracer.fish',
  '+ /usr/share/man/man1/tracer.1.gz',
];
const DEB_FILES = [
  ...PACKAGE_FILES,
  '+ /usr/share/doc/tracer/changelog.Debian.gz',
  '+ /usr/share/doc/tracer/copyright',
  '+ /usr/share/doc/tracer/third-party-notices.txt',
  '+ /usr/share/lintian/overrides/tracer',
  '+ /usr/share/zsh/vendor-completions/_tracer',
  '+ /var/lib/dpkg/info/tracer.list',
  '+ /var/lib/dpkg/info/tracer.md5sums',
  '+ /var/lib/dpkg/status',
];
const RPM_FILES = [
  ...PACKAGE_FILES,
  '+ /usr/share/licenses/tracer/LICENSE',
  '+ /usr/share/licenses/tracer/third-party-notices.txt',
  '+ /usr/share/zsh/site-functions/_tracer',
];

interface Branch {
  readonly branch: string;
  /** Starts the shell as another user. */
  readonly user?: string;
  readonly tools: string;
  readonly says: (url: string) => RegExp;
  readonly changed: readonly string[];
}

const BRANCHES: readonly Branch[] = [
  {
    branch: 'Homebrew',
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
    // Debian has dnf only, not yum; the script supports both.
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
    branch: 'no package manager',
    tools: '',
    says: () =>
      /^Downloading tracer_[0-9.]+_linux_amd64\.tar\.gz\ntracer [0-9.]+ is installed: \/usr\/local\/bin\/tracer\n/,
    changed: ['+ /usr/local/bin/tracer'],
  },
];

const IN_EVERY_SHELL = Object.entries(SHELLS).flatMap(([name, shell]) =>
  BRANCHES.map((branch) => ({name, shell, ...branch})),
);

/** The links that put the tools on PATH. */
const LINKS = /^\+ \/branch\//;
const kept = (changed: readonly string[]) => changed.filter((line) => !LINKS.test(line));

describe('install-cli.sh uses the first method that is available', () => {
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

describe('install-cli.sh as root, with Homebrew', () => {
  it('uses the next method', async () => {
    const run = await runInstallCli({site: `${site.url}/old`, tools: 'brew', files: {brew: BREW}});
    expect(run.output).toBe(
      `Homebrew does not run as root: trying the next method\nDownloading tracer_${OLD_VERSION}_linux_amd64.tar.gz\n${installedAt('/usr/local/bin/tracer', OLD_VERSION)}`,
    );
    expect({status: run.status, changed: kept(run.changed)}).toEqual({
      status: 0,
      changed: ['+ /usr/local/bin/tracer'],
    });
  });

  it('does not remove what Homebrew installed', async () => {
    const args = '--uninstall';
    const run = await runInstallCli({site: `${site.url}/old`, args, tools: 'brew', files: {brew: BREW}});
    expect({...run, changed: kept(run.changed)}).toEqual({
      status: 0,
      output:
        'Homebrew does not run as root: what it installed stays until its owner removes it\ntracer is not installed, neither as a package nor as /usr/local/bin/tracer\n',
      changed: [],
    });
  });

  it('refuses --method brew', async () => {
    const args = '--method brew';
    const run = await runInstallCli({site: `${site.url}/old`, args, tools: 'brew', files: {brew: BREW}});
    expect({...run, changed: kept(run.changed)}).toEqual({
      status: 1,
      output:
        'Error: --method brew: Homebrew does not run as root\n    run this as the owner of Homebrew, or omit --method\n',
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
PATH=/branch /bin/dash /tmp/install-cli.sh --uninstall >/tmp/printed 2>&1
tail -n 1 /tmp/printed
rm -r /old`,
    });
    const lines = run.output.split('\n');
    expect([lines[0], ...lines.slice(-3)]).toEqual([
      `tracer/${OLD_VERSION} fake`,
      expect.stringMatching(`^tracer/${VERSION} `),
      'tracer was removed.',
      '',
    ]);
    // apt removes what it has read from the other address with its next update.
    expect(kept(run.changed).filter((line) => !line.includes('_old_deb_'))).toEqual([]);
  });
});
