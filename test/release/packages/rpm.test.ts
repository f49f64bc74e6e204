import {readFile} from 'node:fs/promises';
import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {capitalized, PROGRAMS} from '../../../release/product.ts';
import {oldAndNewSite} from '../old-and-new-site.ts';
import {OLD_VERSION} from '../old-release.ts';
import {RELEASED, ROOT, VERSION} from '../released.ts';
import {inThrowawayRoot, RELEASED_INSIDE} from '../roots/throwaway-root.ts';

const site = oldAndNewSite();

/** dnf with an empty root and the repositories in /tmp. */
const DNF = `set -e
exec 2>&1
mkdir -p /tmp/fedora/etc
dnf() {
  command dnf -y -q --installroot=/tmp/fedora --releasever=42 --setopt=reposdir=/tmp/repos --setopt=logdir=/var/log --disableplugin='*' "$@"
}
mkdir /tmp/repos
`;

/** The repository file of the new release with the address of the site. The old one is unsigned. */
async function repoFile(release: 'old' | 'new'): Promise<string> {
  if (release === 'old') return `[tracer]\nname=tracer\nbaseurl=${site.url}/old/rpm\ngpgcheck=0\n`;
  const text = await readFile(path.join(RELEASED, 'rpm', 'tracer.repo'), 'utf8');
  return text.replaceAll(/=https:.*\/rpm/g, `=${site.url}/new/rpm`);
}

describe('the yum repository', () => {
  it('installs with --refresh, upgrades an older version, and removal leaves no files', async () => {
    const run = await inThrowawayRoot(
      `${DNF}
cp /tmp/old.repo /tmp/repos/tracer.repo
dnf install --refresh tracer
cat /tmp/fedora/usr/bin/tracer | tail -n 1
cp /tmp/new.repo /tmp/repos/tracer.repo
dnf upgrade --refresh tracer
/tmp/fedora/usr/bin/tracer --version
dnf remove tracer
find /tmp/fedora -name '*tracer*' -not -path '*/var/cache/*'
`,
      {files: {'old.repo': await repoFile('old'), 'new.repo': await repoFile('new')}},
    );
    expect(run).toMatchObject({status: 0});
    expect(run.output).toMatch(
      new RegExp(`echo "tracer/${OLD_VERSION} fake"\n[\\s\\S]*tracer/${VERSION} \\S+ \\S+\n`),
    );
    expect(run.output).not.toMatch(/\/tmp\/fedora/);
  });
});

describe('the rpm', () => {
  it.each(['apigen', 'tracer'])('of %s gives rpmlint nothing to remark', async (name) => {
    const config = await readFile(path.join(ROOT, 'release', 'packages', 'rpmlint.toml'), 'utf8');
    const file = path.join(RELEASED_INSIDE, `${name}_${VERSION}_linux_amd64.rpm`);
    // In a root of its own, because rpmlint 2.4 unpacks the files to their absolute paths.
    const run = await inThrowawayRoot(`rpmlint --config /tmp/rpmlint.toml ${file}`, {
      files: {'rpmlint.toml': config},
    });
    expect(run.output).toMatch(/ 0 errors, 0 warnings, /);
  });

  it.each(PROGRAMS)('installs, describes, starts and removes $name', async ({name, summary, description}) => {
    const licenses =
      'Apache-2.0 AND BSD-2-Clause AND BSD-3-Clause AND BlueOak-1.0.0 AND IJG AND ISC AND LGPL-2.0-or-later AND LGPL-2.1-only AND MIT AND OpenSSL AND Unicode-3.0 AND Zlib AND blessing AND libpng-2.0';
    const file = path.join(RELEASED_INSIDE, `${name}_${VERSION}_linux_amd64.rpm`);
    const run = await inThrowawayRoot(`set -e
rpm -U ${file} 2>/dev/null
${name} --version
rpm -q --queryformat '%{VERSION} %{ARCH} %{LICENSE}\\n%{SUMMARY}\\n%{DESCRIPTION}\\n' ${name}
rpm -q --licensefiles ${name}
rpm -e ${name} 2>/dev/null`);
    expect(run.output).toMatch(
      new RegExp(
        `^${name}/${VERSION} \\S+ \\S+\n${VERSION} x86_64 ${licenses}\n${capitalized(summary)}\n${description}\n/usr/share/licenses/${name}/LICENSE\n/usr/share/licenses/${name}/third-party-notices.txt\n$`,
      ),
    );
    expect(run.changed).toEqual([]);
  });
});
