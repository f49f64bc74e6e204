import {execFileSync, spawnSync} from 'node:child_process';
import {readdirSync, readFileSync, rmSync} from 'node:fs';
import path from 'node:path';
import {beforeAll, expect, it} from '@jest/globals';
import {pythonTool} from '../python-tool.ts';
import {startCli} from '../start-cli.ts';
import {folderWith, writeIn} from '../temporary-folder.ts';

const root = path.resolve(import.meta.dirname, '../..');
const PRE_COMMIT = '4.7.0';

const work = folderWith();
const user = folderWith();
const environments = path.join(work, 'environments');
const env = {
  // Without the variables of git, which a git hook that runs the tests may have set.
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))),
  GIT_CONFIG_COUNT: '2',
  ...{GIT_CONFIG_KEY_0: 'user.name', GIT_CONFIG_VALUE_0: 'A'},
  ...{GIT_CONFIG_KEY_1: 'user.email', GIT_CONFIG_VALUE_1: 'a@example.com'},
  NODE_OPTIONS: '',
  PRE_COMMIT_HOME: environments,
};

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', args, {cwd, env, encoding: 'utf8', stdio: 'pipe'}).trim();
const write = (name: string, text: string) => writeIn(user, name, text);

/** Commits everything with the hooks that are configured. */
function commit() {
  git(user, 'add', '--all');
  const {status, stdout, stderr} = spawnSync('git', ['commit', '--message', 'Change'], {
    cwd: user,
    env,
    encoding: 'utf8',
  });
  return {status, output: `${stdout}${stderr}`};
}

const described = (name: string, timeout = '5') => `openapi: 3.1.0
info: {title: Pets, version: 1.0.0}
x-apigen:
  service: {name: ${name}}
paths:
  /pets:
    $ref: paths/pets.yaml
  /cats:
    get: {x-apigen: {timeouts: {request_timeout: ${timeout}}}}
`;
const fragment = (timeout: string) => `get:
  x-apigen:
    timeouts:
      request_timeout: ${timeout}
`;

/** The work tree, as pre-commit clones it. */
const clone = {repo: root, rev: ''};

beforeAll(() => {
  // Otherwise `stash` takes a file that was written again as changed, and fails without a word.
  git(root, 'update-index', '-q', '--refresh');
  clone.rev = git(root, 'stash', 'create') || git(root, 'rev-parse', 'HEAD');
  git(user, 'init', '--quiet');
  write('openapi.yaml', described('pets'));
  // Hooks see changes of files that are known.
  write('profile.yaml', '');
  write('.pre-commit-config.yaml', 'repos: []\n');
  execFileSync(pythonTool('pre-commit', PRE_COMMIT), ['install'], {cwd: user, env, stdio: 'pipe'});
}, 300_000);

const LINT = {id: 'apigen-lint', args: ['-i', 'openapi.yaml']};
const UPDATE = {id: 'apigen-mesh', args: ['-i', 'openapi.yaml', '-o', 'profile.yaml']};
const CHECK = {id: 'apigen-mesh-check', args: ['-i', 'openapi.yaml', '--check', 'profile.yaml']};
const SPECTRAL = {id: 'apigen-spectral', args: ['openapi.yaml']};
const WORDS = 'invalid `timeouts.request_timeout` "30": expected an integer from 0 to 4294967295 (seconds)';

/** Commits, one after another. */
const COMMITS = [
  {
    what: 'is refused while a file that the description refers to is wrong',
    hooks: [LINT, UPDATE],
    timeout: '"30"',
    status: 1,
    says: [
      /lint x-apigen\.+Failed/,
      `paths/pets.yaml:4:24  error  setting-value: ${WORDS}\n    remove the quotes: \`30\`\n`,
    ],
  },
  {
    what: 'updates the profile',
    hooks: [LINT, UPDATE],
    timeout: '30',
    status: 1,
    says: [
      /lint x-apigen\.+Passed\n/,
      /update the generated file\.+Failed\n- hook id: apigen-mesh\n- files were modified by this hook/,
    ],
  },
  {
    what: 'is accepted with the updated profile',
    hooks: [LINT, CHECK],
    timeout: '30',
    status: 0,
    says: [/lint x-apigen\.+Passed\n/, /check the generated file\.+Passed\n/],
  },
  {
    what: 'is refused with a profile that is out of date',
    hooks: [CHECK],
    timeout: '40',
    status: 1,
    says: [
      '-      timeout: 30s\n+      timeout: 40s\n',
      'profile.yaml: out of date: differs from the generated output\n    to update it, use the hook `apigen-mesh` instead of `apigen-mesh-check`\n',
    ],
  },
] as const;

function configure(...hooks: readonly object[]): void {
  write('.pre-commit-config.yaml', JSON.stringify({repos: [{...clone, hooks}]}));
}

it.each(COMMITS)(
  'a commit $what',
  ({hooks, timeout, status, says}) => {
    configure(...hooks);
    write('paths/pets.yaml', fragment(timeout));
    const done = commit();
    for (const text of says)
      expect(done.output).toEqual(
        text instanceof RegExp ? expect.stringMatching(text) : expect.stringContaining(text),
      );
    expect(done.status).toBe(status);
  },
  900_000,
);

it('lints with Spectral, which no other hook installs', () => {
  const installed = () =>
    readdirSync(environments, {recursive: true, encoding: 'utf8'}).some((file) =>
      file.endsWith('@stoplight/spectral-cli/package.json'),
    );
  expect(installed()).toBe(false);
  configure(SPECTRAL);
  write('paths/pets.yaml', fragment('"30"'));
  const {status, output} = commit();
  expect(output).toMatch(/paths\/pets\.yaml\n +4:24 +error +apigen-setting-value/);
  expect(output).toContain(`${WORDS}; remove the quotes: \`30\``);
  expect(status).toBe(1);
  expect(installed()).toBe(true);
  git(user, 'reset', '--quiet', '--hard');
}, 900_000);

it('runs nothing if neither YAML nor JSON changed', () => {
  write('README', 'Pets\n');
  const {status, output} = commit();
  expect(output).toContain('(no files to check)Skipped');
  expect(status).toBe(0);
}, 120_000);

it('runs the hook that `apigen init` writes', async () => {
  rmSync(path.join(user, '.pre-commit-config.yaml'));
  write('orders.yaml', described('orders'));
  const init = await startCli(['init', '-i', 'orders.yaml', '--pre-commit', '--yes'], {cwd: user});
  expect(init.stderr).toMatch(
    /^apigen: wrote \.pre-commit-config\.yaml\nnote: .* is not on npm yet\n.*\nnext: apigen apply -i orders\.yaml\n$/,
  );
  const added = readFileSync(path.join(user, '.pre-commit-config.yaml'), 'utf8');
  // The version is that of the next release.
  const packing = ['pack', '--ignore-scripts', '--json', '--pack-destination', work];
  const [{filename}] = JSON.parse(execFileSync('npm', packing, {cwd: root, encoding: 'utf8'}));
  const packed = JSON.stringify(path.join(work, filename));
  write('.pre-commit-config.yaml', added.replace(/"@apigen\/cli@.*"/, packed));
  expect(commit().output).toMatch(/lint x-apigen\.+Passed\n/);
  write('orders.yaml', described('orders', '"30"'));
  expect(commit()).toEqual({status: 1, output: expect.stringContaining(WORDS)});
}, 300_000);
