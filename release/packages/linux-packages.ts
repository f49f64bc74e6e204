import {mkdir, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {stringify} from 'yaml';
import type {Executable} from '../executables/compile.ts';
import {HOMEPAGE, MAINTAINER, type Release, ROOT} from '../product.ts';
import {output} from '../run-program.ts';
import {goTool} from '../tools/go-tools.ts';
import {baseName} from './archives.ts';

const FORMATS = ['deb', 'rpm'] as const;

/** Folders of the completions. Debian and Fedora have different ones for zsh. */
const COMPLETIONS = {
  bash: 'usr/share/bash-completion/completions',
  fish: 'usr/share/fish/vendor_completions.d',
  zsh: {deb: 'usr/share/zsh/vendor-completions', rpm: 'usr/share/zsh/site-functions'},
} as const;

/**
 * The configuration of nfpm. The packages have no dependencies: every supported distribution has glibc 2.17 or newer, and a dependency would
 * prevent installing in a root whose libraries do not come from packages.
 */
function configuration({program, platform, file}: Executable, extras: string, {version, epoch}: Release) {
  const mtime = new Date(epoch * 1000).toISOString();
  const entry = (src: string, dst: string, mode: number, packager?: string) => ({
    src,
    dst: `/${dst}`,
    ...(packager && {packager}),
    file_info: {mode, mtime, owner: 'root', group: 'root'},
  });
  const {name} = program;
  return {
    name,
    version,
    version_schema: 'semver',
    arch: platform.arch,
    platform: 'linux',
    section: 'utils',
    priority: 'optional',
    maintainer: MAINTAINER,
    description: `${program.summary}\n${program.description}`,
    license: 'Apache-2.0',
    homepage: HOMEPAGE,
    mtime,
    rpm: {group: 'Applications/System', summary: program.summary, buildhost: 'localhost'},
    contents: [
      entry(file, `usr/bin/${name}`, 0o755),
      entry(path.join(ROOT, 'LICENSE'), `usr/share/doc/${name}/copyright`, 0o644, 'deb'),
      entry(path.join(ROOT, 'LICENSE'), `usr/share/licenses/${name}/LICENSE`, 0o644, 'rpm'),
      // rpm removes only folders that belong to a package.
      {dst: `/usr/share/licenses/${name}`, type: 'dir', packager: 'rpm', file_info: {mode: 0o755, mtime}},
      entry(path.join(extras, 'man', `${name}.1.gz`), `usr/share/man/man1/${name}.1.gz`, 0o644),
      entry(path.join(extras, 'completions', `${name}.bash`), `${COMPLETIONS.bash}/${name}`, 0o644),
      entry(path.join(extras, 'completions', `${name}.fish`), `${COMPLETIONS.fish}/${name}.fish`, 0o644),
      ...FORMATS.map((format) =>
        entry(
          path.join(extras, 'completions', `_${name}`),
          `${COMPLETIONS.zsh[format]}/_${name}`,
          0o644,
          format,
        ),
      ),
    ],
  };
}

/** Writes the deb and the rpm of a Linux executable. */
export async function linuxPackages(executable: Executable, extras: string, release: Release): Promise<void> {
  const nfpm = await goTool('nfpm');
  const file = path.join(path.dirname(executable.file), 'nfpm.yaml');
  await mkdir(path.dirname(file), {recursive: true});
  await writeFile(file, stringify(configuration(executable, extras, release)));
  for (const format of FORMATS) {
    const target = path.join(release.folder, `${baseName(executable, release)}.${format}`);
    await output(nfpm, ['package', '--config', file, '--packager', format, '--target', target], {
      env: {SOURCE_DATE_EPOCH: String(release.epoch)},
    });
  }
}
