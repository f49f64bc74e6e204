import {execFileSync, spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, beforeAll, expect, it} from '@jest/globals';
import {pythonTool} from '../python-tool.ts';
import {startCli} from '../start-cli.ts';

const root = path.resolve(import.meta.dirname, '../..');
const PRE_COMMIT = '4.7.0';

let work = '';
let user = '';
let preCommit = '';
let rev = '';

const IDENTITY = {
  GIT_AUTHOR_NAME: 'A. Author',
  GIT_AUTHOR_EMAIL: 'author@example.com',
  GIT_COMMITTER_NAME: 'A. Author',
  GIT_COMMITTER_EMAIL: 'author@example.com',
};

/** The environment without the variables of git, which a git hook that runs the tests may have set. */
function environment() {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'));
  return {
    ...Object.fromEntries(own),
    ...IDENTITY,
    NODE_OPTIONS: '',
    PRE_COMMIT_HOME: path.join(work, 'environments'),
  };
}

function git(cwd: string, ...args: string[]): {status: number | null; output: string} {
  const {status, stdout, stderr} = spawnSync('git', args, {cwd, env: environment(), encoding: 'utf8'});
  return {status, output: `${stdout}${stderr}`};
}

const write = (name: string, text: string) => {
  mkdirSync(path.dirname(path.join(user, name)), {recursive: true});
  writeFileSync(path.join(user, name), text);
};

function commit(message: string): {status: number | null; output: string} {
  git(user, 'add', '--all');
  return git(user, 'commit', '--message', message);
}

/** Commits a copy of the work tree, because pre-commit clones what it installs. */
function snapshot(folder: string): string {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  });
  mkdirSync(folder);
  const names = files
    .toString()
    .split('\0')
    .filter((name) => name !== '' && existsSync(path.join(root, name)));
  const tar = execFileSync('tar', ['-c', '-f', '-', '--null', '-T', '-'], {
    cwd: root,
    input: names.join('\0'),
    maxBuffer: 2 ** 28,
  });
  execFileSync('tar', ['-x', '-f', '-'], {cwd: folder, input: tar});
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

beforeAll(() => {
  work = mkdtempSync(path.join(tmpdir(), 'apigen-pre-commit-'));
  preCommit = pythonTool('pre-commit', PRE_COMMIT);
  rev = snapshot(path.join(work, 'apigen'));
  user = path.join(work, 'user');
  mkdirSync(user);
  git(user, 'init', '--quiet');
  write(
    '.pre-commit-config.yaml',
    config(`      - id: apigen-lint
        args: [openapi.yaml, admin.json]
      - id: apigen-mesh-check
        args: [-i, openapi.yaml, --check, profile.yaml]
`),
  );
  write('openapi.yaml', description('5'));
  write(
    'admin.json',
    '{"openapi": "3.1.0", "x-apigen": {"service": {"name": "admin"}}, "paths": {"/": {"get": {}}}}',
  );
  write('paths/pets.yaml', fragment('10'));
  write('profile.yaml', profile(10));
  execFileSync(preCommit, ['install', '--install-hooks'], {cwd: user, env: environment(), stdio: 'pipe'});
}, 900_000);

afterAll(() => rmSync(work, {recursive: true, force: true}));

const LINT = 'lint x-apigen............................................................';
const CHECK = 'check the ServiceProfile.................................................';
const UPDATE = 'update the ServiceProfile................................................';
const words = (value: string, hint: string) =>
  `invalid \`timeouts.request_timeout\` ${value}: expected an integer from 0 to 4294967295 (seconds); ${hint}`;

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
  expect(refused.output).toMatch(/paths\/pets\.yaml\n +4:24 +error +apigen-setting-value/);
  expect(refused.output).toContain(words('"30"', 'remove the quotes: `30`'));

  write('paths/pets.yaml', fragment('30'));
  const stale = commit('Wait longer');
  expect(stale.status).toBe(1);
  expect(stale.output).toContain(`${LINT}Passed\n${CHECK}Failed`);
  expect(stale.output).toContain('-      timeout: 10s\n+      timeout: 30s\n');
  expect(stale.output).toContain(
    'profile.yaml: out of date: differs from the generated output\n    to update it, use the hook `apigen-mesh` instead of `apigen-mesh-check`\n',
  );

  write('profile.yaml', profile(30));
  expect(commit('Wait longer').status).toBe(0);
}, 120_000);

it('rejects a wrong timeout in JSON, and accepts the corrected one', () => {
  const admin = (timeout: string) =>
    `{"openapi": "3.1.0", "x-apigen": {"service": {"name": "admin"}, "timeouts": {"request_timeout": ${timeout}}}, "paths": {"/": {"get": {}}}}`;
  write('admin.json', admin('-1'));
  const refused = commit('Admin');
  expect(refused.status).toBe(1);
  expect(refused.output).toContain(words('-1', 'for example `timeouts: {request_timeout: 10}`'));
  write('admin.json', admin('1'));
  expect(commit('Admin').status).toBe(0);
}, 120_000);

