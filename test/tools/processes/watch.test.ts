import {mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {afterEach, beforeEach, describe, expect, test} from '@jest/globals';
import {filesChanged, snapshotOf} from '../../../src/commands/mesh/watch.ts';
import {type Finished, start} from '../../run.ts';
import {cliProgram, ends} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';

const DESCRIPTION = `openapi: 3.1.0
info: {title: Pets, version: "1"}
x-apigen: {service: {name: petstore, namespace: shop}, namespace: shop, timeouts: {request_timeout: 10}}
paths:
  /pets: {$ref: pets.yaml}
`;
const PETS = 'get: {}\npost: {}\n';

let folder = '';
let started: ReturnType<typeof start> | undefined;

beforeEach(() => {
  folder = folderWith({'openapi.yaml': DESCRIPTION, 'pets.yaml': PETS});
});
afterEach(() => {
  started?.child.kill('SIGKILL');
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

function watch(...args: string[]): void {
  const [program, ...first] = cliProgram();
  const env = {...process.env, NODE_ENV: undefined, NODE_OPTIONS: undefined, FORCE_COLOR: undefined};
  started = start(program, [...first, 'mesh', '--watch', ...args], {cwd: folder, env});
}

/** A loop that waits for what never comes would keep the test runner alive. */
const WAIT_MS = 60_000;

/** The messages that are printed until these words, with them; the time that a run took is left out. */
async function next(words: string): Promise<string> {
  const end = Date.now() + WAIT_MS;
  const printed = () => started?.written.stderr ?? '';
  while (!printed().includes(words)) {
    if (Date.now() > end) throw new Error(`expected ${words}, found ${printed()}`);
    await sleep(10);
  }
  const length = printed().indexOf(words) + words.length;
  const text = printed()
    .slice(0, length)
    .replace(/ in \d+ ms/g, ' in … ms');
  if (started) started.written.stderr = printed().slice(length);
  return text;
}

/** Ends the program as Ctrl-C does. */
async function interrupt(): Promise<Finished | undefined> {
  started?.child.kill('SIGINT');
  return started?.ended;
}

const WATCHING = '; watching 2 files, Ctrl-C stops\n';

describe('apigen mesh --watch', () => {
  test('prints what changes by route, and writes the output', async () => {
    watch('-i', 'openapi.yaml', '-o', 'mesh/petstore.yaml');
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
    expect(await next('ms\n')).toBe('apigen: the output changed outside of its routes in … ms\n');
    write('openapi.yaml', DESCRIPTION);
    write('pets.yaml', PETS);
    await next('PUT /pets\n');
    expect(read('mesh/petstore.yaml')).toBe(first);
    expect(await interrupt()).toEqual(ends(0, ''));
    expect(readdirSync(path.join(folder, 'mesh'))).toEqual(['petstore.yaml']);
  });

  test('prints warnings when they change', async () => {
    const wrong = '{get: {}, gett: {}}\n';
    const warning = (line: number) =>
      `pets.yaml:${line}:11  warning  path-item-key: unknown key "gett" of a path item\n    did you mean \`get\`?\n1 warning in 1 description\n`;
    write('pets.yaml', wrong);
    watch('-i', 'openapi.yaml', '-o', 'petstore.yaml');
    expect(await next('Ctrl-C stops\n')).toBe(`${warning(1)}apigen: done in … ms${WATCHING}`);
    for (const [text, printed] of [
      [`#\n${wrong}`, ''],
      ['get: {}\n', ''],
      [`#\n${wrong}`, warning(2)],
    ] as const) {
      write('pets.yaml', text);
      expect(await next('ms\n')).toBe(`${printed}apigen: nothing changed in … ms\n`);
    }
    expect(await interrupt()).toMatchObject({status: 0});
  });

  test('shows a broken state, leaves the output, and recovers', async () => {
    watch('-i', 'openapi.yaml', '-o', 'petstore.yaml');
    await next('Ctrl-C stops\n');
    const first = read('petstore.yaml');
    rmSync(path.join(folder, 'pets.yaml'));
    expect(
      await next('Ctrl-C stops\n'),
    ).toBe(`openapi.yaml:5:17  error  unresolved-reference: unresolved \`$ref\` "pets.yaml": no such file
    check the path; it is relative to the file that holds the \`$ref\`
1 error in 1 description
apigen: failed in … ms${WATCHING}`);
    write('openapi.yaml', `${DESCRIPTION}  {`);
    expect(await next('Ctrl-C stops\n')).toContain('apigen: failed in … ms; watching 2 files');
    expect(read('petstore.yaml')).toBe(first);
    write('openapi.yaml', DESCRIPTION);
    await next('Ctrl-C stops\n');
    write('pets.yaml', PETS);
    expect(await next('ms\n')).toBe('apigen: works again, nothing changed in … ms\n');
    expect(await interrupt()).toMatchObject({status: 0});
  });

  test('begins with a broken state, and follows overlays', async () => {
    rmSync(path.join(folder, 'openapi.yaml'));
    const overlay = (seconds: number) =>
      `overlay: 1.0.0\nactions: [{target: $.x-apigen.timeouts, update: {request_timeout: ${seconds}}}]\n`;
    write('prod.yaml', overlay(20));
    watch('-i', 'openapi.yaml', '--overlay', 'prod.yaml');
    expect(await next('Ctrl-C stops\n')).toBe(
      `openapi.yaml  error: no such file\n    check the path; it is relative to the working directory\n1 error in 1 description\napigen: failed in … ms; watching 2 files, Ctrl-C stops\n`,
    );
    write('openapi.yaml', DESCRIPTION);
    expect(await next('Ctrl-C stops\n')).toContain('apigen: done in … ms; watching 3 files');
    write('prod.yaml', overlay(21));
    expect(await next('POST /pets: timeout 20s -> timeout 21s\n')).toContain('2 routes changed');
    expect(await interrupt()).toMatchObject({status: 0});
  });
});

test('follows several descriptions, and names the file that is left over', async () => {
  const describeApi = (name: string, path: string) =>
    `openapi: 3.1.0\nx-apigen: {mesh: linkerd, service: {name: ${name}}}\npaths: {${path}: {get: {}}}\n`;
  for (const name of ['a', 'b']) write(`${name}.api.yaml`, describeApi(name, '/a'));
  watch('*.api.yaml', '-o', 'out/');
  expect(await next('changes\n')).toBe('apigen: new files are found when a watched one changes\n');
  expect(await next('stops')).toContain('2 descriptions: 2 written\napigen: done in … ms; watching 2 files');
  write('b.api.yaml', describeApi('b', '/b'));
  expect(await next('- b.api.yaml: GET /a')).toContain(
    'apigen: 2 routes changed in … ms\n  + b.api.yaml: GET /b',
  );
  write('b.api.yaml', describeApi('c', '/b'));
  expect(await next('outside of its routes')).toContain(
    'note: out/b.yaml: no description gives it any more\n',
  );
  expect(readdirSync(path.join(folder, 'out'))).toEqual(['.apigen-files', 'a.yaml', 'b.yaml', 'c.yaml']);
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
  watch('--config', 'redocly.yaml');
  await next('Ctrl-C stops\n');
  write('orders.yaml', description('put'));
  expect(await next('- orders: GET /orders\n')).toBe(`API     OUTPUT                       RESULT
orders  orders.service-profile.yaml  written
2 APIs: 1 written, 1 unchanged
apigen: 2 routes changed in … ms
  + orders: PUT /orders: no settings
  - orders: GET /orders
`);
  write('redocly.yaml', config(''));
  expect(await next('- orders: PUT /orders\n')).toBe(
    'note: orders.service-profile.yaml: no description gives it any more\n    delete it, or run `apigen mesh` with `--prune-files`\n1 note in 1 API\napigen: 1 route changed in … ms\n  - orders: PUT /orders\n',
  );
  expect(await interrupt()).toMatchObject({status: 0});
});

test('follows what a redocly.yaml extends, also while it is broken, and its overlays', async () => {
  const base = (prefix: string) => `decorators: {apigen/service-profile: {path.base: ${prefix}}}\n`;
  const overlay = (method: string) =>
    `overlay: 1.0.0\nactions: [{target: "$.paths['/pets'].${method}", update: {x-apigen: {retryable: true}}}]\n`;
  write('retries.yaml', overlay('get'));
  write('base.yaml', base('/v1'));
  write(
    'redocly.yaml',
    "apis: {pets: {root: openapi.yaml, overlays: [retries.yaml]}}\nextends: [apigen/recommended, base.yaml]\nplugins: ['@apigen/cli/redocly']\n",
  );
  watch('--config', 'redocly.yaml');
  expect(await next('Ctrl-C stops\n')).toContain('watching 5 files');
  rmSync(path.join(folder, 'base.yaml'));
  expect(await next('Ctrl-C stops\n')).toContain('apigen: failed in … ms; watching 5 files');
  write('base.yaml', base('/v2'));
  expect(await next('- POST /v1/pets\n')).toContain('apigen: works again, 4 routes changed in … ms\n');
  write('retries.yaml', overlay('post'));
  expect(await next('POST /v2/pets: timeout 10s -> isRetryable true, timeout 10s\n')).toContain(
    '2 routes changed',
  );
  expect(await interrupt()).toMatchObject({status: 0});
});

const at = (name: string) => path.join(folder, name);
test.each([
  {name: 'is written', file: 'pets.yaml', change: () => writeFileSync(at('pets.yaml'), 'b')},
  {name: 'is replaced by renaming another', file: 'pets.yaml', change: () => write('pets.yaml', PETS)},
  {name: 'is removed', file: 'pets.yaml', change: () => rmSync(at('pets.yaml'))},
  {
    name: 'is created with its folder',
    file: 'x/new.yaml',
    change: () => {
      mkdirSync(at('x'));
      writeFileSync(at('x/new.yaml'), '');
    },
  },
  {name: 'is the target of a link', file: 'link.yaml', change: () => write('pets.yaml', PETS)},
])('a change is noticed when a file $name', async ({file, change}) => {
  symlinkSync('pets.yaml', at('link.yaml'));
  const files = [at('openapi.yaml'), at(file)];
  const before = snapshotOf(files);
  const changed = filesChanged(files, before, new AbortController().signal);
  change();
  await changed;
  // Before the watch begins, too.
  await filesChanged(files, before, new AbortController().signal);
  expect(snapshotOf(files).states).not.toEqual(before.states);
});
