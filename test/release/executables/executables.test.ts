import {spawnSync} from 'node:child_process';
import {closeSync, openSync} from 'node:fs';
import {readFile, stat} from 'node:fs/promises';
import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
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

/** The newest symbols of glibc, or of libstdc++ for musl, that the executables need: docs/install.md names the systems that have them. */
const NEWEST_SYMBOLS: Readonly<Record<string, string>> = {
  linux_amd64: 'GLIBC_2.17',
  linux_arm64: 'GLIBC_2.17',
  // GCC 12, as in Alpine 3.17.
  linux_amd64_musl: 'GLIBCXX_3.4.30',
  linux_arm64_musl: 'GLIBCXX_3.4.30',
};

/** The symbols that a file needs or has, each with its version after an `@`, which musl's builds lack. */
async function symbols(file: string): Promise<string[]> {
  const listed = await output('readelf', ['--dyn-syms', '--wide', file]);
  return listed.split('\n').flatMap((line) => line.trim().split(/\s+/)[7] ?? []);
}

/** The newest of versions such as GLIBC_2.17. */
const newest = (versions: string[]) =>
  versions.sort((a, b) => a.localeCompare(b, 'en', {numeric: true})).at(-1);

describe('the executables', () => {
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

  it('run in kustomize', async () => {
    const args = ['scripts/test.mjs', 'tools', 'test/tools/kustomize.test.ts', '--coverage=false'];
    const env = {
      APIGEN_BIN: path.join(RELEASED, 'executables', 'apigen_linux_amd64', 'apigen'),
      APIGEN_TEST_RESULTS: '',
    };
    await output(process.execPath, args, {cwd: ROOT, env});
  }, 600_000);

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

  it.each(all.filter(({suffix}) => NEWEST_SYMBOLS[suffix]))(
    '$name $suffix needs no newer system than the documentation says',
    async ({name, platform, suffix}) => {
      const needed = await symbols(fileOf(name, platform));
      const library = '/usr/lib/x86_64-linux-gnu/libstdc++.so.6';
      const known = platform.libc === 'musl' ? await symbols(library) : needed;
      const versions = known.flatMap((symbol) => {
        const [id = '', version = ''] = symbol.split(/@+/);
        return needed.some((one) => one.split('@')[0] === id) && /^GLIBC(XX)?_\d/.test(version)
          ? [version]
          : [];
      });
      expect(newest(versions)).toBe(NEWEST_SYMBOLS[suffix]);
    },
  );
});
