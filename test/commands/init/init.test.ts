import {existsSync, mkdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {beforeEach, describe, expect, test} from '@jest/globals';
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
const NOT_ON_NPM = `note: \`@apigen/cli\` is not on npm yet
    run \`npm pack\` in a clone of apigen, then \`npm install --save-dev <clone>/apigen-cli-0.1.0.tgz\` here; in a hook or workflow, write the path or address of that file instead of \`@apigen/cli@0.1.0\`
`;
const LEFT = `SETTING                   VALUE    FROM
mesh                      -        not set; for example \`--mesh=istio\`
service.namespace         default  default
timeouts.request_timeout  -        not set; for example \`--timeouts.request_timeout=30\`
`;

describe('apigen init', () => {
  test('shows the difference, writes it with --yes, and changes nothing the second time', async () => {
    const args = ['-i', 'openapi.yaml', '--service.name', 'shop'];
    expect(await init(...args)).toEqual({status: 1, stdout: DIFF, stderr: LEFT + NOT_AGREED});
    expect(read('openapi.yaml')).toBe(DESCRIPTION);
    const wrote = {
      status: 0,
      stdout: DIFF,
      stderr: `${LEFT}apigen: wrote openapi.yaml\nnext: apigen apply -i openapi.yaml\n`,
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

  describe('takes defaults from', () => {
    const head = 'openapi: 3.1.0\ninfo: {title: Pets}\n';
    const described = (servers: string) => `${head}servers: [${servers}]\npaths: {}\n`;
    const project = folderWith({
      'title.yaml': `${head.replace('Pets', 'Énorme Störe API')}servers: [{url: https://a.example/v1}]\npaths: {}\n`,
      'server-in-cluster.yaml': described('{url: http://pets.shop.svc:8080/}'),
      'port-of-server.yaml': described('{url: http://pets.shop.svc:8080/}'),
      'port-of-https.yaml':
        'swagger: "2.0"\ninfo: {title: a}\nhost: pets.shop.svc\nschemes: [https]\npaths: {}\n',
      'no-server.yaml': `${head}paths: {}\n`,
      'secured.yaml': `${head}security: [{login: []}]\npaths: {/me: {get: {}}}\n`,
      'secured-in-linkerd.yaml': `${head}security: [{login: []}]\npaths: {/me: {get: {}}}\n`,
      'default-title.yaml': `${head.replace('Pets', 'FastAPI')}paths: {}\n`,
      // As most are served: the settings at the root are behind the paths.
      'one-line.json': JSON.stringify({
        openapi: '3.1.0',
        info: {title: 'Pets'},
        paths: {'/pets': {get: {description: 'All pets. '.repeat(250)}}},
        'x-apigen': {mesh: 'linkerd'},
      }),
      'hostnames.yaml': described(
        '{url: "https://{at}.example.com", variables: {at: {default: eu, enum: [eu, us]}}}, {url: http://localhost}',
      ),
      'hostname-without-value.yaml': described(
        '{url: "https://{tenant}.example.com"}, {url: "https://example.com/{version}"}',
      ),
    });
    for (const [name, servers] of Object.entries({
      'several-servers.yaml': '{url: /v1}, {url: /v2}',
      'own-servers.yaml': '{url: https://a.example.com/v1}',
      'unknown-servers.yaml': '{url: /v1}, {url: "/{version}"}',
    }))
      writeIn(
        project,
        name,
        described(servers).replace('{}', '{/a: {get: {servers: [{url: https://b.example.com}]}}}'),
      );
    testTranscript(path.join(import.meta.dirname, 'defaults.txt'), () => project);
  });
});

describe('apigen init of several descriptions', () => {
  const project = folderWith({
    'g/h/auth.yaml': `${DESCRIPTION}servers: [{url: /auth/v1}]\n`,
    'g/h/carts.yaml': `${DESCRIPTION}servers: [{url: /carts/v1}]\n`,
    'a/orders-api.yaml': DESCRIPTION,
    'b/refunds.openapi.json':
      '{"openapi": "3.1.0", "info": {"title": "Refunds"}, "paths": {"/a": {"get": {}}}}',
    'c/carts.yaml': DESCRIPTION,
    'c/users.yaml': DESCRIPTION,
    'd/named.yaml': WRITTEN,
    'd/schemas.yaml': 'openapi: 3.1.0\ncomponents: {}\n',
    'e/empty.yaml': 'openapi: 3.1.0\npaths: {}\n',
    ...Object.fromEntries(['a', 'b', 'c', 'd'].map((one) => [`f/${one}/openapi.yaml`, DESCRIPTION])),
    'h/a.yml': `${DESCRIPTION}x-apigen: {mesh: istio}\n`,
    'h/b.yml': DESCRIPTION,
    'h/c.yml': `${DESCRIPTION}x-apigen: {mesh: cilium}\n`,
    'e/settings.yaml': 'openapi: 3.1.0\nx-apigen: {service: {name: e}}\n',
  });
  testTranscript(path.join(import.meta.dirname, 'several.txt'), () => project);
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

/** Nothing is guessed. */
const SETTINGS_GIVEN = [
  ...['--mesh', 'linkerd', '--service.name', 'pets', '--service.namespace', 'default'],
  ...['--timeouts.request_timeout', '30'],
];
const FILES = ['--redocly', '--spectral', '--pre-commit', '--github-actions'];

describe('apigen init for other tools', () => {
  test('puts those of the repository at its root', async () => {
    mkdirSync(path.join(folder, '.git'));
    write('services/pets/openapi.yaml', DESCRIPTION);
    const place = {cwd: path.join(folder, 'services', 'pets')};
    const {stderr, stdout} = await runCli(['init', '--yes', ...SETTINGS_GIVEN, ...FILES], place);
    expect(
      stderr,
    ).toBe(`apigen: wrote openapi.yaml, redocly.yaml, .spectral.yaml, ../../.pre-commit-config.yaml, ../../.github/workflows/apigen.yml
${NOT_ON_NPM}next: apigen mesh --config redocly.yaml
`);
    expect(stdout).toContain('\n+++ b/../../.pre-commit-config.yaml\n');
    expect(read('services/pets/redocly.yaml')).toContain('root: openapi.yaml\n');
    expect(read('.pre-commit-config.yaml')).toContain('        - services/pets/openapi.yaml\n');
    expect(read('.github/workflows/apigen.yml')).toContain(
      ' mesh --config redocly.yaml --strict --check\n        working-directory: services/pets\n',
    );
    expect(await runCli(['mesh', '--config', 'redocly.yaml'], place)).toMatchObject({status: 0});
    const check = ['mesh', '--config', 'redocly.yaml', '--strict', '--check'];
    expect(await runCli(check, place)).toMatchObject({status: 0});
    expect(await runCli(['init', '--yes', '--github-actions'], place)).toEqual(
      ends(0, 'apigen: openapi.yaml, ../../.github/workflows/apigen.yml: nothing to change\n'),
    );
  });

  test('leaves one that exists to the user', async () => {
    write('.spectral.json', '{"extends": []}\n');
    const add = 'next: add to .spectral.json:\n    extends:\n      - "@apigen/cli/spectral"\n';
    expect(await init('--yes', ...SETTINGS_GIVEN, '--spectral', '--github-actions')).toMatchObject({
      status: 0,
      stderr: `apigen: wrote openapi.yaml, .github/workflows/apigen.yml\n${NOT_ON_NPM}${add}next: apigen mesh -i openapi.yaml -o mesh/pets.yaml\n`,
    });
    expect(await init('--yes', '--spectral', '--github-actions')).toEqual(
      ends(0, `apigen: openapi.yaml, .github/workflows/apigen.yml: nothing to change\n${NOT_ON_NPM}${add}`),
    );
    expect(read('.spectral.json')).toBe('{"extends": []}\n');
  });

  test('writes nothing when one of them cannot be written', async () => {
    write('.github', '');
    expect(await init('--yes', ...SETTINGS_GIVEN, '--redocly', '--github-actions')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^error: \.github\/workflows\/apigen\.yml: /),
    });
    expect(read('openapi.yaml')).toBe(DESCRIPTION);
    expect(existsSync(path.join(folder, 'redocly.yaml'))).toBe(false);
  });
});
