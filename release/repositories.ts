import {copyFile, cp, mkdir, readFile, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {gzipSync} from 'node:zlib';
import {address} from '../plugins/tracer/src/addresses.ts';
import {capitalized, HOMEPAGE, PROGRAMS, type Program, type Release, ROOT} from './product.ts';
import {sign} from './signing.ts';
import {goTool, output} from './tools.ts';

/** Creates the folder `deb` or `rpm` of a release with hard links to its packages of that format. */
async function repositoryFolder(format: 'deb' | 'rpm', {folder}: Release): Promise<string> {
  const repository = path.join(folder, format);
  await mkdir(repository);
  await output('sh', ['-c', `ln *.${format} "$0"`, repository], {cwd: folder});
  return repository;
}

/** The options of apt-ftparchive with the fields of the file `Release`. */
const APT_FIELDS = Object.entries({
  Origin: 'apigen',
  Label: 'apigen',
  Suite: 'stable',
  Architectures: 'amd64 arm64',
  Description: 'apigen and tracer',
}).map(([name, value]) => `-oAPT::FTPArchive::Release::${name}=${value}`);

/**
 * Writes the apt repository. It is flat: apt reads it from `deb [trusted=yes] <address> /`. A signer adds `InRelease`, `Release.gpg` and
 * the public key, `apigen.asc`.
 */
export async function aptRepository(release: Release): Promise<void> {
  const cwd = await repositoryFolder('deb', release);
  const file = (name: string) => path.join(cwd, name);
  // `.` and `cwd`: apt resolves `Filename` relative to the repository's address.
  const packages = `${await output('apt-ftparchive', ['packages', '.'], {cwd})}\n\n`;
  await writeFile(file('Packages'), packages);
  await writeFile(file('Packages.gz'), gzipSync(packages));
  const text = await output('apt-ftparchive', [...APT_FIELDS, 'release', '.'], {cwd});
  // The release's own time, so that it is reproducible. Debian writes UTC where RFC 9110 has GMT.
  const date = new Date(release.epoch * 1000).toUTCString().replace('GMT', 'UTC');
  await writeFile(file('Release'), `${text.replace(/^Date: .*$/m, `Date: ${date}`)}\n`);
  const {signer} = release;
  if (signer) {
    await sign(signer, file('Release'), file('InRelease'), ['--clearsign']);
    await sign(signer, file('Release'), file('Release.gpg'));
    await signer.gpg('--output', file('apigen.asc'), '--armor', '--export');
  }
}

/**
 * Writes the yum repository with its `tracer.repo`, in the exact form that `docs/install.md` shows. A signer adds `repomd.xml.asc` and the
 * public key, `repomd.xml.key`.
 */
export async function yumRepository(release: Release): Promise<void> {
  const {signer, epoch} = release;
  const cwd = await repositoryFolder('rpm', release);
  const stamp = ['--revision', String(epoch), '--set-timestamp-to-revision'];
  await output('createrepo_c', ['--quiet', '--no-database', '--simple-md-filenames', ...stamp, '.'], {cwd});
  const url = address('TRACER_RPM_REPO_URL');
  const keys = signer
    ? ['gpgcheck=1', 'repo_gpgcheck=1', `gpgkey=${url}/repodata/repomd.xml.key`]
    : ['gpgcheck=0'];
  const lines = ['[tracer]', 'name=tracer', `baseurl=${url}`, 'enabled=1', ...keys, ''];
  await writeFile(path.join(cwd, 'tracer.repo'), lines.join('\n'));
  if (signer) {
    const metadata = path.join(cwd, 'repodata', 'repomd.xml');
    await sign(signer, metadata);
    await signer.gpg('--output', `${metadata}.key`, '--armor', '--export');
  }
}

/** The charts, by their names, and whether the application of one is apigen itself. */
const CHARTS = [
  {name: 'tracer', source: 'plugins/tracer/chart', isOwn: false},
  {name: 'apigen-routes', source: 'charts/apigen-routes', isOwn: true},
];

/** Packs the charts with the licence and writes the index of their repository. helm stores the files' own times in the archive, and the current time. */
export async function chartRepository({folder, version}: Release): Promise<void> {
  const charts = path.join(folder, 'charts');
  const helm = await goTool('helm');
  for (const {name, source, isOwn} of CHARTS) {
    const chart = path.join(charts, name);
    await cp(path.join(ROOT, source), chart, {recursive: true});
    await copyFile(path.join(ROOT, 'LICENSE'), path.join(chart, 'LICENSE'));
    const versions = ['--version', version, ...(isOwn ? ['--app-version', version] : [])];
    await output(helm, ['package', chart, ...versions, '--destination', charts]);
    await rm(chart, {recursive: true});
  }
  await output(helm, ['repo', 'index', charts, '--url', address('TRACER_CHART_REPO_URL')]);
}

/** The formula of a program, with the addresses and the checksums of its archives. */
function formula({name, summary}: Program, version: string, sums: string): string {
  const source = (platform: string) => {
    const file = `${name}_${version}_${platform}.tar.gz`;
    const sum = sums.split('\n').find((line) => line.endsWith(`  ${file}`));
    const url = `${address('TRACER_RELEASES_URL')}/download/v${version}/${file}`;
    return `      url "${url}"\n      sha256 "${sum?.slice(0, 64)}"\n`;
  };
  const system = (on: string, os: string) => `  on_${on} do
    on_arm do
${source(`${os}_arm64`)}    end
    on_intel do
${source(`${os}_amd64`)}    end
  end
`;
  return `class ${capitalized(name)} < Formula
  desc "${capitalized(summary)}"
  homepage "${HOMEPAGE}"
  version "${version}"
  license "Apache-2.0"

${system('macos', 'darwin')}
${system('linux', 'linux')}
  def install
    bin.install "${name}"
    # Homebrew copies LICENSE by itself.
    doc.install "third-party-notices.txt"
    man1.install "man/${name}.1.gz"
    bash_completion.install "completions/${name}.bash" => "${name}"
    zsh_completion.install "completions/_${name}"
    fish_completion.install "completions/${name}.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/${name} --version")
  end
end
`;
}

/** Writes `homebrew/Formula/<name>.rb`, the files of the tap's repository. Reads `checksums.txt`. */
export async function homebrewFormulas({folder, version}: Release): Promise<void> {
  const tap = path.join(folder, 'homebrew', 'Formula');
  const sums = await readFile(path.join(folder, 'checksums.txt'), 'utf8');
  await mkdir(tap, {recursive: true});
  for (const program of PROGRAMS)
    await writeFile(path.join(tap, `${program.name}.rb`), formula(program, version, sums));
}

/** Makes the folder `pages` with the paths of the addresses in `plugins/tracer/src/addresses.ts`, of hard links. */
export async function layOutPages({folder}: Release): Promise<void> {
  await mkdir(path.join(folder, 'pages', 'tracer'), {recursive: true});
  const copy = (...args: string[]) => output('cp', ['--recursive', '--link', ...args], {cwd: folder});
  await copy('charts', 'deb', 'rpm', 'pages');
  await copy('install.sh', 'install-cli.sh', 'install-cli.ps1', 'pages/tracer');
}
