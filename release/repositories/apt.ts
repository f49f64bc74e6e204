import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {gzipSync} from 'node:zlib';
import type {Release} from '../product.ts';
import {output} from '../run-program.ts';
import {repositoryFolder} from './repository-folder.ts';
import {sign} from './signing.ts';

const FIELDS = {
  Origin: 'apigen',
  Label: 'apigen',
  Suite: 'stable',
  Architectures: 'amd64 arm64',
  Description: 'apigen and tracer',
};

/** The text of the file `Release`, dated with the release's own time, so that it is reproducible. */
async function releaseFile(folder: string, epoch: number): Promise<string> {
  const options = Object.entries(FIELDS).map(
    ([name, value]) => `-oAPT::FTPArchive::Release::${name}=${value}`,
  );
  const text = await output('apt-ftparchive', [...options, 'release', '.'], {cwd: folder});
  // Debian writes UTC where RFC 9110 has GMT.
  const date = new Date(epoch * 1000).toUTCString().replace('GMT', 'UTC');
  return `${text.replace(/^Date: .*$/m, `Date: ${date}`)}\n`;
}

/**
 * Writes the apt repository. It is flat: apt reads it from `deb [trusted=yes] <address> /`. A signer adds `InRelease`, `Release.gpg` and
 * the public key, `apigen.asc`.
 */
export async function aptRepository(release: Release): Promise<void> {
  const folder = await repositoryFolder('deb', release);
  const file = (name: string) => path.join(folder, name);
  // `.` and `cwd`: apt resolves `Filename` relative to the repository's address.
  const packages = await output('apt-ftparchive', ['packages', '.'], {cwd: folder});
  await writeFile(file('Packages'), `${packages}\n\n`);
  await writeFile(file('Packages.gz'), gzipSync(`${packages}\n\n`));
  await writeFile(file('Release'), await releaseFile(folder, release.epoch));
  const {signer} = release;
  if (signer) {
    await sign(signer, ['--clearsign'], file('Release'), file('InRelease'));
    await sign(signer, ['--detach-sign', '--armor'], file('Release'), file('Release.gpg'));
    await writeFile(file('apigen.asc'), await signer.publicKey());
  }
}
