import {readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, beforeEach, expect, it} from '@jest/globals';
import {parse} from 'yaml';
import {run} from '../../run.ts';
import {folderWith, writeIn} from '../../temporary-folder.ts';
import {type ReleaseSite, startSite} from '../release-site.ts';
import {RELEASED, ROOT, VERSION} from '../released.ts';

interface Action {
  readonly runs: {
    readonly steps: readonly {readonly run: string; readonly env: Readonly<Record<string, string>>}[];
  };
}

const ARCHIVE = `apigen_${VERSION}_linux_amd64.tar.gz`;
const PETSTORE = readFileSync(path.join(ROOT, 'examples', 'petstore.yaml'), 'utf8');

/** The action downloads from the releases of its own repository. */
const RELEASES = '${{ github.server_url }}/${{ github.action_repository || github.repository }}/releases';

let site: ReleaseSite;
beforeAll(async () => {
  const listed = readFileSync(path.join(RELEASED, 'checksums.txt'), 'utf8');
  const faulty = folderWith({'checksums.txt': listed.replaceAll(/^[0-9a-f]{64}/gm, '0'.repeat(64))});
  const unlisted = folderWith({'checksums.txt': listed.replace(ARCHIVE, 'another')});
  for (const folder of [faulty, unlisted])
    symlinkSync(path.join(RELEASED, ARCHIVE), path.join(folder, ARCHIVE));
  site = await startSite({released: RELEASED, faulty, unlisted});
});
afterAll(() => site?.close());

/** The folder that a step runs in. */
let folder = '';
beforeEach(() => {
  folder = folderWith({'petstore.yaml': PETSTORE, outputs: '', 'temp one/.keep': ''});
});

/** Runs the action's step as a runner does: with inputs in the environment and a minimal PATH. */
async function runAction(inputs: Readonly<Record<string, string>>, releases = 'released') {
  const action: Action = parse(readFileSync(path.join(ROOT, 'action.yml'), 'utf8'));
  const [step] = action.runs.steps;
  const fill = (value: string) =>
    value
      .replace(RELEASES, `${site.url}/${releases}/releases`)
      .replaceAll(/\$\{\{ inputs\.([a-z-]+) \}\}/g, (_, name: string) => inputs[name] ?? '');
  const outputs = path.join(folder, 'outputs');
  const temporary = path.join(folder, 'temp one');
  const env = {
    ...{RUNNER_OS: 'Linux', RUNNER_ARCH: 'X64', RUNNER_TEMP: temporary, GITHUB_ACTION_PATH: ROOT},
    ...Object.fromEntries(Object.entries(step?.env ?? {}).map(([name, value]) => [name, fill(value)])),
    ...{GITHUB_OUTPUT: outputs, PATH: '/usr/bin:/bin'},
  };
  const bash = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step?.run ?? ''];
  const {status, stdout, stderr} = await run('bash', bash, {cwd: folder, env});
  expect(readdirSync(temporary)).toEqual(['.keep']);
  return {status, printed: stdout + stderr, outputs: readFileSync(outputs, 'utf8')};
}

const WRONG = `openapi: 3.1.0
info: {title: Shop, version: '1'}
x-apigen:
  service: {name: shop, port: 0}
  servce: {}
paths:
  /a: {get: {}}
`;

it('prints the profile, with other flags one per line', async () => {
  const args = '--namespace=a b\n\n--service.name=$(id)\n';
  const {printed, outputs} = await runAction({in: 'petstore.yaml', version: `v${VERSION}`, args});
  expect(printed).toContain('invalid `namespace` "a b"');
  expect(printed).toContain('$(id)');
  expect(outputs).toBe('profile=\n');
});

it('writes a profile, and checks that it is up to date', async () => {
  const outputs = 'profile=profile.yaml\n';
  const given = {in: 'petstore.yaml', out: 'profile.yaml', args: '--target=service-profile'};
  expect(await runAction(given)).toEqual({status: 0, printed: '', outputs});
  const checked = {in: 'petstore.yaml', check: 'profile.yaml', args: '--target=service-profile'};
  expect(await runAction(checked)).toMatchObject({status: 0, printed: ''});
  const file = path.join(folder, 'profile.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('POST', 'PUT'));
  expect(await runAction(checked)).toMatchObject({
    status: 1,
    printed: expect.stringMatching(/\n-.*PUT[\s\S]*\n\+.*POST/),
  });
});

it('annotates problems at their lines, with their hints, and not the summary', async () => {
  writeIn(folder, 'a,b.yaml', WRONG);
  const annotations = async (inputs: Readonly<Record<string, string>>) =>
    (await runAction({args: '--target=service-profile', ...inputs})).printed
      .split('\n')
      .filter((line) => line.startsWith('::'));
  expect(await annotations({in: '*.yaml', out: 'mesh/'})).toEqual([
    '::error file=a%2Cb.yaml,line=4,col=31::setting-value: invalid `service.port` 0: expected an integer from 1 to 65535%0Afor example `service: {port: 8080}`',
    '::error file=a%2Cb.yaml,line=5,col=3::unknown-setting: unknown setting "servce"%0Adid you mean `service`?',
  ]);
  rmSync(path.join(folder, 'a,b.yaml'));
  expect(await annotations({in: '*.yaml', out: 'mesh/'})).toEqual([]);
  writeIn(folder, 'mesh/petstore.yaml', '');
  expect(await annotations({in: '*.yaml', check: 'mesh/'})).toEqual([
    '::error::mesh/petstore.yaml: out of date: differs from the generated output%0Ato update it, run the same command with `-o` instead of `--check`',
  ]);
});

it('runs trace-based tests', async () => {
  writeIn(folder, 'tests/a.yaml', 'type: Tst\n');
  expect(
    await runAction({'tracer-tests': 'tests', args: '--server=http://127.0.0.1:1\n--var=a=b'}),
  ).toMatchObject({
    status: 2,
    printed: expect.stringContaining(
      '::error::wrong definitions\n::error file=tests/a.yaml,line=1,col=1::"" has type "Tst", but only a Test can be run\n',
    ),
  });
  expect(await runAction({'tracer-tests': 'tests', out: 'mesh/'})).toMatchObject({
    status: 1,
    printed: '::error title=apigen::tracer-tests cannot be combined with in, config, check or out\n',
  });
});

it.each([
  {
    fault: 'an executable with a wrong checksum',
    releases: 'faulty',
    says: `${ARCHIVE} does not match its checksum`,
  },
  {
    fault: 'an executable that the checksums do not list',
    releases: 'unlisted',
    says: `checksums.txt of release ${VERSION} does not list ${ARCHIVE}`,
  },
  {
    fault: 'a release that does not exist',
    version: '9.9.9',
    releases: 'nowhere',
    says: '/nowhere/releases/download/v9.9.9/checksums.txt: does release 9.9.9 exist?',
  },
  {
    fault: 'an invalid version',
    version: '../1',
    says: "invalid version '../1': expected a version such as 1.2.3",
  },
])('runs nothing for $fault', async ({version = '', releases, says}) => {
  const {status, printed, outputs} = await runAction({in: 'petstore.yaml', version}, releases);
  expect({status, outputs}).toEqual({status: 1, outputs: ''});
  expect(printed).toContain('::error title=apigen::');
  expect(printed).toContain(says);
});
