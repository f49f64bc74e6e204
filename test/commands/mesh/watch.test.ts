import {type ChildProcess, spawn} from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from '@jest/globals';
import {cliProgram, startCli} from '../../start-cli.ts';

const DESCRIPTION = `openapi: 3.1.0
info: {title: Pets, version: "1"}
x-apigen: {service: {name: petstore, namespace: shop}, namespace: shop, timeouts: {request_timeout: 10}}
paths:
  /pets: {$ref: pets.yaml}
`;
const PETS = 'get: {}\npost: {}\n';

let folder = '';
let child: ChildProcess | undefined;
let printed = '';

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'apigen-watch-')));
  write('openapi.yaml', DESCRIPTION);
  write('pets.yaml', PETS);
  printed = '';
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(folder, {recursive: true});
});

/** Replaces a file as editors do that save by renaming. */
function write(name: string, text: string): void {
  writeFileSync(path.join(folder, `${name}~`), text);
  renameSync(path.join(folder, `${name}~`), path.join(folder, name));
}

function read(name: string): string {
  return readFileSync(path.join(folder, name), 'utf8');
}

function start(...args: string[]): void {
  const [program, ...first] = cliProgram();
  child = spawn(program, [...first, 'mesh', '--watch', ...args], {
    cwd: folder,
    env: {...process.env, NODE_ENV: undefined, NODE_OPTIONS: undefined},
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data) => {
      printed += String(data);
    });
}

/** A loop that waits for what never comes would keep the test runner alive. */
const WAIT_MS = 60_000;

