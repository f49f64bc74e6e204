import {describe, expect, it} from '@jest/globals';
import {oldAndNewSite} from '../old-and-new-site.ts';
import {OLD_VERSION} from '../old-release.ts';
import {AS_NOBODY, runInstallCli, SHELLS} from './run-install-cli.ts';

const site = oldAndNewSite();

/** An unusual environment: commands that create it, and options of the shell. */
interface Environment {
  readonly environment: string;
  readonly before?: string;
  readonly options?: string;
}

const ENVIRONMENTS: readonly Environment[] = [
  {environment: 'no HOME, strict umask', before: 'unset HOME; umask 077'},
  {environment: 'a temporary folder with blanks', before: 'mkdir "/tmp/a b"; export TMPDIR="/tmp/a b"'},
  {
    environment: 'a temporary folder with quotes',
    before: `mkdir "/tmp/it's \\"x\\""; export TMPDIR="/tmp/it's \\"x\\""`,
  },
  {environment: 'a relative temporary folder', before: 'cd /tmp; mkdir rel; export TMPDIR=rel'},
  {environment: 'a noexec temporary folder', before: 'mount -o remount,noexec /tmp'},
  {environment: 'a shell with -eu', options: '-eu'},
  {environment: 'a shell with -Cf', options: '-Cf'},
  {environment: 'another IFS', before: 'export IFS=/:.'},
  {
    environment: 'another locale, and options of other programs',
    before: 'export LC_ALL=tr_TR.UTF-8 TAR_OPTIONS=-v POSIXLY_CORRECT=1 CDPATH=/:/usr',
  },
  {environment: 'wget only', before: 'rm "$(command -v curl)"'},
  {environment: 'curl only', before: 'rm "$(command -v wget)"'},
  {environment: 'a removed working directory', before: 'mkdir /tmp/gone; cd /tmp/gone; rmdir /tmp/gone'},
];

const WAYS = [
  {way: '--dir', args: "--dir '/opt/my bin'", file: '/opt/my bin/tracer', removal: "--dir '/opt/my bin'"},
  {way: 'dpkg', args: '--method dpkg', file: '/usr/bin/tracer', removal: ''},
  {way: 'apt-get', args: '--method apt-get', file: '/usr/bin/tracer', removal: ''},
];

/** A package manager does the same in every shell, and apt, which is slow, depends on these environments only. */
const FOR_APT = /temporary folder|-Cf/;
const ALL = Object.entries(SHELLS).flatMap(([name, shell]) =>
  ENVIRONMENTS.flatMap((environment) =>
    WAYS.filter(
      ({way}) =>
        way === '--dir' || (name === 'dash' && (way === 'dpkg' || FOR_APT.test(environment.environment))),
    ).map((way) => ({
      name,
      shell,
      ...environment,
      ...way,
    })),
  ),
);

describe('install-cli.sh installs and removes, and leaves no files', () => {
  it.each(ALL)(
    '$name, $way: $environment',
    async ({shell, options = '', before = '', args, file, removal}) => {
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
      expect(run.output).toMatch(/\ntracer\/0\.0\.9 fake\n([^\n]+\n)*tracer was removed\.\n$/);
      expect({status: run.status, changed: run.changed}).toEqual({
        status: 0,
        changed: removedBy(before),
      });
    },
  );
});

/** The file that the environment itself removes. */
function removedBy(before: string): string[] {
  const gone = /command -v (curl|wget)/.exec(before)?.[1];
  return gone ? [`- /usr/bin/${gone}`] : [];
}

const ours = `mkdir -p /opt/bin; printf '#!/bin/sh\\necho tracer/0.0.1 old\\n' >/opt/bin/tracer; chmod 755 /opt/bin/tracer`;

describe('install-cli.sh and existing files', () => {
  it.each([
    {
      what: 'a symbolic link to a folder',
      before: 'mkdir /opt/real; ln -s real /opt/bin',
      status: 0,
      says: `tracer ${OLD_VERSION} is installed: /opt/bin/tracer\n`,
      changed: ['+ /opt/bin', '+ /opt/real/tracer'],
    },
    {
      what: 'a folder with the name of the program',
      before: 'mkdir -p /opt/bin/tracer; touch /opt/bin/tracer/x',
      status: 1,
      says: 'Error: /opt/bin/tracer exists and is not this tracer, or does not run\n    move it away, or choose another folder with --dir\n',
      changed: ['+ /opt/bin/tracer/x'],
    },
    {
      what: 'a broken link',
      before: 'mkdir -p /opt/bin; ln -s /nowhere /opt/bin/tracer',
      status: 1,
      says: 'Error: /opt/bin/tracer exists and is not this tracer, or does not run\n    move it away, or choose another folder with --dir\n',
      changed: ['+ /opt/bin/tracer'],
    },
    {
      what: 'another program',
      before: `mkdir -p /opt/bin; printf '#!/bin/sh\\necho another\\n' >/opt/bin/tracer; chmod 755 /opt/bin/tracer`,
      status: 1,
      says: 'Error: /opt/bin/tracer exists and is not this tracer, or does not run\n    move it away, or choose another folder with --dir\n',
      changed: ['+ /opt/bin/tracer'],
    },
    {
      what: 'a link to a tracer elsewhere',
      before: `${ours}; mv /opt/bin /opt/elsewhere; mkdir /opt/bin; ln -s ../elsewhere/tracer /opt/bin/tracer`,
      status: 0,
      says: `It replaces tracer 0.0.1.\ntracer ${OLD_VERSION} is installed: /opt/bin/tracer\n`,
      changed: ['+ /opt/bin/tracer', '+ /opt/elsewhere/tracer'],
    },
    {
      what: 'a file with the name of the folder',
      before: 'touch /opt/bin',
      status: 1,
      says: 'Error: cannot create the folder /opt/bin',
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
  ])('$args: reports what root is needed for, and changes nothing', async ({args, needs}) => {
    const run = await runInstallCli({
      shell: nobody,
      site: `${site.url}/old`,
      args,
      before,
      after: 'rm -r /no-sudo; find /tmp -name "tracer.*"',
    });
    expect(run).toEqual({
      status: 1,
      output: `Error: root is needed to ${needs}, and neither sudo nor doas is installed\n    run this as root, or use --dir "$HOME/.local/bin"\n`,
      changed: [],
    });
  });

  it('installs into a folder of the user, and removes it from there', async () => {
    const run = await runInstallCli({
      shell: nobody,
      site: `${site.url}/old`,
      args: '--dir /tmp/mine/bin',
      before: `${before}\nmkdir /tmp/mine; chown 65534 /tmp/mine`,
      after: `${nobody} -s -- --dir /tmp/mine/bin --uninstall </tmp/install-cli.sh; rm -r /no-sudo`,
    });
    expect(run).toMatchObject({status: 0, changed: []});
    expect(run.output).toContain(`\ntracer ${OLD_VERSION} is installed: /tmp/mine/bin/tracer\n`);
    expect(run.output.endsWith('\ntracer was removed.\n')).toBe(true);
  });
});
