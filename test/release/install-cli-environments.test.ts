import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {AS_NOBODY, runInstallCli, SHELLS} from './install-cli-roots.ts';
import {makeOldRelease, OLD_VERSION} from './old-release.ts';
import {type ReleaseSite, startSite} from './release-site.ts';

let folder: string;
let site: ReleaseSite;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'environments-'));
  await makeOldRelease(path.join(folder, 'old'));
  site = await startSite({old: path.join(folder, 'old')});
});

afterAll(async () => {
  await site?.close();
  await rm(folder, {recursive: true, force: true});
});

/** What is odd about an environment, and how the root gets it; `options` are the shell's own. */
interface Environment {
  readonly odd: string;
  readonly before?: string;
  readonly options?: string;
}

const ENVIRONMENTS: readonly Environment[] = [
  {odd: 'no HOME, strict umask', before: 'unset HOME; umask 077'},
  {odd: 'a temporary folder with blanks', before: 'mkdir "/tmp/a b"; export TMPDIR="/tmp/a b"'},
  {
    odd: 'a temporary folder with quotes',
    before: `mkdir "/tmp/it's \\"x\\""; export TMPDIR="/tmp/it's \\"x\\""`,
  },
  {odd: 'a relative temporary folder', before: 'cd /tmp; mkdir rel; export TMPDIR=rel'},
  {odd: 'a temporary folder that is noexec', before: 'mount -o remount,noexec /tmp'},
  {odd: 'a shell that stops at unset variables and failures', options: '-eu'},
  {odd: 'a shell that writes over no file and expands no pattern', options: '-Cf'},
  {odd: 'words split at other places', before: 'export IFS=/:.'},
  {
    odd: 'another language, and options for other programs',
    before: 'export LC_ALL=tr_TR.UTF-8 TAR_OPTIONS=-v POSIXLY_CORRECT=1 CDPATH=/:/usr',
  },
  {odd: 'wget only', before: 'rm "$(command -v curl)"'},
  {odd: 'curl only', before: 'rm "$(command -v wget)"'},
  {odd: 'a folder that is gone', before: 'mkdir /tmp/gone; cd /tmp/gone; rmdir /tmp/gone'},
];

const WAYS = [
  {way: '--dir', args: "--dir '/opt/my bin'", file: '/opt/my bin/tracer', removal: "--dir '/opt/my bin'"},
  {way: 'dpkg', args: '--method dpkg', file: '/usr/bin/tracer', removal: ''},
  {way: 'apt-get', args: '--method apt-get', file: '/usr/bin/tracer', removal: ''},
];

/** A package manager works the same whatever shell calls it, and apt, which is slow, has to do with these only. */
const FOR_APT = /temporary folder|pattern/;
const ALL = Object.entries(SHELLS).flatMap(([name, shell]) =>
  ENVIRONMENTS.flatMap((environment) =>
    WAYS.filter(
      ({way}) => way === '--dir' || (name === 'dash' && (way === 'dpkg' || FOR_APT.test(environment.odd))),
    ).map((way) => ({
      name,
      shell,
      ...environment,
      ...way,
    })),
  ),
);

describe('install-cli.sh installs and removes, and leaves nothing', () => {
  it.each(ALL)('$name, $way: $odd', async ({shell, options = '', before = '', args, file, removal}) => {
    const whole = `${shell} ${options}`;
    const run = await runInstallCli({
      shell: whole,
      site: `${site.url}/old`,
      args,
      before,
      after: `'${file}' --version
${whole} -s -- --uninstall ${removal} </tmp/install-cli.sh
rmdir '/opt/my bin' 2>/dev/null
find /tmp -name 'tracer.*'`,
    });
    expect(run.output).toContain(`\ntracer ${OLD_VERSION} is installed: ${file}\n`);
    expect(run.output).toMatch(/\ntracer\/0\.0\.9 stand-in\n([^\n]+\n)*tracer is removed\.\n$/);
    expect({status: run.status, changed: run.changed}).toEqual({
      status: 0,
      changed: takenAway(before),
    });
  });
});

/** What the environment itself takes away. */
function takenAway(before: string): string[] {
  const gone = /command -v (curl|wget)/.exec(before)?.[1];
  return gone ? [`- /usr/bin/${gone}`] : [];
}

const ours = `mkdir -p /opt/bin; printf '#!/bin/sh\\necho tracer/0.0.1 old\\n' >/opt/bin/tracer; chmod 755 /opt/bin/tracer`;

