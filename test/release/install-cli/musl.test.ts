import {chmodSync, readFileSync, renameSync, rmSync, symlinkSync} from 'node:fs';
import path from 'node:path';
import {afterEach, beforeEach, expect, it} from '@jest/globals';
import {output} from '../../../release/tools.ts';
import {writeIn} from '../../temporary-folder.ts';
import {type ReleaseSite, startSite} from '../release-site.ts';
import {INSTALL_CLI, RELEASED, VERSION} from '../released.ts';
import {bareRoot, muslFolder, runInRoot} from '../roots/bare-roots.ts';

let root: string;
let site: ReleaseSite;

/** A system with musl and busybox only. */
beforeEach(async () => {
  site = await startSite({new: RELEASED});
  root = await bareRoot('musl');
  writeIn(root, 'install-cli.sh', INSTALL_CLI);
  const busybox = putProgram('busybox', readFileSync(path.join(await muslFolder(), 'busybox')));
  await output(busybox, ['chroot', root, '/bin/busybox', '--install', '-s', '/bin']);
  symlinkSync('/lib/ld-musl-x86_64.so.1', path.join(root, 'bin', 'ldd'));
});

afterEach(() => site.close());

const ARCHIVE = `tracer_${VERSION}_linux_amd64_musl.tar.gz`;
const INSTALLED = new RegExp(
  `tracer ${VERSION} is installed: /usr/local/bin/tracer\\n[\\s\\S]*\ntracer/${VERSION} .*\\n$`,
);

/** Runs the script with busybox's shell. */
async function install(args = '') {
  const script = `exec 2>&1
TMPDIR=/ TRACER_RELEASES_URL=${site.url}/new/releases sh /install-cli.sh ${args}
/usr/local/bin/tracer --version; ls -d /tracer.* 2>/dev/null; :`;
  return (await runInRoot(root, '/bin/sh', '-c', script)).printed;
}

/** Writes a program into the root. It first removes busybox's, a link that from here points outside of the root. */
function putProgram(name: string, content: string | Uint8Array): string {
  const file = path.join(root, 'bin', name);
  rmSync(file, {force: true});
  chmodSync(writeIn(root, `bin/${name}`, content), 0o755);
  return file;
}

const removeLibrary = () =>
  renameSync(path.join(root, 'usr', 'lib', 'libstdc++.so.6'), path.join(root, 'libstdc++'));

it('installs the build for musl, without package managers, whose packages need glibc', async () => {
  putProgram('dpkg', '#!/bin/sh\nexit 9\n');
  expect(await install()).toMatch(INSTALLED);
  expect(site.requested).toEqual([
    '/new/releases/latest/download/checksums.txt',
    `/new/releases/download/v${VERSION}/${ARCHIVE}`,
  ]);
  expect(await install('--uninstall')).toContain('tracer was removed.\n');
});

it('installs libstdc++ with apk', async () => {
  removeLibrary();
  putProgram('apk', '#!/bin/sh\necho "apk $*"\nmv /libstdc++ /usr/lib/libstdc++.so.6\n');
  const printed = await install();
  expect(printed).toMatch(INSTALLED);
  expect(printed).toContain(`Downloading ${ARCHIVE}\napk add --quiet libstdc++\n`);
});

it('installs nothing without libstdc++ and apk', async () => {
  removeLibrary();
  expect(await install()).toMatch(
    /\nerror: the build for linux_amd64_musl does not run here: nothing was installed\n {4}.*libstdc\+\+\.so\.6.*\n[\s\S]*tracer: not found\n$/,
  );
});
