import {mkdtemp, rename, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from '@jest/globals';
import {type ReleaseSite, startSite} from '../release-site.ts';
import {INSTALL_CLI, RELEASED, VERSION} from '../released.ts';
import {addBusybox, fillMuslRoot, runWithRoot} from '../roots/bare-roots.ts';

let root: string;
let site: ReleaseSite;

beforeEach(async () => {
  site = await startSite({new: RELEASED});
  // Not below /tmp, which is mounted in the root.
  root = await mkdtemp('/var/tmp/musl-root-');
  await fillMuslRoot(root);
  await addBusybox(root);
  await Promise.all(['apigen', 'tracer'].map((name) => rm(path.join(root, name))));
  await writeFile(path.join(root, 'install-cli.sh'), INSTALL_CLI);
});

afterEach(async () => {
  await site.close();
  await rm(root, {recursive: true, force: true});
});

const ARCHIVE = `tracer_${VERSION}_linux_amd64_musl.tar.gz`;
const INSTALLED = new RegExp(
  `tracer ${VERSION} is installed: /usr/local/bin/tracer\\n[\\s\\S]*\ntracer/${VERSION} .*\\n$`,
);
/** Pipes the script to busybox's shell, on a system with busybox and musl only. */
async function install(args = '', environment = `TRACER_RELEASES_URL=${site.url}/new/releases`) {
  const script = `TMPDIR=/ ${environment} sh /install-cli.sh ${args}
/usr/local/bin/tracer --version; ls -d /tracer.* 2>/dev/null; :`;
  const run = await runWithRoot(root, [
    ...['env', '-i', 'PATH=/bin', '/usr/bin/unshare', `--root=${root}`, '--wd=/', '/bin/sh', '-c', script],
  ]);
  return run.printed;
}

/** Removes libstdc++. A fake apk, which the machine has not, restores it. */
async function withoutLibrary(apk: boolean): Promise<void> {
  await rename(path.join(root, 'usr', 'lib', 'libstdc++.so.6'), path.join(root, 'libstdc++'));
  if (!apk) return;
  await putProgram('apk', '#!/bin/sh\necho "apk $*"\nmv /libstdc++ /usr/lib/libstdc++.so.6\n');
}

/** Writes a program into the root. It first removes busybox's, a link that from here points outside of the root. */
async function putProgram(name: string, script: string): Promise<void> {
  const file = path.join(root, 'bin', name);
  await rm(file, {force: true});
  await writeFile(file, script, {mode: 0o755, flag: 'wx'});
}

describe('install-cli.sh on a system with musl and busybox', () => {
  it('installs the build for musl, without package managers, whose packages need glibc', async () => {
    await putProgram('dpkg', '#!/bin/sh\nexit 9\n');
    expect(await install()).toMatch(INSTALLED);
    expect(site.requested).toEqual([
      '/new/releases/latest/download/checksums.txt',
      `/new/releases/download/v${VERSION}/${ARCHIVE}`,
    ]);
    expect(await install('--uninstall')).toContain('tracer was removed.\n');
  });

  it('installs libstdc++ with apk', async () => {
    await withoutLibrary(true);
    const printed = await install();
    expect(printed).toMatch(INSTALLED);
    expect(printed).toContain(`Downloading ${ARCHIVE}\napk add --quiet libstdc++\n`);
  });

  it('installs nothing without libstdc++ and apk', async () => {
    await withoutLibrary(false);
    expect(await install()).toMatch(
      /\nError: the build for linux_amd64_musl does not run here: nothing was installed\n {4}.*libstdc\+\+\.so\.6.*\n[\s\S]*tracer: not found\n$/,
    );
  });
});
