import {existsSync, mkdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {beforeEach, describe, expect, it, test} from '@jest/globals';
import {ends, runCli} from '../../start-cli.ts';
import {folderWith, writeIn} from '../../temporary-folder.ts';
import {testTranscript} from '../../transcript.ts';

const DESCRIPTION =
  'openapi: 3.1.0 # the version\n\ninfo: {title: "Pets", version: "1"}\npaths: {/pets: {get: {}}}\n';
const SETTINGS = 'x-apigen:\n  service:\n    name: shop\n';
const WRITTEN = DESCRIPTION.replace('version\n', `version\n${SETTINGS}`);
const DIFF = `diff --git a/openapi.yaml b/openapi.yaml
--- a/openapi.yaml
+++ b/openapi.yaml
@@ -1,4 +1,7 @@
 openapi: 3.1.0 # the version
+x-apigen:
+  service:
+    name: shop
 
 info: {title: "Pets", version: "1"}
 paths: {/pets: {get: {}}}
`;

let folder = '';
beforeEach(() => {
  folder = folderWith({'openapi.yaml': DESCRIPTION});
});

const write = (name: string, text: string) => writeIn(folder, name, text);
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const init = (...args: string[]) => runCli(['init', ...args], {cwd: folder});

const NOT_AGREED = 'apigen: nothing written; to write it, run the same command with `--yes`\n';

describe('apigen init', () => {
  test('shows the difference, writes it with --yes, and changes nothing the second time', async () => {
    const args = ['-i', 'openapi.yaml', '--service.name', 'shop'];
    expect(await init(...args)).toEqual({status: 1, stdout: DIFF, stderr: NOT_AGREED});
    expect(read('openapi.yaml')).toBe(DESCRIPTION);
    const wrote = {
      status: 0,
      stdout: DIFF,
      stderr: 'apigen: wrote openapi.yaml\nnext: apigen mesh -i openapi.yaml\n',
    };
    expect(await init(...args, '--yes')).toEqual(wrote);
    expect(read('openapi.yaml')).toBe(WRITTEN);
    const nothing = ends(0, 'apigen: openapi.yaml: nothing to change\n');
    expect(await init(...args, '--yes')).toEqual(nothing);
    expect(await init('--yes')).toEqual(nothing);
    expect(read('openapi.yaml')).toBe(WRITTEN);
  });

  test('takes no defaults for a description that names its Service', async () => {
    const text = `${WRITTEN}servers: [{url: /v1}]\n`;
    write('openapi.yaml', text);
    expect(await init('--yes')).toEqual(ends(0, 'apigen: openapi.yaml: nothing to change\n'));
    expect(await init('--yes', '--target', 'httproute')).toMatchObject({status: 0});
    expect(read('openapi.yaml')).toBe(
      text.replace('x-apigen:\n  service:\n', 'x-apigen:\n  target: httproute\n  service:\n    port: 80\n'),
    );
  });

  it.each([
    {
      name: 'the name from the title, the prefix from the servers',
      given:
        'openapi: 3.1.0\ninfo: {title: Énorme Störe API}\nservers: [{url: https://a.example/v1}]\npaths: {}\n',
      args: [],
      want: 'x-apigen:\n  service:\n    name: enorme-store\n  path:\n    base: /v1\n',
    },
    {
      name: 'the Service of a server in the cluster',
      given: 'openapi: 3.1.0\ninfo: {title: Pets}\nservers: [{url: http://pets.shop.svc:8080/}]\npaths: {}\n',
      args: [],
      want: 'x-apigen:\n  namespace: shop\n  service:\n    name: pets\n    namespace: shop\n',
    },
    {
      name: 'the port of a Service for HTTPRoutes',
      given: 'openapi: 3.1.0\ninfo: {title: Pets}\npaths: {}\n',
      args: ['--target', 'httproute'],
      want: 'x-apigen:\n  target: httproute\n  service:\n    name: pets\n    port: 80\n',
    },
    {
      name: 'the hostnames of the servers for a Gateway, with the values of their variables',
      given:
        'openapi: 3.1.0\ninfo: {title: Pets}\nservers: [{url: "https://{at}.example.com", variables: {at: {default: eu, enum: [eu, us]}}}, {url: http://localhost}]\npaths: {}\n',
      args: ['--mesh', 'envoy-gateway', '--gateway.name', 'public'],
      want: 'x-apigen:\n  mesh: envoy-gateway\n  gateway:\n    name: public\n    hostnames:\n      - eu.example.com\n      - us.example.com\n  service:\n    name: pets\n    port: 80\n',
    },
    {
      name: 'no hostname with a variable that has no value',
      given:
        'openapi: 3.1.0\ninfo: {title: Pets}\nservers: [{url: "https://{tenant}.example.com"}, {url: "https://example.com/{version}"}]\npaths: {}\n',
      args: ['--mesh', 'envoy-gateway', '--gateway.name', 'public'],
      want: 'x-apigen:\n  mesh: envoy-gateway\n  gateway:\n    name: public\n    hostnames:\n      - example.com\n  service:\n    name: pets\n    port: 80\n',
    },
    ...[
      {server: 'servers: [{url: http://pets.shop.svc:8080/}]', port: 8080},
      {server: 'host: pets.shop.svc\nschemes: [https]', port: 443},
    ].map(({server, port}) => ({
      name: `the port of ${server}`,
      given: `${server.startsWith('host') ? 'swagger: "2.0"' : 'openapi: 3.1.0'}\ninfo: {title: a}\n${server}\npaths: {}\n`,
      args: ['--target', 'httproute'],
      want: `x-apigen:\n  target: httproute\n  namespace: shop\n  service:\n    name: pets\n    namespace: shop\n    port: ${port}\n`,
    })),
  ])('takes as defaults $name', async ({given, args, want}) => {
    write('openapi.yaml', given);
    expect(await init('--yes', ...args)).toMatchObject({status: 0});
    expect(read('openapi.yaml')).toBe(given.replace('\n', `\n${want}`));
    expect(await init('--yes', ...args)).toMatchObject({status: 0, stdout: ''});
  });
});

describe('wrong use of apigen init', () => {
  const files = {
    'openapi.yaml': DESCRIPTION,
    'same.yaml': DESCRIPTION,
    'a.yaml': 'a: 1\n',
    'no-title.yaml': 'openapi: 3.1.0\npaths: {}\n',
    'named.yaml': WRITTEN,
    'wrong-port.yaml': WRITTEN.replace('name: shop', 'port: web'),
    'null.yaml': `${DESCRIPTION}x-apigen: null\n`,
    'package.json': '{"dependencies": {\n"openapi": "3.1.0"}}',
    'd.json': '{"a": 1}',
    'b/api.json': '{"openapi": "3.1.0"}',
    'c.yml': '# c\nswagger: "2.0"\n',
    'node_modules/a/openapi.yaml': DESCRIPTION,
  };
  const project = folderWith(files);
  testTranscript(path.join(import.meta.dirname, 'wrong-use.txt'), () => project);

  test('without a description in the folder', async () => {
    const cwd = folderWith({'a.yaml': 'a: 1\n', 'node_modules/a/openapi.yaml': DESCRIPTION});
    expect(await runCli(['init', '--yes'], {cwd})).toEqual(
      ends(1, 'error: no OpenAPI description in this folder\n    name it with `-i <file>`\n'),
    );
  });

  test('changes no file', () => {
    const found = Object.keys(files).map((name) => [name, readFileSync(path.join(project, name), 'utf8')]);
    expect(Object.fromEntries(found)).toEqual(files);
  });
});

const FILES = ['--redocly', '--spectral', '--pre-commit', '--github-actions'];

describe('apigen init for other tools', () => {
  test('puts those of the repository at its root', async () => {
    mkdirSync(path.join(folder, '.git'));
    write('services/pets/openapi.yaml', DESCRIPTION);
    const place = {cwd: path.join(folder, 'services', 'pets')};
    const {stderr, stdout} = await runCli(['init', '--yes', ...FILES], place);
    expect(
      stderr,
    ).toBe(`apigen: wrote openapi.yaml, redocly.yaml, .spectral.yaml, ../../.pre-commit-config.yaml, ../../.github/workflows/apigen.yml
next: apigen mesh -i openapi.yaml -o mesh/pets.yaml
`);
    expect(stdout).toContain('\n+++ b/../../.pre-commit-config.yaml\n');
    expect(read('services/pets/redocly.yaml')).toContain('root: openapi.yaml\n');
    expect(read('.pre-commit-config.yaml')).toContain('        - services/pets/openapi.yaml\n');
    expect(read('.github/workflows/apigen.yml')).toContain(
      ' mesh -i openapi.yaml --strict --check mesh/pets.yaml\n        working-directory: services/pets\n',
    );
  });

  test('leaves one that exists to the user', async () => {
    write('.spectral.json', '{"extends": []}\n');
    const add = 'next: add to .spectral.json:\n    extends:\n      - "@apigen/cli/spectral"\n';
    expect(await init('--yes', '--spectral', '--github-actions')).toMatchObject({
      status: 0,
      stderr: `apigen: wrote openapi.yaml, .github/workflows/apigen.yml\n${add}next: apigen mesh -i openapi.yaml -o mesh/pets.yaml\n`,
    });
    expect(await init('--yes', '--spectral', '--github-actions')).toEqual(
      ends(0, `apigen: openapi.yaml, .github/workflows/apigen.yml: nothing to change\n${add}`),
    );
    expect(read('.spectral.json')).toBe('{"extends": []}\n');
  });

  test('writes nothing when one of them cannot be written', async () => {
    write('.github', '');
    expect(await init('--yes', '--redocly', '--github-actions')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^error: \.github\/workflows\/apigen\.yml: /),
    });
    expect(read('openapi.yaml')).toBe(DESCRIPTION);
    expect(existsSync(path.join(folder, 'redocly.yaml'))).toBe(false);
  });
});
