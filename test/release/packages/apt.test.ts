import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {bunLicense} from '../../../release/executables/bun.ts';
import {linkedLibraries} from '../../../release/executables/linked-libraries.ts';
import {openSigner, type Signer} from '../../../release/repositories/signing.ts';
import {output} from '../../../release/run-program.ts';
import {makeOldRelease, OLD_VERSION} from '../old-release.ts';
import {type ReleaseSite, startSite} from '../release-site.ts';
import {RELEASED, SIGNED, VERSION} from '../released.ts';
import {inThrowawayRoot, RELEASED_INSIDE} from '../roots/throwaway-root.ts';
import {newKey} from './new-key.ts';

let folder: string;
let site: ReleaseSite;
let signer: Signer | undefined;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'apt-'));
  signer = await openSigner(await newKey(folder));
  await makeOldRelease(path.join(folder, 'old'));
  await makeOldRelease(path.join(folder, 'signed'), {signer});
  site = await startSite({old: path.join(folder, 'old'), signed: path.join(folder, 'signed'), new: RELEASED});
});

afterAll(async () => {
  await site?.close();
  await signer?.close();
  await rm(folder, {recursive: true, force: true});
});

/** Removes all repositories but ours. */
const ONLY_OURS = `set -e
exec 2>&1
rm -rf /etc/apt/sources.list /etc/apt/sources.list.d /var/lib/apt/lists
mkdir -p /etc/apt/sources.list.d
ours=/etc/apt/sources.list.d/tracer.list
`;

/** The line of the new release in a list of sources: with its key, if it has one, as docs/install.md shows. */
const newSource = () =>
  `deb [${SIGNED ? `signed-by=${RELEASED_INSIDE}/deb/apigen.asc` : 'trusted=yes'}] ${site.url}/new/deb /`;

describe('the apt repository', () => {
  it('installs both programs with manual page and completions', async () => {
    const run = await inThrowawayRoot(`${ONLY_OURS}
echo '${newSource()}' >$ours
apt-get update -qq
apt-get install -y -qq tracer apigen >/dev/null
tracer --version
apigen --version
gzip -dc /usr/share/man/man1/tracer.1.gz | head -n 1
bash -n /usr/share/bash-completion/completions/apigen
zsh -n /usr/share/zsh/vendor-completions/_apigen
fish -n /usr/share/fish/vendor_completions.d/apigen.fish
`);
    expect(run).toMatchObject({status: 0});
    expect(run.output).toMatch(
      new RegExp(`^tracer/${VERSION} .*\napigen/${VERSION} .*\n\\.TH TRACER 1 .* "tracer ${VERSION}"`),
    );
  });

  it('upgrades an older version, and removal leaves no files', async () => {
    const run = await inThrowawayRoot(`${ONLY_OURS}
dpkg-query -W >/tmp/before
echo 'deb [trusted=yes] ${site.url}/old/deb /' >$ours
apt-get update -qq
apt-get install -y -qq tracer >/dev/null
tracer --version
echo '${newSource()}' >$ours
apt-get update -qq
apt-get upgrade -y -qq >/dev/null
tracer --version
apt-get purge -y -qq tracer >/dev/null
rm $ours
apt-get update -qq
dpkg-query -W | diff /tmp/before -
`);
    expect(run.output).toMatch(new RegExp(`^tracer/${OLD_VERSION} fake\ntracer/${VERSION} \\S+ \\S+\n$`));
    // ONLY_OURS has removed these files; without them apt also updates priorities in dpkg's status.
    const taken =
      /^- \/(etc\/apt\/sources\.list|var\/lib\/(apt\/lists|swcatalog))|^\+ \/var\/lib\/dpkg\/status$/;
    expect(run.changed.filter((line) => !taken.test(line))).toEqual([]);
  });

  it('is accepted without trusted=yes only if it is signed', async () => {
    const key = await readFile(path.join(folder, 'signed', 'deb', 'apigen.asc'), 'utf8');
    const run = await inThrowawayRoot(
      `${ONLY_OURS}
echo 'deb [signed-by=/tmp/key.asc] ${site.url}/signed/deb /' >$ours
apt-get update -qq && apt-get install -y -qq tracer >/dev/null && tracer --version
echo 'deb [signed-by=/tmp/key.asc] ${site.url}/new/deb /' >$ours
apt-get update -qq || echo refused
`,
      {files: {'key.asc': key}},
    );
    expect(run.output).toMatch(
      /^tracer\/0\.0\.9 fake\n(?:W: GPG error: .* NO_PUBKEY .*\n)?E: The repository '.*' (does not have a Release file|is not signed)\.\n[\s\S]*refused\n$/,
    );
  });
});

describe('the deb', () => {
  it.each(['apigen', 'tracer'])('of %s gives lintian nothing to remark', async (name) => {
    const deb = path.join(RELEASED, `${name}_${VERSION}_linux_amd64.deb`);
    expect(await output('lintian', ['--allow-root', '--fail-on', 'warning', deb])).toBe('');
  });

  it.each(['apigen', 'tracer'])('names the libraries in Bun in the copyright file of %s', async (name) => {
    const deb = path.join(RELEASED, `${name}_${VERSION}_linux_amd64.deb`);
    const copyright = await output('sh', [
      '-c',
      `dpkg-deb --fsys-tarfile ${deb} | tar -xO ./usr/share/doc/${name}/copyright`,
    ]);
    const libraries = linkedLibraries(await bunLicense());
    const lines = libraries.map((library) => ` - ${library.name} (${library.license}): ${library.url}\n`);
    expect(lines.filter((line) => !copyright.includes(line))).toEqual([]);
  });

  it.each(['apigen', 'tracer'])('installs, starts and removes %s', async (name) => {
    const deb = path.join(RELEASED_INSIDE, `${name}_${VERSION}_linux_amd64.deb`);
    const run = await inThrowawayRoot(`set -e
dpkg -i ${deb} >/dev/null
${name} --version
dpkg --purge ${name} >/dev/null`);
    expect(run.output).toMatch(new RegExp(`^${name}/${VERSION} \\S+ \\S+\n$`));
    expect(run.changed).toEqual([]);
  });
});
