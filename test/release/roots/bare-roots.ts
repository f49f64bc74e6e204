import {spawn} from 'node:child_process';
import {copyFile, mkdir, readdir, symlink} from 'node:fs/promises';
import path from 'node:path';
import {cachedFolder, output} from '../../../release/tools.ts';
import {RELEASED, ROOT, VERSION} from '../released.ts';

/** The libraries of glibc that the executable is linked to, besides the loader. */
const GLIBC = ['libc.so.6', 'libdl.so.2', 'libm.so.6', 'libpthread.so.0'];

async function put(name: string, suffix: string, root: string): Promise<void> {
  const archive = `${name}_${VERSION}_${suffix}`;
  const file = path.join(RELEASED, `${archive}.tar.gz`);
  await output('tar', ['-xzf', file, '-C', root, '--strip-components=1', `${archive}/${name}`]);
}

/** Fills a root with the files of glibc and the programs only. */
export async function fillGlibcRoot(root: string): Promise<void> {
  const libraries = path.join(root, 'lib', 'x86_64-linux-gnu');
  await mkdir(path.join(root, 'lib64'), {recursive: true});
  await mkdir(libraries, {recursive: true});
  await copyFile('/lib64/ld-linux-x86-64.so.2', path.join(root, 'lib64', 'ld-linux-x86-64.so.2'));
  for (const name of GLIBC) await copyFile(`/lib/x86_64-linux-gnu/${name}`, path.join(libraries, name));
  await put('apigen', 'linux_amd64', root);
  await put('tracer', 'linux_amd64', root);
}

/**
 * Downloads musl from Debian 13, because that of Debian 12 is too old for current C++ libraries. Bun's build for musl needs `libstdc++`, which comes
 * from a Python wheel for musl.
 */
async function muslLibraries(): Promise<string> {
  return cachedFolder(path.join('musl', '1.2.5-pandas-2.2.3-busybox'), async (folder) => {
    const apt = [
      ...[`Dir::Etc::sourcelist=${folder}/sources.list`, 'Dir::Etc::sourceparts=-'],
      ...[`Dir::State::lists=${folder}/lists`, `Dir::Cache=${folder}/cache`, 'Acquire::Languages=none'],
      ...['Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false', 'APT::Sandbox::User=root'],
    ].map((option) => `-o${option}`);
    const run = (script: string) => output('sh', ['-ec', script], {cwd: folder});
    await run(`mkdir -p lists/partial cache/archives/partial
      key=/usr/share/keyrings/debian-archive-keyring.gpg
      echo "deb [signed-by=$key] http://deb.debian.org/debian trixie main" >sources.list`);
    await output('apt-get', [...apt, '-q', 'update'], {cwd: folder});
    await output('apt-get', [...apt, '-q', 'download', 'musl', 'busybox-static'], {cwd: folder});
    await run(`dpkg-deb -x musl_*.deb musl
      dpkg-deb -x busybox-static_*.deb busybox-static
      mv busybox-static/usr/bin/busybox busybox
      pip download --quiet --no-deps --only-binary=:all: --platform musllinux_1_2_x86_64 --python-version 3.12 --dest wheel pandas==2.2.3
      unzip -q wheel/*.whl 'pandas.libs/*'
      mv musl/usr/lib/x86_64-linux-musl/libc.so ld-musl-x86_64.so.1
      rm -r lists cache wheel musl busybox-static *.deb`);
  });
}

/** Adds busybox, which is linked statically, and `ldd`, which is a link to musl's loader. */
export async function addBusybox(root: string): Promise<void> {
  const bin = path.join(root, 'bin');
  await mkdir(bin, {recursive: true});
  await copyFile(path.join(await muslLibraries(), 'busybox'), path.join(bin, 'busybox'));
  await output(path.join(bin, 'busybox'), ['chroot', root, '/bin/busybox', '--install', '-s', '/bin']);
  await symlink('/lib/ld-musl-x86_64.so.1', path.join(bin, 'ldd'));
}

/** Fills a root with musl's loader, libstdc++ and the programs only. */
export async function fillMuslRoot(root: string): Promise<void> {
  const libraries = await muslLibraries();
  const lib = path.join(root, 'usr', 'lib');
  await mkdir(lib, {recursive: true});
  await mkdir(path.join(root, 'lib'));
  await copyFile(path.join(libraries, 'ld-musl-x86_64.so.1'), path.join(root, 'lib', 'ld-musl-x86_64.so.1'));
  for (const name of await readdir(path.join(libraries, 'pandas.libs'))) {
    await copyFile(path.join(libraries, 'pandas.libs', name), path.join(lib, name));
    if (name.startsWith('libstdc++')) await symlink(name, path.join(lib, 'libstdc++.so.6'));
  }
  await put('apigen', 'linux_amd64_musl', root);
  await put('tracer', 'linux_amd64_musl', root);
}

/** Runs a command with the repository and /tmp mounted in a bare root. Returns its exit code and what it printed. */
export function runWithRoot(
  root: string,
  command: readonly string[],
): Promise<{status: number | null; printed: string}> {
  const here = (name: string) => path.join(import.meta.dirname, name);
  const child = spawn(
    'unshare',
    ['--mount', '--propagation', 'private', here('run-in-bare-root.sh'), root, ...command],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        BARE_ROOT: root,
        APIGEN_BIN: here('apigen-in-bare-root.sh'),
        APIGEN_TEST_RESULTS: '',
        HOME: '/tmp',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({status, printed}));
  });
}
