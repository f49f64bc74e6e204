import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {openSigner, type Signer} from '../../../release/signing.ts';
import {output} from '../../../release/tools.ts';
import {makeOldRelease, OLD_VERSION} from '../old-release.ts';
import {type ReleaseSite, startSite} from '../release-site.ts';
import {inThrowawayRoot, ONLY_OURS} from '../roots/throwaway-root.ts';

let folder: string;
let signer: Signer | undefined;
let site: ReleaseSite;
let key: string;

/** A new signing key, an armoured private OpenPGP key without a passphrase, made in the gpg folder `home`. */
async function newKey(home: string): Promise<string> {
  const gpg = ['--homedir', home, '--batch', '--quiet', '--pinentry-mode', 'loopback', '--passphrase', ''];
  const name = 'release test <test@apigen.example>';
  await output('gpg', [...gpg, '--quick-generate-key', name, 'ed25519', 'sign']);
  const made = await output('gpg', [...gpg, '--armor', '--export-secret-keys']);
  await output('gpgconf', ['--homedir', home, '--kill', 'all']);
  return made;
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'signed-'));
  signer = await openSigner(await newKey(folder));
  await makeOldRelease(path.join(folder, 'signed'), signer);
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

  it('has an apt repository that needs no trusted=yes, and without a key it does', async () => {
    const run = await inThrowawayRoot(
      `${ONLY_OURS}
echo 'deb [signed-by=/tmp/key.asc] ${site.url}/signed/deb /' >$ours
apt-get update -qq && apt-get install -y -qq tracer >/dev/null && tracer --version
echo 'deb [signed-by=/tmp/key.asc] ${site.url}/unsigned/deb /' >$ours
apt-get update -qq || echo refused
`,
      {files: {'key.asc': await readFile(path.join(folder, 'signed', 'deb', 'apigen.asc'), 'utf8')}},
    );
    expect(run.output).toMatch(
      /^tracer\/0\.0\.9 fake\nE: The repository '.*' (does not have a Release file|is not signed)\.\n[\s\S]*refused\n$/,
    );
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
