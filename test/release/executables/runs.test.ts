import {copyFileSync, readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, it} from '@jest/globals';
import {run} from '../../run.ts';
import {NAMES, RELEASED, ROOT} from '../released.ts';
import {bareRoot, muslFolder, runInRoot} from '../roots/bare-roots.ts';

const executable = (name: string, platform: string) =>
  path.join(RELEASED, 'executables', `${name}_${platform}`, name);

const NO_HELM =
  'error: helm not found: install it (https://helm.sh/docs/intro/install/) and make sure that it is on PATH\n';

/** What the programs print without a user, a home, a shell and other programs. */
const ALONE: readonly {command: string; status: number; prints: string}[] = [
  {command: 'apigen --help', status: 0, prints: '\nDESCRIPTION\n  This is the single executable. '},
  {command: 'apigen mesh -i /petstore.yaml', status: 0, prints: '\nkind: ServiceProfile\n'},
  {
    command: 'apigen plugins install x',
    status: 1,
    prints: 'the single executable does not support plugins\n',
  },
  {command: 'apigen tracer status', status: 1, prints: NO_HELM},
  {command: 'tracer install --dry-run', status: 1, prints: NO_HELM},
  {command: 'tracer client install', status: 1, prints: 'error: cannot run `sh`: '},
  {command: 'tracer autocomplete bash', status: 0, prints: '\ncomplete -F _tracer tracer'},
];

it.each(['glibc', 'musl'] as const)(
  'the executables run in a root with the libraries of %s only',
  async (libc) => {
    const root = await bareRoot(libc);
    const platform = libc === 'musl' ? 'linux_amd64_musl' : 'linux_amd64';
    for (const name of NAMES) copyFileSync(executable(name, platform), path.join(root, name));
    copyFileSync(path.join(ROOT, 'examples', 'petstore.yaml'), path.join(root, 'petstore.yaml'));
    const answers = await Promise.all(ALONE.map(({command}) => runInRoot(root, ...`/${command}`.split(' '))));
    expect(answers).toEqual(
      ALONE.map(({status, prints}) => ({status, printed: expect.stringContaining(prints)})),
    );
  },
);

/** The tests of a tier that start the program, except those that need other tools. */
function commandLineTests(tier: 'unit' | 'tools'): string[] {
  const isOfTier = (name: string) =>
    tier === 'tools'
      ? /^tools\/(documentation|processes)\//.test(name)
      : !/^(release|cluster|tools)\//.test(name);
  return readdirSync(path.join(ROOT, 'test'), {recursive: true, encoding: 'utf8'})
    .filter((name) => name.endsWith('.test.ts') && isOfTier(name))
    .filter((name) => {
      const text = readFileSync(path.join(ROOT, 'test', name), 'utf8');
      return /(start-cli|transcript)\.ts/.test(text) && !/\bkubectl['",]/.test(text);
    })
    .map((name) => path.join('test', name));
}

/** Adds musl to the libraries of this machine, for the command that follows. */
const WITH_MUSL = `mount -t overlay -o "lowerdir=$0:/usr/lib" overlay /usr/lib
# Debian's own musl looks elsewhere.
[ ! -e /etc/ld-musl-x86_64.path ] || mount --bind "$0/ld-musl-x86_64.path" /etc/ld-musl-x86_64.path
exec "$@"`;

const GITOPS = 'test/tools/gitops.test.ts';

const unit = ['unit', ...commandLineTests('unit')];
const tools = ['tools', ...commandLineTests('tools')];
it.each([
  {of: 'the command line', platform: 'linux_amd64', tests: unit},
  {of: 'the command line with musl', platform: 'linux_amd64_musl', tests: unit},
  {of: 'processes, pages, kustomize and helm', platform: 'linux_amd64', tests: [...tools, GITOPS]},
  {of: 'processes and pages with musl', platform: 'linux_amd64_musl', tests: tools},
])(
  'the executable passes the tests of $of',
  async ({platform, tests}) => {
    const musl = path.join(await muslFolder(), 'lib');
    const env = {
      ...process.env,
      APIGEN_BIN: executable('apigen', platform),
      APIGEN_TEST_RESULTS: '',
    };
    const jest = [process.execPath, 'scripts/test.mjs', ...tests, '--coverage=false'];
    const mounted = ['--mount', '--propagation', 'private', 'sh', '-ec', WITH_MUSL, musl, ...jest];
    const {status, stderr} = await run('unshare', mounted, {cwd: ROOT, env});
    expect(status === 0 ? '' : stderr).toBe('');
    expect(stderr).toMatch(/Tests: +(?:\d+ skipped, )?\d{2,} passed/);
  },
  600_000,
);
