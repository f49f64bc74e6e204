import {cp, link, mkdir, readdir, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {gzipSync} from 'node:zlib';
import {address} from '../plugins/tracer/src/addresses.ts';
import type {Release} from './product.ts';
import {output} from './program.ts';
import {type Signer, sign} from './signing.ts';

/** A new folder of the release that holds its packages of one format, as hard links where that can be. */
async function folderWith(format: 'deb' | 'rpm', {folder}: Release): Promise<string> {
  const repository = path.join(folder, format);
  await rm(repository, {recursive: true, force: true});
  await mkdir(repository, {recursive: true});
  const names = (await readdir(folder)).filter((name) => name.endsWith(`.${format}`));
  for (const name of names.sort()) {
    const [from, to] = [path.join(folder, name), path.join(repository, name)];
    await link(from, to).catch(() => cp(from, to));
  }
  return repository;
}

/**
 * The apt repository: flat, so that `deb [trusted=yes] <address> /` reads it. With a signer also `InRelease` and `Release.gpg`, and the
 * public key as `apigen.asc`.
 */
export async function aptRepository(release: Release, signer: Signer | undefined): Promise<void> {
  const folder = await folderWith('deb', release);
  // `.` and `cwd`: apt takes Filename from the repository's own address.
  const packages = await output('apt-ftparchive', ['packages', '.'], {cwd: folder});
  await writeFile(path.join(folder, 'Packages'), `${packages}\n\n`);
  await writeFile(path.join(folder, 'Packages.gz'), gzipSync(`${packages}\n\n`));
  const fields = {
    Origin: 'apigen',
    Label: 'apigen',
    Suite: 'stable',
    Architectures: 'amd64 arm64',
    Description: 'apigen and tracer',
  };
  const options = Object.entries(fields).map(
    ([name, value]) => `-oAPT::FTPArchive::Release::${name}=${value}`,
  );
  const told = await output('apt-ftparchive', [...options, 'release', '.'], {cwd: folder});
  // Debian writes UTC where RFC 9110 has GMT.
  const date = new Date(release.epoch * 1000).toUTCString().replace('GMT', 'UTC');
  await writeFile(path.join(folder, 'Release'), `${told.replace(/^Date: .*$/m, `Date: ${date}`)}\n`);
  if (signer) {
    await sign(signer, ['--clearsign'], path.join(folder, 'Release'), path.join(folder, 'InRelease'));
    await sign(
      signer,
      ['--detach-sign', '--armor'],
      path.join(folder, 'Release'),
      path.join(folder, 'Release.gpg'),
    );
    await writeFile(path.join(folder, 'apigen.asc'), await signer.publicKey());
  }
}

/** The yum repository with `tracer.repo` as section 4.3 of the specification words it; with a signer also `repomd.xml.asc`. */
export async function yumRepository(release: Release, signer: Signer | undefined): Promise<void> {
  const folder = await folderWith('rpm', release);
  const stamp = ['--revision', String(release.epoch), '--set-timestamp-to-revision'];
  await output('createrepo_c', ['--quiet', '--no-database', '--simple-md-filenames', ...stamp, '.'], {
    cwd: folder,
  });
  const repo = [
    '[tracer]',
    'name=tracer',
    `baseurl=${address('TRACER_RPM_REPO_URL')}`,
    'enabled=1',
    'gpgcheck=0',
    '',
  ];
  await writeFile(path.join(folder, 'tracer.repo'), repo.join('\n'));
  if (signer) {
    const metadata = path.join(folder, 'repodata', 'repomd.xml');
    await sign(signer, ['--detach-sign', '--armor'], metadata, `${metadata}.asc`);
    await writeFile(`${metadata}.key`, await signer.publicKey());
  }
}
