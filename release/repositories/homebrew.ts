import {mkdir, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {address} from '../../plugins/tracer/src/addresses.ts';
import {sha256} from '../packages/checksums.ts';
import {HOMEPAGE, PROGRAMS, type Program, type Release} from '../product.ts';

const SYSTEMS = [
  ['macos', 'darwin'],
  ['linux', 'linux'],
] as const;
const PROCESSORS = [
  ['arm', 'arm64'],
  ['intel', 'amd64'],
] as const;

async function source(
  program: Program,
  os: string,
  arch: string,
  {folder, version}: Release,
): Promise<string> {
  const file = `${program.name}_${version}_${os}_${arch}.tar.gz`;
  const url = `${address('TRACER_RELEASES_URL')}/download/v${version}/${file}`;
  return `      url "${url}"\n      sha256 "${await sha256(path.join(folder, file))}"\n`;
}

/** The formula of a program, with the addresses and checksums of its archives. */
async function formula(program: Program, release: Release): Promise<string> {
  const {name, summary} = program;
  const blocks: string[] = [];
  for (const [system, os] of SYSTEMS) {
    const choices: string[] = [];
    for (const [processor, arch] of PROCESSORS) {
      choices.push(`    on_${processor} do\n${await source(program, os, arch, release)}    end\n`);
    }
    blocks.push(`  on_${system} do\n${choices.join('')}  end\n`);
  }
  return `class ${name.charAt(0).toUpperCase()}${name.slice(1)} < Formula
  desc "${summary.charAt(0).toUpperCase()}${summary.slice(1)}"
  homepage "${HOMEPAGE}"
  version "${release.version}"
  license "Apache-2.0"

${blocks.join('\n')}
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

/** Writes `homebrew/Formula/<name>.rb`, the files of the tap's repository. */
export async function homebrewFormulas(release: Release): Promise<void> {
  const folder = path.join(release.folder, 'homebrew', 'Formula');
  await mkdir(folder, {recursive: true});
  for (const program of PROGRAMS) {
    await writeFile(path.join(folder, `${program.name}.rb`), await formula(program, release));
  }
}
