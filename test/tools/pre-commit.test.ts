import {execFileSync, spawnSync} from 'node:child_process';
import {mkdirSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import path from 'node:path';
import {beforeAll, expect, it} from '@jest/globals';
import {pythonTool} from '../python-tool.ts';
import {startCli} from '../start-cli.ts';
import {folderWith, writeIn} from '../temporary-folder.ts';

const root = path.resolve(import.meta.dirname, '../..');
const PRE_COMMIT = '4.7.0';

let work = '';
let user = '';
let preCommit = '';
let rev = '';

/** The environment without the variables of git, which a git hook that runs the tests may have set. */
function environment() {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  return {
    ...Object.fromEntries(own),
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@example.com',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@example.com',
    NODE_OPTIONS: '',
    PRE_COMMIT_HOME: path.join(work, 'environments'),
  };
}

function git(cwd: string, ...args: string[]) {
  const {status, stdout, stderr} = spawnSync('git', args, {cwd, env: environment(), encoding: 'utf8'});
  return {status, output: `${stdout}${stderr}`};
}

const write = (name: string, text: string) => writeIn(user, name, text);

function commit(message: string) {
  git(user, 'add', '--all');
  return git(user, 'commit', '--message', message);
}

/** Commits a copy of the work tree, because pre-commit clones what it installs. */
function snapshot(folder: string): string {
  const copy =
    'git ls-files -z -c -o --exclude-standard | tar -c --null --ignore-failed-read -T - | tar -x -C "$0"';
  mkdirSync(folder);
  execFileSync('sh', ['-c', copy, folder], {cwd: root, env: environment(), stdio: 'pipe'});
  git(folder, 'init', '--quiet');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'Snapshot');
  return git(folder, 'rev-parse', 'HEAD').output.trim();
}

const description = (timeout: string) => `openapi: 3.1.0
info: {title: Pets, version: 1.0.0}
x-apigen:
  service: {name: pets}
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
const profile = (pets: number) => `---
apiVersion: mesh.io/v1alpha2
kind: ServiceProfile
metadata:
  creationTimestamp: null
  name: pets.default.svc.cluster.local
  namespace: default
spec:
  routes:
    - condition:
        method: GET
        pathRegex: /cats
      name: GET /cats
      timeout: 5s
    - condition:
        method: GET
        pathRegex: /pets
      name: GET /pets
      timeout: ${pets}s
`;

/** A configuration with the given hooks of apigen. */
const config = (hooks: string) => `repos:
  - repo: ${path.join(work, 'apigen')}
    rev: ${rev}
    hooks:
${hooks}`;

/** A linter of two descriptions, and a comparison. */
const HOOKS = () =>
  config(`      - id: apigen-lint
        args: [-i, openapi.yaml, -i, admin.json]
      - id: apigen-mesh-check
        args: [-i, openapi.yaml, --check, profile.yaml]
`);

beforeAll(() => {
  work = folderWith();
  preCommit = pythonTool('pre-commit', PRE_COMMIT);
  rev = snapshot(path.join(work, 'apigen'));
  user = path.join(work, 'user');
  mkdirSync(user);
  git(user, 'init', '--quiet');
  write('.pre-commit-config.yaml', HOOKS());
  write('openapi.yaml', description('5'));
  write(
    'admin.json',
    '{"openapi": "3.1.0", "x-apigen": {"service": {"name": "admin"}}, "paths": {"/": {"get": {}}}}',
  );
  write('paths/pets.yaml', fragment('10'));
  write('profile.yaml', profile(10));
  execFileSync(preCommit, ['install', '--install-hooks'], {cwd: user, env: environment(), stdio: 'pipe'});
}, 900_000);

const LINT = 'lint x-apigen............................................................';
const CHECK = 'check the ServiceProfile.................................................';
const UPDATE = 'update the ServiceProfile................................................';
const OUT_OF_DATE =
  'profile.yaml: out of date: differs from the generated output\n    to update it, use the hook `apigen-mesh` instead of `apigen-mesh-check`\n';
const WORDS = 'invalid `timeouts.request_timeout` "30": expected an integer from 0 to 4294967295 (seconds)';

it('accepts a correct commit', () => {
  const {status, output} = commit('Pets');
  expect(output).toContain(`${LINT}Passed\n${CHECK}Passed\n`);
  expect(status).toBe(0);
}, 120_000);

it('rejects a wrong timeout in a file that the description refers to, and accepts the corrected one', () => {
  write('paths/pets.yaml', fragment('"30"'));
  const refused = commit('Wait longer');
  expect(refused.status).toBe(1);
  expect(refused.output).toContain(`${LINT}Failed`);
  expect(refused.output).toContain(`paths/pets.yaml:4:24  error: ${WORDS}\n    remove the quotes: \`30\`\n`);

  write('paths/pets.yaml', fragment('30'));
  const stale = commit('Wait longer');
  expect(stale.output).toContain(`${LINT}Passed\n${CHECK}Failed`);
  expect(stale.output).toContain('-      timeout: 10s\n+      timeout: 30s\n');
  expect(stale).toEqual({status: 1, output: expect.stringContaining(OUT_OF_DATE)});

  write('profile.yaml', profile(30));
  expect(commit('Wait longer').status).toBe(0);
}, 120_000);

