import {readFileSync} from 'node:fs';
import {mkdtemp, rename, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from '@jest/globals';
import {addBusybox, fillMuslRoot, runBeside} from './bare-roots.ts';
import {type Answer, type ReleaseSite, startSite} from './release-site.ts';
import {INSTALL_CLI, RELEASED, VERSION} from './released.ts';

let root: string;
let site: ReleaseSite;
const sites: ReleaseSite[] = [];

beforeEach(async () => {
  // Not below /tmp, which the root shows again.
  root = await mkdtemp('/var/tmp/musl-root-');
  await fillMuslRoot(root);
  await addBusybox(root);
  await Promise.all(['apigen', 'tracer'].map((name) => rm(path.join(root, name))));
  await writeFile(path.join(root, 'install-cli.sh'), INSTALL_CLI);
});

afterEach(async () => {
  await Promise.all(sites.splice(0).map((one) => one.close()));
  await rm(root, {recursive: true, force: true});
});

const ARCHIVE = `tracer_${VERSION}_linux_amd64_musl.tar.gz`;
const INSTALLED = new RegExp(
  `tracer ${VERSION} is installed: /usr/local/bin/tracer\\n[\\s\\S]*\ntracer/${VERSION} .*\\n$`,
);
const tampered: Answer = (response, file) => {
  response.end(readFileSync(file).fill(0, 0, 100));
};

/** Pipes the script to busybox's shell, on a system that has nothing but busybox and musl. */
async function install(answers: Readonly<Record<string, Answer>> = {}, args = '', prelude = '') {
  site = await startSite({new: RELEASED}, answers);
  sites.push(site);
  const script = `{ echo '${prelude}'; cat /install-cli.sh; } | TMPDIR=/ TRACER_RELEASES_URL=${site.url}/new/releases sh -s -- ${args}
/usr/local/bin/tracer --version; ls -d /tracer.* 2>/dev/null; :`;
  const run = await runBeside(root, [
    ...['env', '-i', 'PATH=/bin', '/usr/bin/unshare', `--root=${root}`, '--wd=/', '/bin/sh', '-c', script],
  ]);
  return run.said;
}

/** Takes the library of C++ away; Alpine's apk, which is not to be had here, is a stand-in that brings it again. */
async function withoutLibrary(apk: boolean): Promise<void> {
  await rename(path.join(root, 'lib', 'libstdc++.so.6'), path.join(root, 'libstdc++'));
  if (!apk) return;
  await putProgram('apk', '#!/bin/sh\necho "apk $*"\nmv /libstdc++ /lib/libstdc++.so.6\n');
}

/** Puts a program into the root. Busybox's own is a link to `/bin/busybox`, which from here leads out of the root. */
async function putProgram(name: string, script: string): Promise<void> {
  const file = path.join(root, 'bin', name);
  await rm(file, {force: true});
  await writeFile(file, script, {mode: 0o755, flag: 'wx'});
}

describe('install-cli.sh on a system with musl and busybox', () => {
  it('installs the build for musl, past package managers, whose packages are for glibc', async () => {
    await putProgram('dpkg', '#!/bin/sh\nexit 9\n');
    expect(await install()).toMatch(INSTALLED);
    expect(site.asked).toEqual([
      '/new/releases/latest/download/checksums.txt',
      `/new/releases/download/v${VERSION}/${ARCHIVE}`,
    ]);
    expect(await install({}, '--uninstall')).toContain('tracer is removed.\n');
  });

  it('refuses a package by name', async () => {
    await putProgram('dpkg', '#!/bin/sh\nexit 9\n');
    expect(await install({}, '--method dpkg')).toMatch(
      'Error: --method dpkg: the packages are for glibc, and this system has musl\n    leave --method out: the build for musl is then installed\n',
    );
  });

  it('has apk bring the library of C++', async () => {
    await withoutLibrary(true);
    const said = await install();
    expect(said).toMatch(INSTALLED);
    expect(said).toContain(`Downloading ${ARCHIVE}\napk add --quiet libstdc++\n`);
  });

  it('has apk do nothing for an archive that is not what its release says', async () => {
    await withoutLibrary(true);
    const said = await install({[ARCHIVE]: tampered});
    expect(said).toContain('is not what its release says it is: nothing was installed\n');
    expect(said).not.toContain('apk');
  });

  it('is root for apk alone, not for the folder of who runs it', async () => {
    await withoutLibrary(true);
    // Nobody but root is in this root: what tells who runs the script is a stand-in, and so is sudo.
    await putProgram('sudo', '#!/bin/sh\n[ "$1" = true ] || echo "sudo $*"\nexec "$@"\n');
    const said = await install({}, '--dir /opt/bin', 'id() { echo 1000; }');
    expect(said).toMatch(
      new RegExp(
        `^Downloading ${ARCHIVE}\nsudo is needed to install libstdc\\+\\+ with apk\nsudo apk add --quiet libstdc\\+\\+\napk add --quiet libstdc\\+\\+\ntracer ${VERSION} is installed: /opt/bin/tracer\n`,
      ),
    );
    expect(said.match(/^sudo /gm)).toHaveLength(2);
  });

  it('refuses https where wget checks no certificate', async () => {
    const said = await install({}, '--releases-url https://127.0.0.1:9');
    expect(said).toContain(
      'Error: cannot download https://127.0.0.1:9/latest/download/checksums.txt: this wget does not check whom it talks to\n    install curl or GNU wget, and run this again\n',
    );
  });

  it('says what is missing where there is no apk', async () => {
    await withoutLibrary(false);
    expect(await install()).toMatch(
      /\nError: the library libstdc\+\+\.so\.6 is missing\n {4}install it with your system's package manager, and run this again\n.*tracer: not found\n$/,
    );
  });
});
