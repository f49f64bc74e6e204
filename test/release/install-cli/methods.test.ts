import {describe, expect, it} from '@jest/globals';
import {ADDRESSES} from '../../../plugins/tracer/src/addresses.ts';
import {oldAndNewSite} from '../old-and-new-site.ts';
import {OLD_VERSION} from '../old-release.ts';
import {VERSION} from '../released.ts';
import {RELEASED_INSIDE} from '../roots/throwaway-root.ts';
import {AS_NOBODY, BREW, OTHER_PACKAGES, runInstallCli, SHELLS} from './run-install-cli.ts';

const site = oldAndNewSite();

// When a release is tested, this is the real tap.
const TAP = ADDRESSES.TRACER_TAP;
const DPKG = 'dpkg dpkg-query dpkg-deb dpkg-split ldconfig start-stop-daemon sh diff xz';
const LIST = '/etc/apt/sources.list.d/tracer.list';
const REPO = '/etc/yum.repos.d/tracer.repo';

const BRANCHES = [
  {
    method: 'apt-get',
    shell: SHELLS.bash,
    tools: `apt-get ${DPKG} dnf rpm`,
    source: LIST,
    at: '/usr/bin/tracer',
  },
  {method: 'dpkg', shell: SHELLS.dash, tools: `${DPKG} dnf rpm`, at: '/usr/bin/tracer'},
  // Debian has dnf only, not yum.
  {method: 'dnf', shell: SHELLS['busybox ash'], tools: 'dnf rpm', source: REPO, at: '/usr/bin/tracer'},
  {method: 'rpm', shell: SHELLS.dash, tools: 'rpm', at: '/usr/bin/tracer'},
  {method: 'archive', shell: SHELLS['busybox ash'], tools: '', at: '/usr/local/bin/tracer'},
] as const;

