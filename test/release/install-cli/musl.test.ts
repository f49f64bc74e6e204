import {readFileSync} from 'node:fs';
import {mkdtemp, rename, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from '@jest/globals';
import {type Answer, type ReleaseSite, startSite} from '../release-site.ts';
import {INSTALL_CLI, RELEASED, VERSION} from '../released.ts';
import {addBusybox, fillMuslRoot, runWithRoot} from '../roots/bare-roots.ts';

let root: string;
let site: ReleaseSite;
const sites: ReleaseSite[] = [];

beforeEach(async () => {
  // Not below /tmp, which is mounted in the root.
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

/** Pipes the script to busybox's shell, on a system with busybox and musl only. */
async function install(answers: Readonly<Record<string, Answer>> = {}, args = '', prelude = '') {
  site = await startSite({new: RELEASED}, answers);
  sites.push(site);
  const script = `{ echo '${prelude}'; cat /install-cli.sh; } | TMPDIR=/ TRACER_RELEASES_URL=${site.url}/new/releases sh -s -- ${args}
/usr/local/bin/tracer --version; ls -d /tracer.* 2>/dev/null; :`;
  const run = await runWithRoot(root, [
    ...['env', '-i', 'PATH=/bin', '/usr/bin/unshare', `--root=${root}`, '--wd=/', '/bin/sh', '-c', script],
  ]);
  return run.printed;
}

/** Removes libstdc++. A fake apk, which the machine has not, restores it. */
async function withoutLibrary(apk: boolean): Promise<void> {
  await rename(path.join(root, 'lib', 'libstdc++.so.6'), path.join(root, 'libstdc++'));
  if (!apk) return;
  await putProgram('apk', '#!/bin/sh\necho "apk $*"\nmv /libstdc++ /lib/libstdc++.so.6\n');
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
    expect(await install({}, '--uninstall')).toContain('tracer was removed.\n');
  });

  it('refuses --method dpkg', async () => {
    await putProgram('dpkg', '#!/bin/sh\nexit 9\n');
    expect(await install({}, '--method dpkg')).toMatch(
      'Error: --method dpkg: the packages need glibc, and this system has musl\n    omit --method to install the build for musl\n',
    );
  });

  it('installs libstdc++ with apk', async () => {
    await withoutLibrary(true);
    const printed = await install();
    expect(printed).toMatch(INSTALLED);
    expect(printed).toContain(`Downloading ${ARCHIVE}\napk add --quiet libstdc++\n`);
  });

  it('does not run apk for an archive with a wrong checksum', async () => {
    await withoutLibrary(true);
    const printed = await install({[ARCHIVE]: tampered});
    expect(printed).toContain('does not match its checksum: nothing was installed\n');
    expect(printed).not.toContain('apk');
  });

  it('runs only apk as root, if the folder belongs to the user', async () => {
    await withoutLibrary(true);
    // The root has no other user: `id` and sudo are fakes.
    await putProgram('sudo', '#!/bin/sh\n[ "$1" = true ] || echo "sudo $*"\nexec "$@"\n');
    const printed = await install({}, '--dir /opt/bin', 'id() { echo 1000; }');
    expect(printed).toMatch(
      new RegExp(
        `^Downloading ${ARCHIVE}\nsudo is needed to install libstdc\\+\\+ with apk\nsudo apk add --quiet libstdc\\+\\+\napk add --quiet libstdc\\+\\+\ntracer ${VERSION} is installed: /opt/bin/tracer\n`,
      ),
    );
    expect(printed.match(/^sudo /gm)).toHaveLength(2);
  });

  it('refuses https if wget does not verify certificates', async () => {
    const printed = await install({}, '--releases-url https://127.0.0.1:9');
    expect(printed).toContain(
      'Error: cannot download https://127.0.0.1:9/latest/download/checksums.txt: this wget does not verify certificates\n    install curl or GNU wget and run this again\n',
    );
  });

  it('reports the missing library without apk', async () => {
    await withoutLibrary(false);
    expect(await install()).toMatch(
      /\nError: the library libstdc\+\+\.so\.6 is missing\n {4}install it with your system's package manager and run this again\n.*tracer: not found\n$/,
    );
  });
});
