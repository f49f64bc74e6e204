import {execFileSync} from 'node:child_process';
import {chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterEach, beforeEach, describe, expect, it, test} from '@jest/globals';
import {cliProgram, startCli} from '../start-cli.ts';

const root = path.resolve(import.meta.dirname, '../..');

const DESCRIPTION = `# Ours
openapi: 3.1.0
info: {title: Orders API, version: 1.0.0} # not yet stable
servers:
  - url: https://api.example.com/v1
paths:
  /orders:
    get: {responses: {"200": {description: The orders}}}
`;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'apigen-init-'));
  writeFileSync(path.join(folder, 'openapi.yaml'), DESCRIPTION);
});
afterEach(() => rmSync(folder, {recursive: true}));

const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');

interface Step {
  readonly wait: string;
  readonly type: string;
}

/** Runs `apigen init` in a pseudo-terminal. */
function inTerminal(args: readonly string[], steps: readonly Step[]): {status: number; screen: string} {
  const input = JSON.stringify({command: [...cliProgram(), 'init', ...args], folder, steps});
  const env = {...process.env, NODE_OPTIONS: '', NODE_ENV: '', NO_COLOR: '1'};
  const script = path.join(root, 'test', 'pseudo-terminal.py');
  return JSON.parse(execFileSync('python3', [script], {input, env, encoding: 'utf8'}));
}

const ENTER = '\r';
const SPACE = ' ';
const DOWN = '\u001B[B';
const CLEAR = '\u0015';
const INTERRUPT = '\u0003';

const WRITE = {wait: 'Write this?', type: ENTER};
const NOTHING_ELSE = {wait: 'Files to set up', type: ENTER};

describe('questions in a terminal', () => {
  it('suggest, refuse what is not valid in the words of the flag, and write the answers', () => {
    writeFileSync(path.join(folder, 'another.yaml'), DESCRIPTION);
    const {status, screen} = inTerminal(
      [],
      [
        {wait: 'Description', type: DOWN + ENTER},
        {wait: 'Kind of the generated resources (target)', type: ENTER},
        {wait: 'Name of the Service (service.name) (orders)', type: `Shop${ENTER}`},
        {wait: 'invalid `service.name` "Shop": expected a DNS label', type: `${CLEAR}shop${ENTER}`},
        {wait: 'Namespace of the Service (service.namespace) (default)', type: `prod${ENTER}`},
        {wait: 'Prefix of every path, / for none (path.base) (/v1)', type: ENTER},
        {wait: 'Request timeout in seconds', type: `10${ENTER}`},
        {wait: 'Files to set up', type: DOWN + SPACE + ENTER},
        WRITE,
      ],
    );
    expect(screen).toMatch(
      /apigen: wrote openapi\.yaml, \.spectral\.yaml\nnext: npm install --save-dev @apigen\/cli\n$/,
    );
    expect(status).toBe(0);
    expect(read('another.yaml')).toBe(DESCRIPTION);
    expect(read('.spectral.yaml')).toBe('extends:\n  - "@apigen/cli/spectral"\n');
    expect(read('openapi.yaml')).toBe(
      DESCRIPTION.replace(
        'openapi: 3.1.0\n',
        `openapi: 3.1.0
x-apigen:
  namespace: prod
  service:
    name: shop
    namespace: prod
  path:
    base: /v1
  timeouts:
    request_timeout: 10
`,
      ),
    );
  });

  it('are not asked where a flag or the description answers', () => {
    const args = ['--target', 'service-profile', '--service.name', 'a', '--service.namespace', 'b'];
    const all = [...args, '--path.base', '/', '--timeouts.request_timeout', '0'];
    expect(inTerminal(all, [NOTHING_ELSE, WRITE])).toMatchObject({status: 0});
    const again = inTerminal([], [NOTHING_ELSE]);
    expect(again.status).toBe(0);
    expect(again.screen).toMatch(/apigen: openapi\.yaml: nothing to change\n$/);
  });

  it('offer files that lack something', () => {
    writeFileSync(path.join(folder, '.spectral.json'), '{}');
    const steps = [
      {
        wait: '- .spectral.yaml: rules in the editor and while linting (cannot be edited)',
        type: SPACE + ENTER,
      },
      WRITE,
    ];
    const args = ['--service.name', 'a', '--service.namespace', 'b', '--target', 'service-profile'];
    const rest = ['--path.base', '/', '--timeouts.request_timeout', '0', '--pre-commit'];
    expect(inTerminal([...args, ...rest], steps)).toMatchObject({status: 0});
    const again = inTerminal(['--github-actions'], [WRITE]);
    expect(again.screen).toMatch(/apigen: wrote \.github\/workflows\/apigen\.yml\n$/);
    expect(inTerminal([], [])).toMatchObject({
      status: 0,
      screen: 'apigen: openapi.yaml: nothing to change\n',
    });
  });

  it.each([
    {
      name: 'Ctrl-C',
      steps: [{wait: 'Files to set up', type: INTERRUPT}],
      end: 'apigen: interrupted, nothing written\n',
      code: 130,
    },
    {
      name: 'the answer no',
      steps: [NOTHING_ELSE, {wait: 'Write this?', type: `n${ENTER}`}],
      end: 'apigen: nothing written\n',
      code: 1,
    },
  ])('write nothing after $name', ({steps, end, code}) => {
    const args = [
      '--target',
      'httproute',
      '--service.name',
      'a',
      '--service.namespace',
      'b',
      '--path.base',
      '/',
    ];
    const rest = ['--service.port', '1', '--timeouts.request_timeout', '0'];
    const {status, screen} = inTerminal([...args, ...rest], steps);
    expect(screen.endsWith(end)).toBe(true);
    expect(status).toBe(code);
    expect(read('openapi.yaml')).toBe(DESCRIPTION);
  });
});

/** Docker's description, with comments between its keys. */
const DOCKER = 'github.com/moby/moby/api@v1.56.1';

test('inserts lines only into a description with comments', async () => {
  const env = {...process.env, GOFLAGS: '-mod=mod'};
  const downloaded = execFileSync('go', ['mod', 'download', '-json', DOCKER], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  const {Dir: module} = JSON.parse(downloaded);
  const git = (...args: string[]) => execFileSync('git', args, {cwd: folder, encoding: 'utf8'});
  copyFileSync(path.join(module, 'swagger.yaml'), path.join(folder, 'docker.yaml'));
  chmodSync(path.join(folder, 'docker.yaml'), 0o644);
  copyFileSync(path.join(root, 'examples', 'petstore.yaml'), path.join(folder, 'petstore.yaml'));
  git('init', '--quiet');
  git('add', '--all');
  for (const name of ['docker.yaml', 'petstore.yaml'])
    expect(
      await startCli(['init', '-i', name, '--labels', 'team=shop', '--yes'], {cwd: folder}),
    ).toMatchObject({
      status: 0,
    });
  // Added and removed lines.
  expect(git('diff', '--numstat')).toBe('5\t0\tdocker.yaml\n2\t0\tpetstore.yaml\n');
});