/** The changed files of the program and its repository. */
const ofTracer = (changed: readonly string[]) =>
  changed.filter((line) => /tracer/.test(line) && !/^. \/(branch|usr\/share|var)\//.test(line));

describe('install-cli.sh uses the first method that is available', () => {
  it.each(BRANCHES)('$method, then upgrades and removes', async ({shell, tools, at, ...branch}) => {
    const script = (address: string, args: string) =>
      `TRACER_RELEASES_URL=${address}/releases TRACER_DEB_REPO_URL=${address}/deb TRACER_RPM_REPO_URL=${address}/rpm PATH=/branch ${shell} /tmp/install-cli.sh ${args}`;
    const run = await runInstallCli({
      shell,
      site: `${site.url}/old`,
      tools,
      after: `ls ${at} ${'source' in branch ? branch.source : ''}
${at} --version
${script(`${site.url}/new`, '')} >/tmp/printed || cat /tmp/printed
${at} --version
${script(`${site.url}/new`, '--uninstall')} | tail -n 1`,
    });
    const installed = `\ntracer ${OLD_VERSION} is installed: ${at}\n`;
    expect(run.output).toContain(installed);
    const rest = run.output.slice(run.output.indexOf(installed) + installed.length);
    expect(rest).toMatch(
      new RegExp(
        `^(Put .*\n)?Next: .*\n${'source' in branch ? `${branch.source}\n` : ''}${at}\ntracer/${OLD_VERSION} fake\n(.*\n)*tracer/${VERSION} .*\n(.*\n)*tracer was removed\\.\n$`,
      ),
    );
    expect(ofTracer(run.changed)).toEqual([]);
  });

  it('uses Homebrew, but not as root', async () => {
    const given = {site: `${site.url}/old`, tools: 'brew', files: {brew: BREW}};
    const before = 'mkdir -p /home/linuxbrew; chown 65534 /home/linuxbrew';
    const user = await runInstallCli({...given, before, shell: `${AS_NOBODY} /bin/dash`});
    expect(user.output).toMatch(
      new RegExp(`^brew install ${TAP}/tracer\ntracer 9\\.9\\.9 is installed: /home/linuxbrew/bin/tracer\n`),
    );
    const root = await runInstallCli(given);
    expect(root.output).toContain(`\ntracer ${OLD_VERSION} is installed: /usr/local/bin/tracer\n`);
  });
});

const OTHER = 'another program is installed as the package `tracer`';

describe('install-cli.sh and the packages of others', () => {
  it.each([
    ['dpkg', OTHER_PACKAGES.deb, "dpkg-query -W -f '${Version}\\n' tracer"],
    ['rpm', OTHER_PACKAGES.rpm, "rpm -q --qf '%{VERSION}\\n' tracer"],
  ])('neither replaces nor removes another package of that name: %s', async (method, before, query) => {
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: `--method ${method}`,
      before,
      after: `sh /tmp/install-cli.sh --uninstall\n${query}`,
    });
    expect(run.output).toBe(
      `error: ${OTHER}\n    remove it, or install elsewhere with --dir "$HOME/.local/bin"\ntracer is not installed\n9\n`,
    );
  });

  it.each([
    ['apt-get', LIST, 'deb [trusted=yes arch=amd64] {url}/deb/ /'],
    ['dnf', REPO, '[tracer]\nname=mine\nbaseurl={url}/rpm\nenabled=1\ngpgcheck=0'],
  ])("neither overwrites nor removes the user's file of a repository: %s", async (method, file, text) => {
    const own = text.replace('{url}', `${site.url}/old`);
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: `--method ${method}`,
      before: `mkdir -p ${file.slice(0, file.lastIndexOf('/'))}; cat >${file} <<'TEXT'\n${own}\nTEXT`,
      after: `sh /tmp/install-cli.sh --uninstall | tail -n 1; cat ${file}`,
    });
    expect(run.output).toContain(`${file} is kept: this script did not write it.\n`);
    expect(run.output).toContain(`\ntracer ${OLD_VERSION} is installed: /usr/bin/tracer\n`);
    expect(run.output.endsWith(`\ntracer was removed.\n${own}\n`)).toBe(true);
  });

  it.each([
    ['apt-get', LIST, 'dpkg -i', 'deb'],
    ['dnf', REPO, 'rpm -i', 'rpm'],
  ])('keeps the repository of apigen: %s', async (method, file, install, ending) => {
    const run = await runInstallCli({
      site: `${site.url}/old`,
      args: `--method ${method}`,
      after: `${install} ${RELEASED_INSIDE}/apigen_*_linux_amd64.${ending} >/dev/null 2>&1
sh /tmp/install-cli.sh --uninstall | tail -n 1; ls ${file}`,
    });
    expect(run.output.endsWith(`\ntracer was removed.\n${file}\n`)).toBe(true);
  });

  it.each([
    [
      'npm or Homebrew',
      'ln -s ../lib/node_modules/@apigen/cli/bin/run.cjs /usr/local/bin/apigen',
      '/usr/local/bin',
    ],
    ['dpkg', `dpkg -i ${RELEASED_INSIDE}/apigen_*_linux_amd64.deb >/dev/null 2>&1`, '/usr/bin'],
    ['rpm', `rpm -i --nodeps ${RELEASED_INSIDE}/apigen_*_linux_amd64.rpm >/dev/null 2>&1`, '/usr/bin'],
  ])('refuses to replace or remove what %s has installed', async (_, before, dir) => {
    const refused = `error: ${dir}/apigen was installed by a package manager\n    update or remove it with that, or choose another folder with --dir\n`;
    const run = await runInstallCli({
      site: `${site.url}/new`,
      args: `--program apigen --dir ${dir}`,
      before,
      after: `sh /tmp/install-cli.sh --program apigen --dir ${dir} --uninstall`,
    });
    expect({status: run.status, output: run.output}).toEqual({status: 1, output: refused + refused});
  });
});
