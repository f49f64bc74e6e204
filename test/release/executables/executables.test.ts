import {spawnSync} from 'node:child_process';
import {closeSync, openSync} from 'node:fs';
import {readFile, stat} from 'node:fs/promises';
import path from 'node:path';
import {expect, it} from '@jest/globals';
import {
  executableName,
  PLATFORMS,
  type Platform,
  platformSuffix,
} from '../../../release/executables/platforms.ts';
import {output} from '../../../release/tools.ts';
import {NAMES, RELEASED, ROOT, VERSION} from '../released.ts';

/** The output of file(1) for an executable. */
const FORMATS: Readonly<Record<string, RegExp>> = {
  linux_amd64: /^ELF 64-bit LSB executable, x86-64,.* interpreter \/lib64\/ld-linux-x86-64\.so\.2/,
  linux_arm64: /^ELF 64-bit LSB executable, ARM aarch64,.* interpreter \/lib\/ld-linux-aarch64\.so\.1/,
  linux_amd64_musl: /^ELF 64-bit LSB executable, x86-64,.* interpreter \/lib\/ld-musl-x86_64\.so\.1/,
  linux_arm64_musl: /^ELF 64-bit LSB executable, ARM aarch64,.* interpreter \/lib\/ld-musl-aarch64\.so\.1/,
  darwin_amd64: /^Mach-O 64-bit x86_64 executable/,
  darwin_arm64: /^Mach-O 64-bit arm64 executable/,
  windows_amd64: /^PE32\+ executable \(console\) x86-64, for MS Windows/,
  windows_arm64: /^PE32\+ executable \(console\) Aarch64, for MS Windows/,
};

const MEGABYTE = 1_000_000;

const all = NAMES.flatMap((name) =>
  PLATFORMS.map((platform) => ({name, platform, suffix: platformSuffix(platform)})),
);

function fileOf(name: string, platform: Platform): string {
  const folder = `${name}_${platformSuffix(platform)}`;
  return path.join(RELEASED, 'executables', folder, executableName(name, platform));
}

// They print by oclif, by console.log, and by neither.
it.each(['--version', '--help', 'licenses'])('%s says that standard output is on a full disk', (option) => {
  const program = path.join(RELEASED, 'executables', 'tracer_linux_amd64', 'tracer');
  const full = openSync('/dev/full', 'w');
  const {status, stderr} = spawnSync(program, [option], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(full);
  expect({status, stderr}).toEqual({
    status: 1,
    stderr: 'error: <stdout>: no space left on the device\n    free some space or choose another disk\n',
  });
});

it.each(all)(
  '$name $suffix has the right format and version and less than 130 MB',
  async ({name, platform, suffix}) => {
    const file = fileOf(name, platform);
    expect(await output('file', ['--brief', file])).toMatch(FORMATS[suffix] ?? /^$/);
    const bytes = await readFile(file);
    expect(bytes.includes(`"${VERSION}"`)).toBe(true);
    // No paths of the machine that built it.
    expect(bytes.includes(path.join(ROOT, 'node_modules'))).toBe(false);
    expect((await stat(file)).size).toBeLessThan(130 * MEGABYTE);
  },
);

// docs/install.md names the systems that have it.
it.each(all.filter(({suffix}) => /^linux_[^_]+$/.test(suffix)))(
  '$name $suffix needs glibc 2.17',
  async ({name, platform}) => {
    const needed = await output('readelf', ['--version-info', fileOf(name, platform)]);
    const minors = [...needed.matchAll(/Name: GLIBC_2\.(\d+)/g)].map(([, minor]) => Number(minor));
    expect(Math.max(...minors)).toBe(17);
  },
);
