import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {output} from '../../../release/run-program.ts';
import {oldAndNewSite} from '../old-and-new-site.ts';
import {OLD_VERSION} from '../old-release.ts';
import {ROOT, VERSION} from '../released.ts';
import {inThrowawayRoot, RELEASED_INSIDE} from '../roots/throwaway-root.ts';
import {installedAt, NEXT, runInstallCli, SHELLS} from './run-install-cli.ts';

const site = oldAndNewSite();

/** The links that put the tools on PATH. */
const LINKS = /^\+ \/branch\//;
const kept = (changed: readonly string[]) => changed.filter((line) => !LINKS.test(line));

describe('the options of install-cli.sh', () => {
  it('install a version into a folder, without a package manager', async () => {
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

  it('install a version as a package, even an older one', async () => {
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: `--version ${OLD_VERSION}`,
      before: `dpkg -i ${RELEASED_INSIDE}/tracer_${VERSION}_linux_amd64.deb >/dev/null`,
      after: 'tracer --version',
    });
    expect(run.status).toBe(0);
    expect(run.output).toMatch(new RegExp(`tracer/${OLD_VERSION} fake\n$`));
  });

  it('do nothing for a version that is already installed', async () => {
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: '--dir /opt/bin',
      before: `mkdir -p /opt/bin && printf '#!/bin/sh\\necho tracer/${OLD_VERSION} fake\\n' >/opt/bin/tracer && chmod 755 /opt/bin/tracer`,
    });
    expect(run).toMatchObject({
      status: 0,
      output: `tracer ${OLD_VERSION} is already installed: /opt/bin/tracer\n`,
    });
  });

  it('set addresses', async () => {
    const run = await runInstallCli({
      site: 'http://127.0.0.1:9',
      args: `--releases-url ${site.url}/old/releases/ --dir /opt/bin`,
    });
    expect(run).toMatchObject({status: 0, changed: ['+ /opt/bin/tracer']});
  });

  it('use sudo only if needed, and print what for', async () => {
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
${NEXT}Error: curl or wget is needed to download
    install one of them and run this again
`,
    );
    expect(run.changed).toEqual(['+ /etc/sudoers.d/nobody', '+ /usr/local/bin/tracer']);
  });

  it.each(['wget', 'busybox wget'])('download with %s without curl', async (program) => {
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
  ])('are those of the executable %s', async (name, command) => {
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
        `^tracer ${VERSION} is installed: /opt/bin/tracer\n[\\s\\S]*\ntracer/${VERSION} .*\ntracer was removed\\.\nError: invalid --version 'nonsense': expected a version such as 1\\.2\\.3\n    --help lists the options\nexit 2\n[\\s\\S]*Nonexistent flag: --nonsense[\\s\\S]*exit 2\nscript\n$`,
      ),
    );
    expect(run.changed.filter((line) => !/\.config|\.cache/.test(line))).toEqual([]);
  });

  it('are in a script that passes shellcheck', async () => {
    await output('shellcheck', [
      '--shell=sh',
      path.join(ROOT, 'plugins/tracer/scripts/install-cli.sh'),
      path.join(import.meta.dirname, '..', 'roots', 'throwaway-root.sh'),
    ]);
  });
});

const USE = '    --help lists the options\n';

describe('install-cli.sh checks its arguments first', () => {
  it.each([
    {args: '--nope', says: `Error: unknown option --nope\n${USE}`},
    {args: '--nope=1', says: `Error: unknown option --nope\n${USE}`},
    {args: 'word', says: `Error: unexpected argument 'word'\n${USE}`},
    {args: '--version', says: `Error: --version needs a value\n${USE}`},
    {args: '--version=', says: `Error: --version needs a value\n${USE}`},
    {
      args: '--version latest',
      says: `Error: invalid --version 'latest': expected a version such as 1.2.3\n${USE}`,
    },
    {
      args: '--version ../1.2.3',
      says: `Error: invalid --version '../1.2.3': expected a version such as 1.2.3\n${USE}`,
    },
    {
      args: '--method snap',
      says: `Error: invalid --method 'snap': expected brew, apt-get, dpkg, yum, dnf, rpm or archive\n${USE}`,
    },
    ...['/', '//'].map((dir) => ({
      args: `--dir ${dir}`,
      says: `Error: invalid --dir '/': expected a folder below the root\n${USE}`,
    })),
    {
      args: '--dir /x --method rpm',
      says: `Error: --dir cannot be combined with --method rpm, which has its own folder\n${USE}`,
    },
    {
      args: '--version 1.2.3 --method brew',
      says: `Error: --version cannot be combined with --method brew: a tap has only the latest version\n${USE}`,
    },
    {
      args: '--releases-url ftp://x',
      says: `Error: invalid --releases-url 'ftp://x': expected a URL with https:// or http://\n${USE}`,
    },
    {
      args: "--deb-repo-url 'https://x y'",
      says: `Error: invalid --deb-repo-url 'https://x y': expected a URL without white space\n${USE}`,
    },
  ])('$args', async ({args, says}) => {
    for (const shell of Object.values(SHELLS)) {
      const run = await runInstallCli({shell, site: 'http://127.0.0.1:9', tools: '', args});
      expect({...run, changed: kept(run.changed)}).toEqual({status: 2, output: says, changed: []});
    }
  });
});
