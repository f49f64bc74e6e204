import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {openSigner, type Signer} from '../../../release/repositories/signing.ts';
import {NEXT, runInstallCli} from '../install-cli/run-install-cli.ts';
import {makeOldRelease, OLD_VERSION} from '../old-release.ts';
import {type ReleaseSite, startSite} from '../release-site.ts';
import {inThrowawayRoot} from '../roots/throwaway-root.ts';
import {newKey} from './new-key.ts';

let folder: string;
let signer: Signer | undefined;
let site: ReleaseSite;
let key: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'signed-'));
  signer = await openSigner(await newKey(folder));
  await makeOldRelease(path.join(folder, 'signed'), {signer});
  await makeOldRelease(path.join(folder, 'unsigned'));
  key = await readFile(path.join(folder, 'signed', 'rpm', 'repodata', 'repomd.xml.key'), 'utf8');
  site = await startSite({signed: path.join(folder, 'signed'), unsigned: path.join(folder, 'unsigned')});
});

afterAll(async () => {
  await site?.close();
  await signer?.close();
  await rm(folder, {recursive: true, force: true});
});

const RPM = `tracer_${OLD_VERSION}_linux_amd64.rpm`;

describe('a release with a key', () => {
  it('has rpms that rpm verifies, and without a key they are unsigned', async () => {
    const download = (release: string) =>
      `curl -sS -o /tmp/${release}.rpm ${site.url}/${release}/releases/download/v${OLD_VERSION}/${RPM}`;
    const run = await inThrowawayRoot(
      `exec 2>&1
${download('signed')}
${download('unsigned')}
rpm --import /tmp/key.asc
rpm -K /tmp/signed.rpm /tmp/unsigned.rpm
`,
      {files: {'key.asc': key}},
    );
    expect(run.output).toBe('/tmp/signed.rpm: digests signatures OK\n/tmp/unsigned.rpm: digests OK\n');
  });

  it('is installed by the script after its source and key were removed', async () => {
    const address = `${site.url}/signed`;
    const run = await runInstallCli({
      site: address,
      args: '--method apt-get',
      before: `list=/etc/apt/sources.list.d/tracer.list
mkdir -p /etc/apt/keyrings
cp /tmp/key.asc /etc/apt/keyrings/apigen.asc
echo 'deb [signed-by=/etc/apt/keyrings/apigen.asc] ${address}/deb /' >$list
apt-get update -qq -o Dir::Etc::sourcelist=$list -o Dir::Etc::sourceparts=- && ls /var/lib/apt/lists | grep -c deb_InRelease
rm $list /etc/apt/keyrings/apigen.asc`,
      files: {'key.asc': key},
    });
    expect(run.output).toMatch(/^1\nInstalling with apt-get\n/);
    expect(run.output.endsWith(`\ntracer ${OLD_VERSION} is installed: /usr/bin/tracer\n${NEXT}`)).toBe(true);
    expect(run.status).toBe(0);
  });

  it('has checksums whose signature gpg verifies, and not after a change', async () => {
    const run = await inThrowawayRoot(
      `set -e
exec 2>&1
for file in checksums.txt checksums.txt.asc; do
  curl -sS -o /tmp/$file ${site.url}/signed/releases/download/v${OLD_VERSION}/$file
done
gpg --quiet --no-autostart --import /tmp/key.asc 2>/dev/null
gpg --verify --quiet --no-autostart /tmp/checksums.txt.asc /tmp/checksums.txt >/dev/null 2>&1 && echo good
echo more >>/tmp/checksums.txt
gpg --verify --quiet --no-autostart /tmp/checksums.txt.asc /tmp/checksums.txt >/dev/null 2>&1 || echo bad
`,
      {files: {'key.asc': key}},
    );
    expect(run.output).toBe('good\nbad\n');
  });

  it('has a yum repository that dnf uses with gpgcheck', async () => {
    const repo = await readFile(path.join(folder, 'signed', 'rpm', 'tracer.repo'), 'utf8');
    expect(repo).toMatch(
      /\ngpgcheck=1\nrepo_gpgcheck=1\ngpgkey=https:\/\/\S+\/repodata\/repomd\.xml\.key\n$/,
    );
    const address = `${site.url}/signed/rpm`;
    const run = await inThrowawayRoot(
      `set -e
exec 2>&1
mkdir -p /tmp/fedora/etc /tmp/repos
cp /tmp/tracer.repo /tmp/repos/
dnf -y -q --installroot=/tmp/fedora --releasever=42 --setopt=reposdir=/tmp/repos --setopt=logdir=/var/log --disableplugin='*' install tracer
tail -n 1 /tmp/fedora/usr/bin/tracer
`,
      {files: {'tracer.repo': repo.replaceAll(/https:\/\/[^/\s]+\/rpm/g, address)}},
    );
    expect(run.output).toContain(`echo "tracer/${OLD_VERSION} fake"\n`);
  });
});
