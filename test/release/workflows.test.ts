import {mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {parse} from 'yaml';
import {goTool} from '../../release/go-tools.ts';
import {output} from '../../release/program.ts';
import {type ReleaseSite, startSite} from './release-site.ts';
import {RELEASED, ROOT, VERSION} from './released.ts';

async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'workflows-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}

describe('the workflows', () => {
  it('pass actionlint, with shellcheck on their scripts', async () => {
    const folder = path.join(ROOT, '.github', 'workflows');
    const files = (await readdir(folder)).map((name) => path.join(folder, name));
    expect(await output(await goTool('actionlint'), ['-no-color', ...files])).toBe('');
  });

  it('write the real addresses over every stand-in', async () => {
    const left = await inFolder(async (folder) => {
      const clone = path.join(folder, 'clone');
      await output('git', ['clone', '--quiet', '--shared', ROOT, clone]);
      await output(
        process.execPath,
        [
          path.join(ROOT, 'release', 'run.mjs'),
          'write-addresses',
          'https://pages.test/a',
          'https://github.com/owner/name/releases',
          'owner/tap',
        ],
        {cwd: clone},
      );
      const installer = await readFile(path.join(clone, 'plugins/tracer/scripts/install-cli.sh'), 'utf8');
      expect(installer).toContain('TRACER_RELEASES_URL:-https://github.com/owner/name/releases}');
      expect(installer).toContain('TRACER_DEB_REPO_URL:-https://pages.test/a/deb}');
      expect(installer).toContain('TRACER_TAP:-owner/tap}');
      const repository = {type: 'git', url: 'git+https://github.com/owner/name.git'};
      const manifest = async (folder: string) =>
        JSON.parse(await readFile(path.join(clone, folder, 'package.json'), 'utf8'));
      expect((await manifest('.')).repository).toEqual(repository);
      expect((await manifest('plugins/tracer')).repository).toEqual({
        ...repository,
        directory: 'plugins/tracer',
      });
      const product = await readFile(path.join(clone, 'release', 'product.ts'), 'utf8');
      expect(product).toContain("HOMEPAGE = 'https://pages.test/a'");
      return output(
        'sh',
        [
          '-c',
          "git grep -l https://get.apigen.example -- ':!release/write-addresses.ts' ':!test' ':!.github' || :",
        ],
        {
          cwd: clone,
        },
      );
    });
    expect(left).toBe('');
  });
});

/** The release’s workflow runs this tier behind the writing of the real addresses. */
it('no test of a release counts on a stand-in', async () => {
  const standIns = String.raw`get\.apigen\.example|apigen\\?/tap`;
  const search = `git grep -lE '${standIns}' -- test/release ':!test/release/workflows.test.ts' || :`;
  expect(await output('sh', ['-c', search], {cwd: ROOT})).toBe('');
});

interface Workflow {
  readonly jobs: Readonly<
    Record<string, {readonly steps: readonly {readonly name?: string; readonly run?: string}[]}>
  >;
}

/** What the stand-ins for npm and gh find already, by what they are asked for. */
type There = Readonly<Record<string, string>>;

/** Runs a step of the release for a tag, with stand-ins that say how they were called. Gives that, and what the step printed. */
async function runStep(job: string, step: string, tag: string, there: There) {
  const text = await readFile(path.join(ROOT, '.github', 'workflows', 'release.yml'), 'utf8');
  const workflow: Workflow = parse(text);
  const script = workflow.jobs[job]?.steps.find(({name}) => name === step)?.run ?? 'exit 9';
  return inFolder(async (folder) => {
    const said = path.join(folder, 'said');
    await mkdir(path.join(folder, 'release'));
    await writeFile(path.join(folder, 'release', 'checksums.txt'), '');
    const found = Object.entries(there).map(([asked, answer]) => `  '${asked}'*) echo '${answer}' ;;\n`);
    for (const name of ['gh', 'npm']) {
      const stub = `#!/bin/sh\necho "${name} $*" >>${said}\ncase "$*" in\n${found.join('')}  *view*) exit 1 ;;\nesac\n`;
      await writeFile(path.join(folder, name), stub, {mode: 0o755});
    }
    const printed = await output('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
      cwd: folder,
      env: {PATH: `${folder}:${process.env.PATH}`, GITHUB_REF_NAME: tag, GITHUB_REPOSITORY: 'owner/name'},
    }).catch((error: Error) => error.message);
    return {printed, called: (await readFile(said, 'utf8')).trimEnd().split('\n')};
  });
}

async function publish(step: string, tag: string, there: There): Promise<string[]> {
  return (await runStep('publish', step, tag, there)).called;
}

describe('the release’s job `build`', () => {
  const named = (name: string, version: string, from: string) => ({
    [`view ${name} version`]: version,
    [`view ${name} repository.url`]: from,
  });
  const own = 'git+https://github.com/owner/name.git';

  it.each([
    {npm: 'has neither package', there: {}, says: ''},
    {npm: 'has one of ours', there: named('@apigen/plugin-tracer', '1.0.0', own), says: ''},
    {
      npm: 'has another’s under the name',
      there: named('@apigen/cli', '0.6.5', 'git+https://github.com/owner/other-name.git'),
      says: "::error::@apigen/cli 0.6.5 on npm is not from owner/name but from 'git+https://github.com/owner/other-name.git'",
    },
    {
      npm: 'has one under the name that says nothing of where it is from',
      there: named('@apigen/cli', '0.6.5', ''),
      says: "::error::@apigen/cli 0.6.5 on npm is not from owner/name but from ''",
    },
  ])('goes on only with npm packages of its own: npm $npm', async ({there, says}) => {
    const step = "The npm packages are this repository's, or new";
    const {printed} = await runStep('build', step, 'v1.2.3', there);
    if (says === '') expect(printed).toBe('');
    else expect(printed).toContain(says);
  });
});