/** What is printed until these words are there; the time that a run took is left out. */
async function next(words: string): Promise<string> {
  const end = Date.now() + WAIT_MS;
  while (!printed.includes(words)) {
    if (Date.now() > end) throw new Error(`expected ${words}, found ${printed}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const text = printed.replace(/ in \d+ ms/g, ' in … ms');
  printed = '';
  return text;
}

/** Ends the program as Ctrl-C does. */
async function interrupt(): Promise<number | null> {
  const ended = new Promise<number | null>((resolve) => child?.on('close', resolve));
  child?.kill('SIGINT');
  return ended;
}

const WATCHING = '; watching 2 files, Ctrl-C stops\n';

describe('apigen mesh --watch', () => {
  test('prints what changes by route, and writes the output', async () => {
    start('-i', 'openapi.yaml', '-o', 'mesh/petstore.yaml');
    expect(await next('Ctrl-C stops\n')).toBe(`apigen: done in … ms${WATCHING}`);
    const first = read('mesh/petstore.yaml');
    write('pets.yaml', 'get: {x-apigen: {timeouts: {request_timeout: 30}}}\nput: {}\n');
    expect(await next('POST /pets\n')).toBe(`apigen: 3 routes changed in … ms
  ~ GET /pets: timeout 10s -> timeout 30s
  + PUT /pets: timeout 10s
  - POST /pets
`);
    expect(read('mesh/petstore.yaml')).toContain('timeout: 30s');
    write('openapi.yaml', DESCRIPTION.replace('"1"', '"2"'));
    expect(await next('ms\n')).toBe('apigen: nothing changed in … ms\n');
    write('openapi.yaml', DESCRIPTION.replace(', namespace: shop,', ', namespace: other,'));
    expect(await next('ms\n')).toBe('apigen: no route changed, but the rest of the output in … ms\n');
    write('openapi.yaml', DESCRIPTION);
    write('pets.yaml', PETS);
    await next('PUT /pets\n');
    expect(read('mesh/petstore.yaml')).toBe(first);
    expect(await interrupt()).toBe(0);
    expect({printed, files: readdirSync(path.join(folder, 'mesh'))}).toEqual({
      printed: '',
      files: ['petstore.yaml'],
    });
  });

  test('shows a broken state, leaves the output, and recovers', async () => {
    start('-i', 'openapi.yaml', '-o', 'petstore.yaml');
    await next('Ctrl-C stops\n');
    const first = read('petstore.yaml');
    rmSync(path.join(folder, 'pets.yaml'));
    expect(
      await next('Ctrl-C stops\n'),
    ).toBe(`openapi.yaml:5:17  unresolved \`$ref\` "pets.yaml": no such file
    check the path; it is relative to the file that holds the \`$ref\`
apigen: failed in … ms${WATCHING}`);
    write('openapi.yaml', `${DESCRIPTION}  {`);
    expect(await next('Ctrl-C stops\n')).toContain('apigen: failed in … ms; watching 2 files');
    expect(read('petstore.yaml')).toBe(first);
    write('openapi.yaml', DESCRIPTION);
    await next('Ctrl-C stops\n');
    write('pets.yaml', PETS);
    expect(await next('ms\n')).toBe('apigen: works again, nothing changed in … ms\n');
    expect(await interrupt()).toBe(0);
  });

  test('begins with a broken state', async () => {
    rmSync(path.join(folder, 'openapi.yaml'));
    start('-i', 'openapi.yaml');
    expect(await next('Ctrl-C stops\n')).toBe(
      `openapi.yaml  no such file\n    check the path; it is relative to the working directory\napigen: failed in … ms; watching 1 file, Ctrl-C stops\n`,
    );
    write('openapi.yaml', DESCRIPTION);
    expect(await next('Ctrl-C stops\n')).toBe(`apigen: done in … ms${WATCHING}`);
    expect(await interrupt()).toBe(0);
  });

  test.each(['a%00.yaml', 'a%2Fb.yaml'])('watches the other files next to %s', async (reference) => {
    write('pets.yaml', `{$ref: ${reference}}\n`);
    start('-i', 'openapi.yaml');
    expect(await next('Ctrl-C stops\n')).toContain(`unresolved \`$ref\` "${reference}"`);
    write('pets.yaml', PETS);
    expect(await next('Ctrl-C stops\n')).toMatch(
      /^apigen: done in … ms; watching \d+ files, Ctrl-C stops\n$/,
    );
    expect(await interrupt()).toBe(0);
  });

  test('does not write what has not changed', async () => {
    start('-i', 'openapi.yaml', '-o', 'petstore.yaml');
    await next('Ctrl-C stops\n');
    const {ino} = statSync(path.join(folder, 'petstore.yaml'));
    write('openapi.yaml', `${DESCRIPTION}# a comment\n`);
    await next('nothing changed');
    expect(statSync(path.join(folder, 'petstore.yaml')).ino).toBe(ino);
  });

  test('writes an output again that was changed', async () => {
    start('-i', 'openapi.yaml', '-o', 'petstore.yaml');
    await next('Ctrl-C stops\n');
    const first = read('petstore.yaml');
    write('petstore.yaml', 'changed by hand\n');
    write('openapi.yaml', `${DESCRIPTION}# a comment\n`);
    expect(await next('ms\n')).toBe('apigen: nothing changed in … ms\n');
    expect(read('petstore.yaml')).toBe(first);
  });

  test.each([
    {out: 'openapi.yaml', message: 'the output would replace the description\n    write to another file'},
    {out: 'mesh', message: 'is a directory\n    name the file in it'},
  ])('has failed when the output cannot be written: $out', async ({out, message}) => {
    mkdirSync(path.join(folder, 'mesh'));
    start('-i', 'openapi.yaml', '-o', out);
    expect(await next('Ctrl-C stops\n')).toBe(`${out}: ${message}\napigen: failed in … ms${WATCHING}`);
    expect(read('openapi.yaml')).toBe(DESCRIPTION);
    expect(await interrupt()).toBe(0);
  });

  test('follows overlays', async () => {
    const overlay = (seconds: number) =>
      `overlay: 1.0.0\ninfo: {title: a, version: "1"}\nactions: [{target: $.x-apigen.timeouts, update: {request_timeout: ${seconds}}}]\n`;
    write('prod.yaml', overlay(20));
    start('-i', 'openapi.yaml', '--overlay', 'prod.yaml');
    await next('Ctrl-C stops\n');
    write('prod.yaml', overlay(21));
    expect(await next('POST /pets: timeout 20s -> timeout 21s\n')).toContain('2 routes changed');
  });

  test('follows a redocly.yaml and its APIs', async () => {
    const config = (base: string) =>
      `apis: {pets: {root: openapi.yaml}}\nextends: [apigen/recommended]\nplugins: ['@apigen/cli/redocly']\ndecorators: {apigen/service-profile: {path.base: ${base}}}\n`;
    write('redocly.yaml', config('/v1'));
    start('--config', 'redocly.yaml');
    expect(await next('Ctrl-C stops\n')).toBe(
      'apigen: pets: wrote pets.service-profile.yaml\napigen: done in … ms; watching 3 files, Ctrl-C stops\n',
    );
    write('redocly.yaml', config('/v2'));
    expect(await next('- POST /v1/pets\n')).toBe(`apigen: pets: wrote pets.service-profile.yaml
apigen: 4 routes changed in … ms
  + GET /v2/pets: timeout 10s
  + POST /v2/pets: timeout 10s
  - GET /v1/pets
  - POST /v1/pets
`);
    write('pets.yaml', 'get: {}\n');
    await next('- POST /v2/pets\n');
    write('redocly.yaml', 'apis: [');
    expect(await next('Ctrl-C stops\n')).toContain('apigen: failed in … ms; watching 3 files');
    write('redocly.yaml', config('/v2'));
    expect(await next('ms\n')).toBe('apigen: works again, nothing changed in … ms\n');
    expect(existsSync(path.join(folder, 'pets.service-profile.yaml'))).toBe(true);
    expect(await interrupt()).toBe(0);
  });
});

