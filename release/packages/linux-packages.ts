import {mkdir, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {stringify} from 'yaml';
import {bunLicense} from '../executables/bun.ts';
import type {Executable} from '../executables/compile.ts';
import {type LinkedLibrary, licenseIds, linkedLibraries} from '../executables/linked-libraries.ts';
import {HOMEPAGE, MAINTAINER, type Release, ROOT} from '../product.ts';
import {output} from '../run-program.ts';
import {goTool} from '../tools/go-tools.ts';
import {baseName} from './archives.ts';
import {packagesInside} from './bundled-packages.ts';

const FORMATS = ['deb', 'rpm'] as const;

/** Folders of the completions. Debian and Fedora have different ones for zsh. */
const COMPLETIONS = {
  bash: 'usr/share/bash-completion/completions',
  fish: 'usr/share/fish/vendor_completions.d',
  zsh: {deb: 'usr/share/zsh/vendor-completions', rpm: 'usr/share/zsh/site-functions'},
} as const;

/** The oldest glibc that Bun's builds run with. */
const GLIBC = '2.17';

/**
 * What the packages depend on. Every system with rpm packages has a newer glibc, and the dependency would only refuse rpms on other systems.
 * helm and kubectl are in the description, since the distributions do not have them as packages.
 */
const RELATIONS = {deb: {depends: [`libc6 (>= ${GLIBC})`]}} as const;

/** Why lintian's remarks about the packages are as they should be. */
const LINTIAN_OVERRIDES = path.join(ROOT, 'release', 'packages', 'lintian-overrides.txt');

/** Debian's machine-readable copyright file, https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/ */
function debianCopyright(name: string, libraries: readonly LinkedLibrary[]): string {
  const listed = libraries.map(({name: library, license, url}) => ` - ${library} (${license}): ${url}`);
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: ${name}
Source: ${HOMEPAGE}

Files: *
Copyright: 2026 The apigen authors
License: Apache-2.0

Files: usr/bin/${name}
Copyright: 2026 The apigen authors, and those of the packages and libraries in it
License: Apache-2.0 and LGPL-2+ and LGPL-2.1
Comment: The licences of the packages inside the executable, the texts of those
 below, and how to relink the executable with changes to libraries under the
 LGPL are in /usr/share/doc/${name}/third-party-notices.txt.
 .
 The executable contains Bun (MIT), which contains these libraries:
${listed.join('\n')}

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
}

/**
 * The licences of all that is in an executable, as an SPDX expression: Fedora wants those of the binary's contents,
 * https://docs.fedoraproject.org/en-US/legal/license-field/
 */
async function licenseOf({program}: Executable, libraries: readonly LinkedLibrary[]): Promise<string> {
  const packages = await packagesInside(program);
  const ids = new Set([...packages.map(({license}) => license), 'MIT', ...licenseIds(libraries)]);
  ids.delete('Apache-2.0');
  return ['Apache-2.0', ...[...ids].sort()].join(' AND ');
}

/** The changelog of the packages, in the form of nfpm: this release only. */
function changelog({version, epoch}: Release) {
  const date = new Date(epoch * 1000).toISOString();
  const changes = [{note: `Release ${version}: ${HOMEPAGE}/releases/tag/v${version}`}];
  const deb = {urgency: 'medium', distributions: ['stable']};
  return [{semver: version, date, packager: MAINTAINER, changes, deb}];
}

/** What is written for a package alone: two files, and the licence of an rpm. */
interface OwnFiles {
  readonly copyright: string;
  readonly changelog: string;
  readonly license: string;
}

/** The files of a package, in the form of nfpm. */
function contents({program: {name}, file}: Executable, extras: string, copyright: string, mtime: string) {
  const entry = (src: string, dst: string, packager?: (typeof FORMATS)[number], mode = 0o644) => ({
    src,
    dst: `/${dst}`,
    ...(packager && {packager}),
    ...(dst.startsWith('usr/share/licenses/') && {type: 'license'}),
    file_info: {mode, mtime, owner: 'root', group: 'root'},
  });
  const completion = (extension: string) => path.join(extras, 'completions', `${name}.${extension}`);
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
    entry(completion('bash'), `${COMPLETIONS.bash}/${name}`),
    entry(completion('fish'), `${COMPLETIONS.fish}/${name}.fish`),
    ...FORMATS.map((format) =>
      entry(path.join(extras, 'completions', `_${name}`), `${COMPLETIONS.zsh[format]}/_${name}`, format),
    ),
  ];
}

/** The configuration of nfpm. */
function configuration(
  format: (typeof FORMATS)[number],
  executable: Executable,
  extras: string,
  own: OwnFiles,
  release: Release,
) {
  const {program, platform} = executable;
  const {version, epoch, signer} = release;
  const mtime = new Date(epoch * 1000).toISOString();
  return {
    name: program.name,
    version,
    version_schema: 'semver',
    arch: platform.arch,
    platform: 'linux',
    section: 'utils',
    priority: 'optional',
    maintainer: MAINTAINER,
    // The first line of a deb's description is its summary. An rpm has another field for it.
    description: format === 'deb' ? `${program.summary}\n${program.description}` : program.description,
    license: own.license,
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
    // `compressDeb` compresses it: nfpm itself takes ten times as long for xz.
    deb: {compression: 'none'},
    overrides: RELATIONS,
    changelog: own.changelog,
    contents: contents(executable, extras, own.copyright, mtime),
  };
}

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Compresses the contents of a deb with xz, which every dpkg reads. */
async function compressDeb(file: string): Promise<void> {
  const folder = `${file}.parts`;
  await mkdir(folder);
  await output('ar', ['x', file], {cwd: folder});
  await output('xz', ['-6', '--threads=1', 'data.tar'], {cwd: folder});
  await rm(file);
  // D: without times and owners, so that the same commit gives the same bytes.
  await output('ar', ['rcD', file, 'debian-binary', 'control.tar.gz', 'data.tar.xz'], {cwd: folder});
  await rm(folder, {recursive: true});
}

/** Writes the deb and the rpm of a Linux executable. */
export async function linuxPackages(executable: Executable, extras: string, release: Release): Promise<void> {
  const nfpm = await goTool('nfpm');
  const folder = path.join(path.dirname(executable.file), 'package');
  const libraries = linkedLibraries(await bunLicense());
  const own = {
    copyright: path.join(folder, 'copyright'),
    changelog: path.join(folder, 'changelog.yaml'),
    license: await licenseOf(executable, libraries),
  };
  await mkdir(folder, {recursive: true});
  await writeFile(own.copyright, debianCopyright(executable.program.name, libraries));
  await writeFile(own.changelog, stringify(changelog(release)));
  for (const format of FORMATS) {
    const file = path.join(folder, `nfpm-${format}.yaml`);
    await writeFile(file, stringify(configuration(format, executable, extras, own, release)));
    const target = path.join(release.folder, `${baseName(executable, release)}.${format}`);
    await output(nfpm, ['package', '--config', file, '--packager', format, '--target', target], {
      env: {SOURCE_DATE_EPOCH: String(release.epoch)},
    });
    if (format === 'deb') await compressDeb(target);
  }
}
