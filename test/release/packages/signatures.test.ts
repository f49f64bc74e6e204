import {appendFileSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, expect, it} from '@jest/globals';
import {openSigner, type Signer} from '../../../release/signing.ts';
import {output} from '../../../release/tools.ts';
import {run} from '../../run.ts';
import {folderWith} from '../../temporary-folder.ts';
import {makeOldRelease, OLD_VERSION} from '../old-release.ts';
import {type ReleaseSite, startSite} from '../release-site.ts';
import {inThrowawayRoot, ONLY_OURS} from '../roots/throwaway-root.ts';

const [home, signed, unsigned] = [folderWith(), folderWith(), folderWith()];
const text = (name: string) => readFileSync(path.join(signed, name), 'utf8');
const gpg = (...args: string[]) => run('gpg', ['--homedir', home, '--batch', '--quiet', ...args]);

let signer: Signer | undefined;
let site: ReleaseSite;

beforeAll(async () => {
  const withoutPassphrase = ['--pinentry-mode', 'loopback', '--passphrase', ''];
  const name = 'release test <test@apigen.example>';
  await gpg(...withoutPassphrase, '--quick-generate-key', name, 'ed25519', 'sign');
  const {stdout: key} = await gpg(...withoutPassphrase, '--armor', '--export-secret-keys');
  signer = await openSigner(key);
  await makeOldRelease(signed, signer);
  await makeOldRelease(unsigned);
  site = await startSite({signed, unsigned});
});

afterAll(async () => {
  await site?.close();
  await signer?.close();
  await output('gpgconf', ['--homedir', home, '--kill', 'all']);
});

it('has rpms that rpm verifies, and without a key they are unsigned', async () => {
  const database = folderWith();
  const rpm = (...args: string[]) => output('rpm', ['--dbpath', database, ...args]);
  await rpm('--import', path.join(signed, 'rpm', 'repodata', 'repomd.xml.key'));
  const files = [signed, unsigned].map((folder) =>
    path.join(folder, `tracer_${OLD_VERSION}_linux_amd64.rpm`),
  );
  expect(await rpm('-K', ...files)).toBe(`${files[0]}: digests signatures OK\n${files[1]}: digests OK`);
});

it('has checksums whose signature gpg verifies, and not after a change', async () => {
  const file = path.join(signed, 'checksums.txt');
  const verified = async () => (await gpg('--verify', `${file}.asc`, file)).status === 0;
  expect(await verified()).toBe(true);
  appendFileSync(file, 'more\n');
  expect(await verified()).toBe(false);
});

it('has an apt repository that needs no trusted=yes, and without a key it does', async () => {
  const run = await inThrowawayRoot(
    `${ONLY_OURS}
echo 'deb [signed-by=/tmp/key.asc] ${site.url}/signed/deb /' >$ours
apt-get update -qq && apt-get install -y -qq tracer >/dev/null && tracer --version
echo 'deb [signed-by=/tmp/key.asc] ${site.url}/unsigned/deb /' >$ours
apt-get update -qq || echo refused
`,
    {'key.asc': text('deb/apigen.asc')},
  );
  expect(run.output).toMatch(
    /^tracer\/0\.0\.9 fake\nE: The repository '.*' (does not have a Release file|is not signed)\.\n[\s\S]*refused\n$/,
  );
});

it('has a yum repository that dnf uses with gpgcheck', async () => {
  const repo = text('rpm/tracer.repo');
  expect(repo).toMatch(/\ngpgcheck=1\nrepo_gpgcheck=1\ngpgkey=https:\/\/\S+\/repodata\/repomd\.xml\.key\n$/);
  const run = await inThrowawayRoot(
    `set -e
exec 2>&1
mkdir -p /tmp/fedora/etc /tmp/repos
cp /tmp/tracer.repo /tmp/repos/
dnf -y -q --installroot=/tmp/fedora --releasever=42 --setopt=reposdir=/tmp/repos --setopt=logdir=/var/log --disableplugin='*' install tracer
tail -n 1 /tmp/fedora/usr/bin/tracer
`,
    {'tracer.repo': repo.replaceAll(/https:\/\/[^/\s]+\/rpm/g, `${site.url}/signed/rpm`)},
  );
  expect(run.output).toContain(`echo "tracer/${OLD_VERSION} fake"\n`);
});