describe('install-cli.sh and what stands where it installs', () => {
  it.each([
    {
      what: 'a symbolic link to a folder',
      before: 'mkdir /opt/real; ln -s real /opt/bin',
      status: 0,
      says: `tracer ${OLD_VERSION} is installed: /opt/bin/tracer\n`,
      changed: ['+ /opt/bin', '+ /opt/real/tracer'],
    },
    {
      what: 'a folder in the program’s place',
      before: 'mkdir -p /opt/bin/tracer; touch /opt/bin/tracer/x',
      status: 1,
      says: 'Error: /opt/bin/tracer is there, and is not this tracer or does not run\n    move it away, or choose another folder with --dir\n',
      changed: ['+ /opt/bin/tracer/x'],
    },
    {
      what: 'a link that leads nowhere',
      before: 'mkdir -p /opt/bin; ln -s /nowhere /opt/bin/tracer',
      status: 1,
      says: 'Error: /opt/bin/tracer is there, and is not this tracer or does not run\n    move it away, or choose another folder with --dir\n',
      changed: ['+ /opt/bin/tracer'],
    },
    {
      what: 'somebody else’s program',
      before: `mkdir -p /opt/bin; printf '#!/bin/sh\\necho another\\n' >/opt/bin/tracer; chmod 755 /opt/bin/tracer`,
      status: 1,
      says: 'Error: /opt/bin/tracer is there, and is not this tracer or does not run\n    move it away, or choose another folder with --dir\n',
      changed: ['+ /opt/bin/tracer'],
    },
    {
      what: 'a link to a tracer elsewhere',
      before: `${ours}; mv /opt/bin /opt/elsewhere; mkdir /opt/bin; ln -s ../elsewhere/tracer /opt/bin/tracer`,
      status: 0,
      says: `It takes the place of tracer 0.0.1.\ntracer ${OLD_VERSION} is installed: /opt/bin/tracer\n`,
      changed: ['+ /opt/bin/tracer', '+ /opt/elsewhere/tracer'],
    },
    {
      what: 'a file in the folder’s place',
      before: 'touch /opt/bin',
      status: 1,
      says: 'Error: cannot make the folder /opt/bin',
      changed: ['+ /opt/bin'],
    },
  ])('$what', async ({before, status, says, changed}) => {
    const run = await runInstallCli({site: `${site.url}/old`, args: '--dir /opt/bin', before});
    expect(run.output).toContain(says);
    expect({status: run.status, changed: run.changed}).toEqual({status, changed});
  });
});

describe('install-cli.sh without root and without sudo', () => {
  const nobody = `${AS_NOBODY} /usr/bin/env PATH=/no-sudo /bin/dash`;
  const before = `mkdir /no-sudo
for tool in cat chmod cp curl df dirname dpkg dpkg-query dpkg-deb env getconf grep gzip head id ldd mkdir mktemp mv rm rmdir sed sha256sum sh tail tar tee uname; do
  ln -s "$(command -v "$tool")" /no-sudo
done`;

  it.each([
    {args: '--method dpkg', needs: 'install the package tracer with dpkg'},
    {args: '--method archive', needs: 'put tracer into /usr/local/bin'},
  ])('$args: says what root is needed for, and changes nothing', async ({args, needs}) => {
    const run = await runInstallCli({
      shell: nobody,
      site: `${site.url}/old`,
      args,
      before,
      after: 'rm -r /no-sudo; find /tmp -name "tracer.*"',
    });
    expect(run).toEqual({
      status: 1,
      output: `Error: root is needed to ${needs}, and neither sudo nor doas is there\n    run this as root, or without with --dir "$HOME/.local/bin"\n`,
      changed: [],
    });
  });

  it('installs into a folder of one’s own, and removes it from there', async () => {
    const run = await runInstallCli({
      shell: nobody,
      site: `${site.url}/old`,
      args: '--dir /tmp/mine/bin',
      before: `${before}\nmkdir /tmp/mine; chown 65534 /tmp/mine`,
      after: `${nobody} -s -- --dir /tmp/mine/bin --uninstall </tmp/install-cli.sh; rm -r /no-sudo`,
    });
    expect(run).toMatchObject({status: 0, changed: []});
    expect(run.output).toContain(`\ntracer ${OLD_VERSION} is installed: /tmp/mine/bin/tracer\n`);
    expect(run.output.endsWith('\ntracer is removed.\n')).toBe(true);
  });
});
