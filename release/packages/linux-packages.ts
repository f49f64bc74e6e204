import {mkdir, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {stringify} from 'yaml';
import {bunLicense, type Executable} from '../executables/compile.ts';
import {licenseIds, linkedLibraries} from '../executables/linked-libraries.ts';
import {capitalized, HOMEPAGE, MAINTAINER, type Release, ROOT} from '../product.ts';
import {goTool, output} from '../tools.ts';
import {baseName} from './archives.ts';
import {packagesIn} from './sbom.ts';

/** Why lintian's remarks about the packages are as they should be. */
const LINTIAN_OVERRIDES = path.join(ROOT, 'release', 'packages', 'lintian-overrides.txt');

/** Debian's machine-readable copyright file, https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/ */
const debianCopyright = (
  name: string,
) => `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: ${name}
Source: ${HOMEPAGE}

Files: *
Copyright: 2026 The apigen authors
License: Apache-2.0

Files: usr/bin/${name}
Copyright: 2026 The apigen authors, and those of the packages and libraries in it
License: Apache-2.0 and LGPL-2+ and LGPL-2.1
Comment: The executable contains packages, Bun (MIT) and the libraries in it. They,
 the texts of their licences, and how to relink the executable with changes
 to libraries under the LGPL are in
 /usr/share/doc/${name}/third-party-notices.txt.

License: Apache-2.0
 On Debian systems, the text of the Apache License 2.0 is in
 /usr/share/common-licenses/Apache-2.0.

License: LGPL-2+
 On Debian systems, the text of the GNU Library General Public License 2 is in
 /usr/share/common-licenses/LGPL-2.

License: LGPL-2.1
 On Debian systems, the text of the GNU Lesser General Public License 2.1 is in
 /usr/share/common-licenses/LGPL-2.1.
`;

/**
 * The licences of all that is in an executable, as an SPDX expression: Fedora wants those of the binary's contents,
 * https://docs.fedoraproject.org/en-US/legal/license-field/
 */
async function licenseOf(extras: string): Promise<string> {
  const packages = await packagesIn(path.join(extras, 'third-party-notices.txt'));
  const ids = [...packages.map(({license}) => license), ...licenseIds(linkedLibraries(await bunLicense()))];
  return ['Apache-2.0', ...[...new Set(ids)].filter((id) => id !== 'Apache-2.0').sort()].join(' AND ');
}

/** The files of a package, in the form of nfpm. */
function contents({program: {name}, file}: Executable, extras: string, copyright: string, mtime: string) {
  const entry = (src: string, dst: string, packager?: 'deb' | 'rpm', mode = 0o644) => ({
    src,
    dst: `/${dst}`,
    ...(packager && {packager}),
    ...(dst.startsWith('usr/share/licenses/') && {type: 'license'}),
    file_info: {mode, mtime, owner: 'root', group: 'root'},
  });
  const completion = (file: string) => path.join(extras, 'completions', file);
  const notices = path.join(extras, 'third-party-notices.txt');
  return [
    entry(file, `usr/bin/${name}`, undefined, 0o755),
    entry(copyright, `usr/share/doc/${name}/copyright`, 'deb'),
    entry(notices, `usr/share/doc/${name}/third-party-notices.txt`, 'deb'),
    entry(LINTIAN_OVERRIDES, `usr/share/lintian/overrides/${name}`, 'deb'),
    entry(path.join(ROOT, 'LICENSE'), `usr/share/licenses/${name}/LICENSE`, 'rpm'),
    entry(notices, `usr/share/licenses/${name}/third-party-notices.txt`, 'rpm'),
    // rpm removes only folders that belong to a package.
    {dst: `/usr/share/licenses/${name}`, type: 'dir', packager: 'rpm', file_info: {mode: 0o755, mtime}},
    entry(path.join(extras, 'man', `${name}.1.gz`), `usr/share/man/man1/${name}.1.gz`),
    entry(completion(`${name}.bash`), `usr/share/bash-completion/completions/${name}`),
    entry(completion(`${name}.fish`), `usr/share/fish/vendor_completions.d/${name}.fish`),
    entry(completion(`_${name}`), `usr/share/zsh/vendor-completions/_${name}`, 'deb'),
    entry(completion(`_${name}`), `usr/share/zsh/site-functions/_${name}`, 'rpm'),
  ];
}

/** Compresses the contents of a deb with xz, which every dpkg reads. D: without times and owners, so that the same commit gives the same bytes. */
const COMPRESS_DEB = `ar x "$0" && rm "$0"
xz -6 --threads=1 data.tar
ar rcD "$0" debian-binary control.tar.gz data.tar.xz`;

/** Writes the deb and the rpm of a Linux executable. */
export async function linuxPackages(executable: Executable, extras: string, release: Release): Promise<void> {
  const {program, platform, file} = executable;
  const {version, epoch, signer} = release;
  const nfpm = await goTool('nfpm');
  const folder = path.join(path.dirname(file), 'package');
  const [copyright, changelog] = [path.join(folder, 'copyright'), path.join(folder, 'changelog.yaml')];
  const mtime = new Date(epoch * 1000).toISOString();
  await mkdir(folder, {recursive: true});
  await writeFile(copyright, debianCopyright(program.name));
  // This release only.
  const changes = [{note: `Release ${version}: ${HOMEPAGE}/releases/tag/v${version}`}];
  const deb = {urgency: 'medium', distributions: ['stable']};
  const entry = {semver: version, date: mtime, packager: MAINTAINER, changes, deb};
  await writeFile(changelog, stringify([entry]));
  const configuration = {
    name: program.name,
    version,
    version_schema: 'semver',
    arch: platform.arch,
    platform: 'linux',
    section: 'utils',
    priority: 'optional',
    maintainer: MAINTAINER,
    license: await licenseOf(extras),
    homepage: HOMEPAGE,
    mtime,
    rpm: {
      group: 'Applications/System',
      summary: capitalized(program.summary),
      buildhost: 'localhost',
      // Red Hat Enterprise Linux 8 reads zstd.
      compression: 'zstd:19',
      ...(signer && {signature: {key_file: signer.keyFile}}),
    },
    // `COMPRESS_DEB` compresses it: nfpm itself takes ten times as long for xz.
    deb: {compression: 'none'},
    // The oldest glibc that Bun's builds run with. Every system with rpm packages has a newer one. helm and kubectl are in the description,
    // since the distributions do not have them as packages.
    overrides: {deb: {depends: ['libc6 (>= 2.17)']}},
    changelog,
    contents: contents(executable, extras, copyright, mtime),
  };
  for (const format of ['deb', 'rpm'] as const) {
    // The first line of a deb's description is its summary. An rpm has another field for it.
    const description = format === 'deb' ? `${program.summary}\n${program.description}` : program.description;
    const config = path.join(folder, `nfpm-${format}.yaml`);
    await writeFile(config, stringify({...configuration, description}));
    const target = path.join(release.folder, `${baseName(executable, release)}.${format}`);
    await output(nfpm, ['package', '--config', config, '--packager', format, '--target', target], {
      env: {SOURCE_DATE_EPOCH: String(epoch)},
    });
    if (format === 'deb') await output('sh', ['-ec', COMPRESS_DEB, target], {cwd: folder});
  }
  await rm(folder, {recursive: true});
}