it.each([
  {
    name: '-i and -o',
    write: '-i, openapi.yaml, -o, profile.yaml',
    check: '-i, openapi.yaml, --check, profile.yaml',
  },
  {name: '--config', write: '--config, redocly.yaml', check: '--config, redocly.yaml, --check'},
])(
  'updates and checks the profile with $name, and prints an invalid setting once',
  (args) => {
    write(
      'redocly.yaml',
      'plugins: ["@apigen/cli/redocly"]\napis:\n  pets: {root: openapi.yaml, decorators: {apigen/service-profile: {output: profile.yaml}}}\n',
    );
    const run = (id: string, list: string, timeout: string) => {
      write('.pre-commit-config.yaml', config(`      - id: ${id}\n        args: [${list}]\n`));
      write('paths/pets.yaml', fragment(timeout));
      return commit(id);
    };
    const invalid = run('apigen-mesh', args.write, '"40"');
    const wrong = /paths\/pets\.yaml:4:24 {2}error: invalid `timeouts\.request_timeout` "40"/g;
    expect([invalid.status, invalid.output.match(wrong)?.length]).toEqual([1, 1]);

    const updated = run('apigen-mesh', args.write, '40');
    const modified = `${UPDATE}Failed\n- hook id: apigen-mesh\n- files were modified by this hook`;
    expect(updated).toEqual({status: 1, output: expect.stringContaining(modified)});
    expect(readFileSync(path.join(user, 'profile.yaml'), 'utf8')).toBe(profile(40));
    expect(run('apigen-mesh', args.write, '40')).toMatchObject({status: 0});

    const stale = run('apigen-mesh-check', args.check, '30');
    expect(stale).toEqual({status: 1, output: expect.stringContaining(OUT_OF_DATE)});
    write('profile.yaml', profile(30));
    expect(run('apigen-mesh-check', args.check, '30')).toMatchObject({status: 0});
    write('.pre-commit-config.yaml', HOOKS());
    commit('Hooks');
  },
  120_000,
);

it('lints with Spectral, which no other hook installs', () => {
  const installed = () => readdirSync(path.join(work, 'environments'), {recursive: true}).map(String);
  const isSpectral = (file: string) => file.endsWith('@stoplight/spectral-cli/package.json');
  expect(installed().some(isSpectral)).toBe(false);
  write('.pre-commit-config.yaml', config('      - id: apigen-spectral\n        args: [openapi.yaml]\n'));
  write('paths/pets.yaml', fragment('"30"'));
  const {status, output} = commit('Spectral');
  expect(output).toMatch(/paths\/pets\.yaml\n +4:24 +error +apigen-setting-value/);
  expect(output).toContain(`${WORDS}; remove the quotes: \`30\``);
  expect(status).toBe(1);
  expect(installed().some(isSpectral)).toBe(true);
  git(user, 'reset', '--quiet', '--hard');
}, 900_000);

it('runs nothing if neither YAML nor JSON changed', () => {
  write('README', 'Pets\n');
  const {status, output} = commit('Read me');
  expect(output).toContain('(no files to check)Skipped');
  expect(status).toBe(0);
}, 120_000);

it('runs the hook that `apigen init` writes', async () => {
  rmSync(path.join(user, '.pre-commit-config.yaml'));
  write('orders.yaml', description('5').replace('name: pets', 'name: orders'));
  const init = await startCli(['init', '-i', 'orders.yaml', '--pre-commit', '--yes'], {cwd: user});
  expect(init.stderr).toBe('apigen: wrote .pre-commit-config.yaml\nnext: apigen mesh -i orders.yaml\n');
  const added = readFileSync(path.join(user, '.pre-commit-config.yaml'), 'utf8');
  // The version is that of the next release.
  const packing = ['pack', '--ignore-scripts', '--json', '--pack-destination', work];
  const [{filename}] = JSON.parse(execFileSync('npm', packing, {cwd: root, encoding: 'utf8'}));
  const packed = JSON.stringify(path.join(work, filename));
  write('.pre-commit-config.yaml', added.replace(/"@apigen\/cli@.*"/, packed));
  expect(commit('Orders').output).toContain(`${LINT}Passed`);
  write('orders.yaml', description('"30"').replace('name: pets', 'name: orders'));
  const refused = commit('Wait');
  expect(refused.output).toContain(WORDS);
  expect(refused.status).toBe(1);
  git(user, 'reset', '--quiet', '--hard');
}, 300_000);
