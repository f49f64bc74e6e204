import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {address} from '../../plugins/tracer/src/addresses.ts';
import type {Release} from '../product.ts';
import {output} from '../run-program.ts';
import {repositoryFolder} from './repository-folder.ts';
import {sign} from './signing.ts';

/** The configuration that a user adds to `/etc/yum.repos.d`, in the exact form that `docs/install.md` shows. */
function repositoryFile(signed: boolean): string {
  const url = address('TRACER_RPM_REPO_URL');
  const keys = signed
    ? ['gpgcheck=1', 'repo_gpgcheck=1', `gpgkey=${url}/repodata/repomd.xml.key`]
    : ['gpgcheck=0'];
  return ['[tracer]', 'name=tracer', `baseurl=${url}`, 'enabled=1', ...keys, ''].join('\n');
}

/** Writes the yum repository with its `tracer.repo`. A signer adds `repomd.xml.asc` and the public key, `repomd.xml.key`. */
export async function yumRepository(release: Release): Promise<void> {
  const {signer} = release;
  const folder = await repositoryFolder('rpm', release);
  const stamp = ['--revision', String(release.epoch), '--set-timestamp-to-revision'];
  const options = ['--quiet', '--no-database', '--simple-md-filenames', ...stamp];
  await output('createrepo_c', [...options, '.'], {cwd: folder});
  await writeFile(path.join(folder, 'tracer.repo'), repositoryFile(signer !== undefined));
  if (signer) {
    const metadata = path.join(folder, 'repodata', 'repomd.xml');
    await sign(signer, ['--detach-sign', '--armor'], metadata, `${metadata}.asc`);
    await writeFile(`${metadata}.key`, await signer.publicKey());
  }
}