test('names the API of a route if there are several', async () => {
  const api = (root: string) =>
    `{root: ${root}.yaml, decorators: {apigen/service-profile: {service.name: a}}}`;
  const config = (more: string) =>
    `apis:\n  pets: ${api('openapi')}\n${more}plugins: ['@apigen/cli/redocly']\n`;
  const orders = `  orders: ${api('orders')}\n`;
  const description = (method: string) => `openapi: 3.1.0\npaths: {/orders: {${method}: {}}}\n`;
  write('orders.yaml', description('get'));
  write('redocly.yaml', config(orders));
  start('--config', 'redocly.yaml');
  await next('Ctrl-C stops\n');
  write('orders.yaml', description('put'));
  expect(await next('- orders: GET /orders\n')).toBe(`API     output                       result
orders  orders.service-profile.yaml  written
2 APIs: 1 written, 1 unchanged
apigen: 2 routes changed in … ms
  + orders: PUT /orders: no policy
  - orders: GET /orders
`);
  write('redocly.yaml', config(''));
  expect(await next('- orders: PUT /orders\n')).toBe(
    'apigen: 1 route changed in … ms\n  - orders: PUT /orders\n',
  );
  expect(await interrupt()).toBe(0);
});

test('follows what a redocly.yaml extends, also while it is broken', async () => {
  const base = (prefix: string) => `decorators: {apigen/service-profile: {path.base: ${prefix}}}\n`;
  write('base.yaml', base('/v1'));
  write(
    'redocly.yaml',
    "apis: {pets: {root: openapi.yaml}}\nextends: [apigen/recommended, base.yaml]\nplugins: ['@apigen/cli/redocly']\n",
  );
  start('--config', 'redocly.yaml');
  expect(await next('Ctrl-C stops\n')).toContain('watching 4 files');
  rmSync(path.join(folder, 'base.yaml'));
  expect(await next('Ctrl-C stops\n')).toContain('apigen: failed in … ms; watching 4 files');
  write('base.yaml', base('/v2'));
  expect(await next('- POST /v1/pets\n')).toContain('apigen: works again, 4 routes changed in … ms\n');
  expect(await interrupt()).toBe(0);
});

test.each([
  {
    args: ['-i', '-'],
    stderr: '--watch  cannot watch "-": expected a file\n    name a file, or remove `--watch`\n',
  },
  {
    args: ['-i', 'https://example.com/openapi.yaml'],
    stderr:
      '--watch  cannot watch "https://example.com/openapi.yaml": expected a file\n    name a file, or remove `--watch`\n',
  },
  {
    args: ['-i', 'openapi.yaml', '-i', 'pets.yaml', '-o', 'mesh/'],
    stderr:
      '--watch  cannot watch several descriptions\n    add `--merge` if they describe one Service, or use `--config redocly.yaml`\n',
  },
  {
    args: ['-i', 'openapi.yaml', '--check', 'petstore.yaml'],
    stderr: '--watch  cannot be combined with --check\n    `apigen mesh --help` lists all flags\n',
  },
])('$args cannot be watched', async ({args, stderr}) => {
  expect(await startCli(['mesh', '--watch', ...args], {cwd: folder})).toEqual({
    status: 2,
    stdout: '',
    stderr,
  });
});