const WRONG_VALUE = /paths\/pets\.yaml:4:24 {2}invalid `timeouts\.request_timeout` "40"/g;

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
    const hooks = readFileSync(path.join(user, '.pre-commit-config.yaml'), 'utf8');
    const run = (id: string, list: string) => {
      write('.pre-commit-config.yaml', config(`      - id: ${id}\n        args: [${list}]\n`));
      return commit(id);
    };
    write('paths/pets.yaml', fragment('"40"'));
    const invalid = run('apigen-mesh', args.write);
    expect(invalid.output.match(WRONG_VALUE)).toHaveLength(1);
    expect(invalid.status).toBe(1);

    write('paths/pets.yaml', fragment('40'));
    const updated = run('apigen-mesh', args.write);
    expect(updated.output).toContain(
      `${UPDATE}Failed\n- hook id: apigen-mesh\n- files were modified by this hook`,
    );
    expect(updated.status).toBe(1);
    expect(readFileSync(path.join(user, 'profile.yaml'), 'utf8')).toBe(profile(40));
    expect(run('apigen-mesh', args.write)).toMatchObject({status: 0});

    write('paths/pets.yaml', fragment('30'));
    const stale = run('apigen-mesh-check', args.check);
    expect(stale.output).toContain(
      'profile.yaml: out of date: differs from the generated output\n    to update it, use the hook `apigen-mesh` instead of `apigen-mesh-check`\n',
    );
    expect(stale.status).toBe(1);
    write('profile.yaml', profile(30));
    expect(run('apigen-mesh-check', args.check)).toMatchObject({status: 0});

    write('.pre-commit-config.yaml', hooks);
    commit('Hooks');
  },
  120_000,
);

it('runs nothing if neither YAML nor JSON changed', () => {
  write('README', 'Pets\n');
  const {status, output} = commit('Read me');
  expect(output).toContain('(no files to check)Skipped');
  expect(status).toBe(0);
}, 120_000);

it('supports blanks in file names', () => {
  const hooks = readFileSync(path.join(user, '.pre-commit-config.yaml'), 'utf8');
  write(
    '.pre-commit-config.yaml',
    hooks.replace(
      'args: [openapi.yaml, admin.json]',
      "args: ['my api.yaml', openapi.yaml]\n        always_run: true",
    ),
  );
  write('my api.yaml', description('5').replace('paths/pets', 'my paths/pets'));
  write('my paths/pets.yaml', fragment('-1'));
  const refused = commit('My');
  expect(refused.output).toMatch(/my paths\/pets\.yaml\n +4:24 +error +apigen-setting-value/);
  expect(refused.status).toBe(1);
  write('my paths/pets.yaml', fragment('1'));
  expect(commit('My').status).toBe(0);
}, 120_000);

it('rejects, with always_run, the removal of a file that the description refers to', () => {
  rmSync(path.join(user, 'my paths'), {recursive: true});
  const {status, output} = commit('Gone');
  expect(output).toContain(`${LINT}Failed`);
  expect(output).toMatch(/my api\.yaml\n +\d+:\d+ +error +invalid-ref/);
  expect(output).toContain('(no files to check)Skipped');
  expect(status).toBe(1);
  git(user, 'reset', '--quiet', '--hard');
}, 120_000);

it('runs the hook that `apigen init` adds to a configuration with comments', async () => {
  const others =
    '# Ours\nrepos:\n  - repo: meta # about the configuration\n    hooks:\n      - id: identity\n';
  write('.pre-commit-config.yaml', others);
  write('orders.yaml', description('5').replace('name: pets', 'name: orders'));
  const init = await startCli(['init', '-i', 'orders.yaml', '--pre-commit', '--yes'], {cwd: user});
  expect(init.stderr).toBe('apigen: wrote .pre-commit-config.yaml\n');
  const added = readFileSync(path.join(user, '.pre-commit-config.yaml'), 'utf8');
  expect(added.startsWith(others)).toBe(true);
  // The version is that of the next release.
  const packing = ['pack', '--ignore-scripts', '--json', '--pack-destination', work];
  const [{filename}] = JSON.parse(execFileSync('npm', packing, {cwd: root, encoding: 'utf8'}));
  const packed = JSON.stringify(path.join(work, filename));
  write('.pre-commit-config.yaml', added.replace(/"@apigen\/cli@.*"/, packed));
  expect(commit('Orders').output).toContain(`${LINT}Passed`);
  write('orders.yaml', description('"5"').replace('name: pets', 'name: orders'));
  const refused = commit('Wait');
  expect(refused.output).toContain(words('"5"', 'remove the quotes: `5`'));
  expect(refused.status).toBe(1);
  git(user, 'reset', '--quiet', '--hard');
}, 300_000);
