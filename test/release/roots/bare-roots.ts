import path from 'node:path';
import {cachedFolder, output} from '../../../release/tools.ts';
import {run} from '../../run.ts';
import {folderWith} from '../../temporary-folder.ts';

/**
 * Returns a folder with `lib`, musl and the C++ library that Bun's build for musl needs, and with `busybox`. They come from Debian 13,
 * because the musl of Debian 12 is too old for current C++ libraries, and from a Python wheel for musl.
 */
export function muslFolder(): Promise<string> {
  return cachedFolder(path.join('musl', '1.2.5-pandas-2.2.3-lib'), async (folder) => {
    const apt = [
      ...[`Dir::Etc::sourcelist=${folder}/sources.list`, 'Dir::Etc::sourceparts=-'],
      ...[`Dir::State::lists=${folder}/lists`, `Dir::Cache=${folder}/cache`, 'Acquire::Languages=none'],
      ...['Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false', 'APT::Sandbox::User=root'],
    ].map((option) => `-o${option}`);
    const script = `mkdir -p lists/partial cache/archives/partial lib
key=/usr/share/keyrings/debian-archive-keyring.gpg
echo "deb [signed-by=$key] http://deb.debian.org/debian trixie main" >sources.list
apt-get "$@" -q update
apt-get "$@" -q download musl busybox-static
for package in musl busybox-static; do dpkg-deb -x "$package"_*.deb files; done
pip download --quiet --no-deps --only-binary=:all: --platform musllinux_1_2_x86_64 --python-version 3.12 --dest wheel pandas==2.2.3
unzip -q wheel/*.whl 'pandas.libs/*' -d files
mv files/usr/bin/busybox .
mv files/usr/lib/x86_64-linux-musl/libc.so lib/ld-musl-x86_64.so.1
mv files/pandas.libs/* lib
echo /usr/lib >lib/ld-musl-x86_64.path
(cd lib && ln -s libstdc++-*.so.* libstdc++.so.6)
rm -r lists cache wheel files *.deb sources.list`;
    await output('sh', ['-ec', script, 'sh', ...apt], {cwd: folder});
  });
}

/** The libraries of glibc that the executables are linked to, and their loader. */
const GLIBC = [
  ...['libc.so.6', 'libdl.so.2', 'libm.so.6', 'libpthread.so.0'].map(
    (name) => `/lib/x86_64-linux-gnu/${name}`,
  ),
  '/lib64/ld-linux-x86-64.so.2',
];

/** Creates a root with one C library only. */
export async function bareRoot(libc: 'glibc' | 'musl'): Promise<string> {
  const root = folderWith();
  if (libc === 'glibc') await output('cp', ['-L', '--parents', ...GLIBC, root]);
  else {
    const musl = path.join(await muslFolder(), 'lib');
    await output('sh', ['-ec', 'mkdir usr; cp -R "$0" usr; ln -s usr/lib lib', musl], {cwd: root});
  }
  return root;
}

/** Runs a command in a root, where programs find their stack in /proc and their standard streams in /dev, without an environment. */
export async function runInRoot(root: string, ...command: readonly string[]) {
  const script = `mkdir -p "$0/tmp"
for folder in proc dev; do
  mkdir -p "$0/$folder"
  mount --rbind "/$folder" "$0/$folder"
done
exec env -i PATH=/bin /usr/bin/unshare --root="$0" "$@"`;
  const inside = ['--mount', '--propagation', 'private', 'sh', '-ec', script, root, ...command];
  const {status, stdout, stderr} = await run('unshare', inside);
  return {status, printed: stdout + stderr};
}
