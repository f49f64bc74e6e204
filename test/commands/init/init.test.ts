import {existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterEach, beforeEach, describe, expect, it, test} from '@jest/globals';
import {startCli} from '../../start-cli.ts';

const DESCRIPTION =
  'openapi: 3.1.0 # the version\n\ninfo: {title: "Pets", version: "1"}\npaths: {/pets: {get: {}}}\n';
const SETTINGS = 'x-apigen:\n  service:\n    name: shop\n';
const WRITTEN = DESCRIPTION.replace('version\n', `version\n${SETTINGS}`);
const DIFF = `===================================================================
--- openapi.yaml
+++ openapi.yaml (generated)
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
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'apigen-init-')));
  write('openapi.yaml', DESCRIPTION);
});
afterEach(() => rmSync(folder, {recursive: true}));

function write(name: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, name)), {recursive: true});
  writeFileSync(path.join(folder, name), text);
}
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const init = (...args: string[]) => startCli(['init', ...args], {cwd: folder});

const NOT_AGREED = 'apigen: nothing written; to write it, run the same command with `--yes`\n';

describe('apigen init', () => {
  test('shows the difference, writes it with --yes, and changes nothing the second time', async () => {
    const args = ['-i', 'openapi.yaml', '--service.name', 'shop'];
    expect(await init(...args)).toEqual({status: 1, stdout: DIFF, stderr: NOT_AGREED});
    expect(read('openapi.yaml')).toBe(DESCRIPTION);
    const wrote = {status: 0, stdout: DIFF, stderr: 'apigen: wrote openapi.yaml\n'};
    expect(await init(...args, '--yes')).toEqual(wrote);
    expect(read('openapi.yaml')).toBe(WRITTEN);
    const nothing = {status: 0, stdout: '', stderr: 'apigen: openapi.yaml: nothing to change\n'};
    expect(await init(...args, '--yes')).toEqual(nothing);
    expect(await init('--yes')).toEqual(nothing);
    expect(read('openapi.yaml')).toBe(WRITTEN);
  });

  test('does not change a value', async () => {
    write('openapi.yaml', WRITTEN);
    expect(await init('-i', 'openapi.yaml', '--service.name', 'other', '--yes')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'openapi.yaml:4:11  `service.name` is already set to "shop"\n    edit it, or remove the flag\n',
    });
    expect(read('openapi.yaml')).toBe(WRITTEN);
  });

  it.each([
    {
      name: 'a setting that is not valid',
      text: WRITTEN.replace('name: shop', 'port: web'),
      args: ['--service.name', 'shop'],
      stderr:
        'openapi.yaml:4:11  invalid `service.port` "web": expected an integer from 1 to 65535\n    for example `service: {port: 8080}`\n',
    },
    {
      name: 'a timeout that the target cannot express',
      text: DESCRIPTION,
      args: ['--target', 'httproute', '--timeouts.request_timeout', '400000000'],
      stderr:
        'openapi.yaml:1:1  an HTTPRoute cannot express `timeouts.request_timeout` 400000000 of "GET /pets": expected at most 366096339 (seconds)\n    shorten it, or set 0 for no timeout\n',
    },
    {
      name: 'settings that are null',
      text: `${DESCRIPTION}x-apigen: null\n`,
      args: [],
      stderr: 'openapi.yaml:5:11  `x-apigen` is set to null\n    remove it\n',
    },
    {
      name: 'a setting that is null',
      text: `${DESCRIPTION}x-apigen: {service: {name: }}\n`,
      args: [],
      stderr: 'openapi.yaml:5:22  `service.name` is already set to null\n    remove it\n',
    },
  ])('refuses $name', async ({text, args, stderr}) => {
    write('openapi.yaml', text);
    expect(await init('--yes', ...args)).toEqual({status: 1, stdout: '', stderr});
    expect(read('openapi.yaml')).toBe(text);
  });

  test('takes no defaults for a description that names its Service', async () => {
    const text = `${WRITTEN}servers: [{url: /v1}]\n`;
    write('openapi.yaml', text);
    expect(await init('--yes')).toEqual({
      status: 0,
      stdout: '',
      stderr: 'apigen: openapi.yaml: nothing to change\n',
    });
    expect(await init('--yes', '--target', 'httproute')).toMatchObject({status: 0});
    expect(read('openapi.yaml')).toBe(
      text.replace('x-apigen:\n  service:\n', 'x-apigen:\n  target: httproute\n  service:\n    port: 80\n'),
    );
  });

  test('changes no line of a description that is read with other indentation', async () => {
    const text = 'info: {title: a, version: "1"}\nx-example: {\n  a: 1\n}\nopenapi: 3.1.0\npaths: {}\n';
    write('openapi.yaml', text);
    expect(await init('--service.name', 'shop', '--yes')).toMatchObject({status: 0});
    expect(read('openapi.yaml')).toBe(text.replace('3.1.0\n', `3.1.0\n${SETTINGS}`));
  });

  it.each([
    {
      name: 'the name from the title, the prefix from the servers',
      given:
        'openapi: 3.1.0\ninfo: {title: Pet Störe API}\nservers: [{url: https://a.example/v1}]\npaths: {}\n',
      args: [],
      want: 'x-apigen:\n  service:\n    name: pet-store\n  path:\n    base: /v1\n',
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
    ...[
      {server: 'servers: [{url: http://pets.shop.svc:8080/}]', port: 8080},
      {server: 'servers: [{url: https://pets.shop.svc}]', port: 443},
      {server: 'host: pets.shop.svc', port: 80},
      {server: 'host: pets.shop.svc:9000', port: 9000},
      {server: 'host: pets.shop.svc\nschemes: [https]', port: 443},
    ].map(({server, port}) => ({
      name: `the port of ${server}`,
      given: `${server.startsWith('host') ? 'swagger: "2.0"' : 'openapi: 3.1.0'}\ninfo: {title: a}\n${server}\npaths: {}\n`,
      args: ['--target', 'httproute'],
      want: `x-apigen:\n  target: httproute\n  namespace: shop\n  service:\n    name: pets\n    namespace: shop\n    port: ${port}\n`,
    })),
    {
      name: 'only what is missing',
      given: 'openapi: 3.1.0\nx-apigen: {service: {name: a, namespace: b}}\npaths: {}\n',
      args: ['--timeouts.request_timeout', '5'],
      want: 'x-apigen: {"timeouts": {"request_timeout": 5}, service: {name: a, namespace: b}}\n',
      replaced: 'x-apigen: {service: {name: a, namespace: b}}\n',
    },
  ])('takes as defaults $name', async ({given, args, want, replaced = ''}) => {
    write('openapi.yaml', given);
    expect(await init('--yes', ...args)).toMatchObject({status: 0});
    expect(read('openapi.yaml')).toBe(given.replace(`\n${replaced}`, `\n${want}`));
    expect(await init('--yes', ...args)).toMatchObject({status: 0, stdout: ''});
  });
});

describe('apigen init without -i', () => {
  it.each([
    {
      name: 'none',
      files: {'openapi.yaml': 'a: 1\n', 'node_modules/a/openapi.yaml': DESCRIPTION},
      stderr: 'no OpenAPI description in this folder\n    name it with `-i <file>`\n',
    },
    {
      name: 'several',
      files: {
        'b/api.json': '{"openapi": "3.1.0"}',
        'c.yml': '# c\nswagger: "2.0"\n',
        'd.json': '{"a": 1}',
        'package.json': '{"dependencies": {\n"openapi": "3.1.0"}}',
      },
      stderr:
        '3 OpenAPI descriptions in this folder\n    name one with `-i`: b/api.json, c.yml, openapi.yaml\n',
    },
  ])('refuses $name', async ({files, stderr}) => {
    for (const [name, text] of Object.entries(files)) write(name, text);
    expect(await init('--yes')).toEqual({status: 1, stdout: '', stderr});
  });
});

describe('wrong use of apigen init', () => {
  it.each([
    {
      name: 'a name that is not valid',
      args: ['--service.name', 'Shop'],
      stderr:
        '--service.name  invalid `service.name` "Shop": expected a DNS label (at most 63 lower-case letters, digits and "-", with a letter or digit at both ends)\n    for example `--service.name petstore`\n',
      status: 2,
    },
    {
      name: 'an address',
      args: ['-i', 'https://example.com/openapi.yaml'],
      stderr: '--in  expected a file with an OpenAPI description\n    name it with `-i <file>`\n',
      status: 2,
    },
    {
      name: 'what is not a description',
      args: ['-i', 'a.yaml'],
      stderr:
        'a.yaml:1:1  not an OpenAPI description: `openapi` or `swagger` is missing at the root\n    begin it with `openapi: 3.1.0`\n',
      status: 1,
    },
    {
      name: 'a description without a title',
      args: ['-i', 'no-title.yaml'],
      stderr: 'the name of the target Service is missing\n    set it with `--service.name <name>`\n',
      status: 1,
    },
  ])('$name', async ({args, stderr, status}) => {
    write('a.yaml', 'a: 1\n');
    write('no-title.yaml', 'openapi: 3.1.0\npaths: {}\n');
    expect(await init(...args, '--yes')).toEqual({status, stdout: '', stderr});
    expect(read('openapi.yaml')).toBe(DESCRIPTION);
  });
});

const FILES = ['--redocly', '--spectral', '--pre-commit', '--github-actions'];

describe('apigen init for other tools', () => {
  test('creates their files, and changes nothing the second time', async () => {
    const {stderr} = await init('--yes', ...FILES);
    expect(
      stderr,
    ).toBe(`apigen: wrote openapi.yaml, redocly.yaml, .spectral.yaml, .pre-commit-config.yaml, .github/workflows/apigen.yml
