import {mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {parse} from 'yaml';
import {output} from '../../../release/tools.ts';
import {type ReleaseSite, startSite} from '../release-site.ts';
import {RELEASED, ROOT, VERSION} from '../released.ts';
import {inFolder} from './in-folder.ts';

interface Action {
  readonly runs: {
    readonly steps: readonly {readonly run: string; readonly env: Readonly<Record<string, string>>}[];
  };
}

const ARCHIVE = `apigen_${VERSION}_linux_amd64.tar.gz`;

/** The action downloads from the releases of its own repository. */
const RELEASES = '${{ github.server_url }}/${{ github.action_repository || github.repository }}/releases';

let site: ReleaseSite;
let faulty: string;
let unlisted: string;
const ours = (name: string) => name.startsWith('apigen_');

beforeAll(async () => {
  const listed = await readFile(path.join(RELEASED, 'checksums.txt'), 'utf8');
  const tampered = listed.replaceAll(/^[0-9a-f]{64}/gm, '0'.repeat(64));
  faulty = await mkdtemp(path.join(tmpdir(), 'workflows-'));
  for (const name of (await readdir(RELEASED)).filter(ours)) {
    await symlink(path.join(RELEASED, name), path.join(faulty, name));
  }
  await writeFile(path.join(faulty, 'checksums.txt'), tampered);
  unlisted = await mkdtemp(path.join(tmpdir(), 'workflows-'));
  await writeFile(path.join(unlisted, 'checksums.txt'), `${listed.split('\n')[0]}\n`);
  await symlink(path.join(RELEASED, ARCHIVE), path.join(unlisted, ARCHIVE));
  site = await startSite({released: RELEASED, faulty, unlisted});
});

afterAll(async () => {
  await site?.close();
  await Promise.all([faulty, unlisted].map((folder) => rm(folder, {recursive: true})));
});

/** Runs the action's step as a runner does: with inputs in the environment and a minimal PATH. */
async function runAction(
  inputs: Readonly<Record<string, string>>,
  folder: string,
  {releases = 'released', system = {}}: {releases?: string; system?: Readonly<Record<string, string>>} = {},
) {
  const action: Action = parse(await readFile(path.join(ROOT, 'action.yml'), 'utf8'));
  const [step] = action.runs.steps;
  const fill = (value: string) =>
    value
      .replace(RELEASES, `${site.url}/${releases}/releases`)
      .replaceAll(/\$\{\{ inputs\.([a-z]+) \}\}/g, (_, name: string) => inputs[name] ?? '');
  const env = Object.fromEntries(Object.entries(step?.env ?? {}).map(([name, value]) => [name, fill(value)]));
  const outputs = path.join(folder, 'outputs');
  const runner = {RUNNER_OS: 'Linux', RUNNER_ARCH: 'X64', RUNNER_TEMP: path.join(folder, 'temp one')};
  await mkdir(runner.RUNNER_TEMP, {recursive: true});
  await writeFile(outputs, '');
  const printed = await output('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step?.run ?? ''], {
    cwd: folder,
    env: {
      ...runner,
      GITHUB_ACTION_PATH: ROOT,
      ...env,
      GITHUB_OUTPUT: outputs,
      PATH: '/usr/bin:/bin',
      ...system,
    },
  }).catch((error: Error) => error.message);
  const left = await readdir(runner.RUNNER_TEMP);
  return {printed, outputs: await readFile(outputs, 'utf8'), left};
}

const WRONG = `openapi: 3.1.0
info: {title: Shop, version: '1'}
x-apigen:
  service: {name: shop, port: 0}
  servce: {}
paths:
  /a: {get: {}}
`;

describe('the action', () => {
  const petstore = path.join(ROOT, 'examples', 'petstore.yaml');

  it('prints the profile, with other flags one per line', async () => {
    await inFolder(async (folder) => {
      const {printed, outputs, left} = await runAction(
        {in: petstore, version: `v${VERSION}`, args: '--namespace=a b\n\n--service.name=$(id)\n'},
        folder,
      );
      expect(printed).toContain('--namespace');
      expect(printed).toContain('$(id)');
      expect({outputs, left}).toEqual({outputs: 'profile=\n', left: []});
    });
  });

  it('writes a profile, and checks that it is up to date', async () => {
    await inFolder(async (folder) => {
      const profile = path.join(folder, 'profile.yaml');
      expect(await runAction({in: petstore, out: profile}, folder)).toEqual({
        printed: '',
        outputs: `profile=${profile}\n`,
        left: [],
      });
      expect((await runAction({in: petstore, check: profile}, folder)).printed).toBe('');
      await writeFile(profile, (await readFile(profile, 'utf8')).replace('POST', 'PUT'));
      expect((await runAction({in: petstore, check: profile}, folder)).printed).toMatch(
        /exit code 1[\s\S]*\n-.*PUT[\s\S]*\n\+.*POST/,
      );
    });
  });

  it('annotates problems at their lines, with their hints, and not the summary', async () => {
    await inFolder(async (folder) => {
      await writeFile(path.join(folder, 'a,b.yaml'), WRONG);
      await writeFile(path.join(folder, 'right.yaml'), await readFile(petstore, 'utf8'));
      const annotations = async (inputs: Readonly<Record<string, string>>) =>
        (await runAction(inputs, folder)).printed.split('\n').filter((line) => line.startsWith('::'));
      expect(await annotations({in: '*.yaml', out: 'mesh/'})).toEqual([
        '::error file=a%2Cb.yaml,line=4,col=31::invalid `service.port` 0: expected an integer from 1 to 65535%0Afor example `service: {port: 8080}`',
        '::warning file=a%2Cb.yaml,line=5,col=3::unknown setting "servce"%0Adid you mean `service`?',
      ]);
      await rm(path.join(folder, 'a,b.yaml'));
      expect(await annotations({in: '*.yaml', out: 'mesh/'})).toEqual([]);
      await writeFile(path.join(folder, 'mesh', 'petstore.yaml'), '');
      expect(await annotations({in: '*.yaml', check: 'mesh/'})).toEqual([
        '::error::mesh/petstore.yaml: out of date: differs from the generated output%0Ato update it, run the same command with `-o` instead of `--check`',
      ]);
    });
  });

  it.each([
    {
      fault: 'an executable with a wrong checksum',
      inputs: {},
      options: {releases: 'faulty'},
      says: `${ARCHIVE} does not match its checksum`,
    },
    {
      fault: 'an executable that the checksums do not list',
      inputs: {},
      options: {releases: 'unlisted'},
      says: `checksums.txt of release ${VERSION} does not list ${ARCHIVE}`,
    },
    {
      fault: 'a release that does not exist',
      inputs: {version: '9.9.9'},
      options: {releases: 'nowhere'},
      says: '/nowhere/releases/download/v9.9.9/checksums.txt: does release 9.9.9 exist?',
    },
    {
      fault: 'an invalid version',
      inputs: {version: '../1'},
      options: {},
      says: "invalid version '../1': expected a version such as 1.2.3",
    },
  ])('runs nothing for $fault', async ({inputs, options, says}) => {
    await inFolder(async (folder) => {
      const {printed, outputs, left} = await runAction({in: petstore, ...inputs}, folder, options);
      expect(printed).toContain('::error title=apigen::');
      expect(printed).toContain(says);
      expect({outputs, left}).toEqual({outputs: '', left: []});
    });
  });

  it('has a script that passes shellcheck', async () => {
    expect(await output('shellcheck', [path.join(ROOT, 'scripts', 'action.sh')])).toBe('');
  });
});