describe('the release’s job `publish`', () => {
  it.each([
    {tag: 'v1.2.3', kind: '--latest', dist: 'latest', version: '1.2.3'},
    {tag: 'v1.2.3-rc.1', kind: '--prerelease', dist: 'next', version: '1.2.3-rc.1'},
  ])('publishes $tag as $dist', async ({tag, kind, dist, version}) => {
    expect(await publish('Upload to the release of this tag', tag, {})).toEqual([
      `gh release view ${tag} --repo owner/name`,
      `gh release create ${tag} --repo owner/name --verify-tag --generate-notes ${kind}`,
      `gh release upload ${tag} --repo owner/name --clobber release/checksums.txt`,
    ]);
    const npm = (name: string, file: string) => [
      `npm view ${name}@${version} version`,
      `npm publish --provenance --access public --tag ${dist} ./release/${file}-${version}.tgz`,
    ];
    expect(await publish('Publish the npm packages', tag, {})).toEqual([
      ...npm('@apigen/plugin-tracer', 'apigen-plugin-tracer'),
      ...npm('@apigen/cli', 'apigen-cli'),
    ]);
  });

  it('does once what is run twice', async () => {
    expect(await publish('Upload to the release of this tag', 'v1.2.3', {'release view': ''})).toEqual([
      'gh release view v1.2.3 --repo owner/name',
      'gh release upload v1.2.3 --repo owner/name --clobber release/checksums.txt',
    ]);
    expect(await publish('Publish the npm packages', 'v1.2.3', {view: '1.2.3'})).toEqual([
      'npm view @apigen/plugin-tracer@1.2.3 version',
      'npm view @apigen/cli@1.2.3 version',
    ]);
  });
});

interface Action {
  readonly runs: {
    readonly steps: readonly {readonly run: string; readonly env: Readonly<Record<string, string>>}[];
  };
}

/** The place that the action takes its executable from: the repository that it stands in. */
const RELEASES = '${{ github.server_url }}/${{ github.action_repository || github.repository }}/releases';

let site: ReleaseSite;
let faulty: string;
const ours = (name: string) => name.startsWith('apigen_');

beforeAll(async () => {
  const listed = await readFile(path.join(RELEASED, 'checksums.txt'), 'utf8');
  const tampered = listed.replaceAll(/^[0-9a-f]{64}/gm, '0'.repeat(64));
  faulty = await mkdtemp(path.join(tmpdir(), 'workflows-'));
  for (const name of (await readdir(RELEASED)).filter(ours)) {
    await symlink(path.join(RELEASED, name), path.join(faulty, name));
  }
  await writeFile(path.join(faulty, 'checksums.txt'), tampered);
  site = await startSite({released: RELEASED, faulty});
});

afterAll(async () => {
  await site?.close();
  await rm(faulty, {recursive: true});
});

/** Runs the action's one step as a runner does: inputs by the environment, and no more on PATH than a runner has. */
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

describe('the action', () => {
  const petstore = path.join(ROOT, 'examples', 'petstore.yaml');

  it('prints the profile, with further flags one a line', async () => {
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

  it('writes a profile, passes its check, and fails when it is no longer what the description gives', async () => {
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
        /failed \(1\):[\s\S]*\n-.*PUT[\s\S]*\n\+.*POST/,
      );
    });
  });

  it.each([
    {
      fault: 'an executable that is not what its release says',
      inputs: {},
      options: {releases: 'faulty'},
      says: `apigen_${VERSION}_linux_amd64.tar.gz is not what its release says it is`,
    },
    {
      fault: 'a release that there is not',
      inputs: {version: '9.9.9'},
      options: {releases: 'nowhere'},
      says: '/nowhere/releases/download/v9.9.9/checksums.txt: is there a release 9.9.9?',
    },
    {
      fault: 'a version that is none',
      inputs: {version: '../1'},
      options: {},
      says: "version '../1' is none: it looks like 1.2.3",
    },
    {
      fault: 'a processor without a build',
      inputs: {},
      options: {system: {RUNNER_ARCH: 'ARM'}},
      says: 'there is no build of apigen for the processor ARM',
    },
  ])('runs nothing for $fault', async ({inputs, options, says}) => {
    await inFolder(async (folder) => {
      const {printed, outputs, left} = await runAction({in: petstore, ...inputs}, folder, options);
      expect(printed).toContain('::error title=apigen::');
      expect(printed).toContain(says);
      expect({outputs, left}).toEqual({outputs: '', left: []});
    });
  });

  it('is fit for a stranger’s pull request: no secret, no token, no other action', async () => {
    const files = ['action.yml', 'scripts/action.sh', '.github/workflows/test.yml'];
    const [action = '', script = '', tests = ''] = await Promise.all(
      files.map((file) => readFile(path.join(ROOT, file), 'utf8')),
    );
    expect(`${action}${script}`).not.toMatch(/secrets|github\.token|GITHUB_TOKEN|GH_TOKEN|^ *-? *uses:/m);
    expect(tests).not.toMatch(/secrets|pull_request_target|: write/);
  });

  it('has a script that passes shellcheck', async () => {
    expect(await output('shellcheck', [path.join(ROOT, 'scripts', 'action.sh')])).toBe('');
  });
});