next: npm install --save-dev @apigen/cli
next: pre-commit install
`);
    expect(await init('--yes', ...FILES)).toEqual({
      status: 0,
      stdout: '',
      stderr:
        'apigen: openapi.yaml, redocly.yaml, .spectral.yaml, .pre-commit-config.yaml, .github/workflows/apigen.yml: nothing to change\n',
    });
  });

  test('puts those of the repository at its root', async () => {
    mkdirSync(path.join(folder, '.git'));
    write('services/pets/openapi.yaml', DESCRIPTION);
    const place = {cwd: path.join(folder, 'services', 'pets')};
    const {stderr, stdout} = await startCli(['init', '--yes', ...FILES], place);
    expect(
      stderr,
    ).toBe(`apigen: wrote openapi.yaml, redocly.yaml, .spectral.yaml, ../../.pre-commit-config.yaml, ../../.github/workflows/apigen.yml
next: npm install --save-dev @apigen/cli
next: pre-commit install
`);
    expect(stdout).toContain('\n+++ ../../.pre-commit-config.yaml (generated)\n');
    expect(read('services/pets/redocly.yaml')).toContain('root: openapi.yaml\n');
    expect(read('.pre-commit-config.yaml')).toContain('        - services/pets/openapi.yaml\n');
    expect(read('.github/workflows/apigen.yml')).toContain(' mesh -i services/pets/openapi.yaml\n');
  });

  test('writes nothing when one of them cannot be edited', async () => {
    write('redocly.yaml', '{apis: {}}\n');
    expect(await init('--yes', '--redocly', '--spectral')).toEqual({
      status: 1,
      stdout: '',
      stderr:
        '"redocly.yaml" cannot be edited safely\n    add to it yourself: "@apigen/cli/redocly" to `plugins`, "recommended" to `extends`, "apigen/recommended" to `extends`, {"root":"openapi.yaml"} to `apis.pets`\n',
    });
    expect(read('openapi.yaml')).toBe(DESCRIPTION);
    expect(existsSync(path.join(folder, '.spectral.yaml'))).toBe(false);
  });

  test('reports all that cannot be edited, with the places of syntax errors', async () => {
    write('redocly.yaml', 'apis:\n  a: [\n');
    write('.spectral.json', '{}\n');
    expect(await init('--yes', '--redocly', '--spectral')).toEqual({
      status: 1,
      stdout: '',
      stderr:
        '".spectral.json" cannot be edited safely\n    add to it yourself: "@apigen/cli/spectral" to `extends`\n' +
        'redocly.yaml:3:1  invalid YAML: missing closing ]\n    close it, or indent the lines in it more than its key\n',
    });
    expect(read('openapi.yaml')).toBe(DESCRIPTION);
  });

  test('fills keys that have no value', async () => {
    write('redocly.yaml', 'apis: {}\nextends: []\nplugins:\n# end\n');
    expect(await init('--yes', '--redocly')).toMatchObject({status: 0});
    expect(read('redocly.yaml')).toBe(
      'apis: {pets: {root: openapi.yaml}}\nextends: ["apigen/recommended"]\nplugins:\n  - "@apigen/cli/redocly"\n# end\n',
    );
  });
});
