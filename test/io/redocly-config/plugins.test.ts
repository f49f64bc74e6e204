import {existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {afterAll, describe, expect, test} from '@jest/globals';
import {startCli} from '../../start-cli.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'apigen-plugins-'));
afterAll(() => rmSync(folder, {recursive: true}));

/** A plugin whose code leaves a file when it is loaded. */
const PLUGIN = `
import {writeFileSync} from 'node:fs';
writeFileSync('loaded', '');
export default () => ({id: 'house', configs: {api: {decorators: {'apigen/service-profile': {namespace: 'house'}}}}});
`;
const SHARED = 'decorators: {apigen/service-profile: {service.name: shared}}\n';
const APIS = 'apis: {pets: {root: openapi.yaml}}\n';

interface Case {
  readonly name: string;
  readonly config: string;
  readonly files: Readonly<Record<string, string>>;
  readonly refused: string;
}

/** Runs `apigen mesh --config` in a checkout of these files. */
async function run(name: string, files: Readonly<Record<string, string>>, args: readonly string[] = []) {
  const checkout = path.join(folder, `${name.replaceAll(/\W/g, '-')}${args.length}`);
  const all = {
    'openapi.yaml': 'openapi: 3.1.0\npaths: {/pets: {get: {}}}\n',
    'shared.yaml': SHARED,
    ...files,
  };
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(path.dirname(path.join(checkout, file)), {recursive: true});
    writeFileSync(path.join(checkout, file), text);
  }
  const {status, stderr} = await startCli(['mesh', '--config', 'redocly.yaml', ...args], {cwd: checkout});
  return {status, stderr, isLoaded: existsSync(path.join(checkout, 'loaded'))};
}

const refusal = (names: string) =>
  `redocly.yaml  plugins are not loaded, since they run code: ${names}\n    use \`--allow-plugins\` if you trust them\n`;

const CASES: readonly Case[] = [
  {
    name: 'one of the configuration',
    config: `plugins: [./house.mjs]\nextends: [shared.yaml]\n${APIS}`,
    files: {'house.mjs': PLUGIN},
    refused: 'house.mjs',
  },
  {
    name: 'one whose configuration is extended',
    config: `plugins: [./house.mjs]\nextends: [house/api]\n${APIS}`,
    files: {'house.mjs': PLUGIN},
    refused: 'house.mjs',
  },
  {
    name: 'one of an API',
    config: 'extends: [shared.yaml]\napis: {pets: {root: openapi.yaml, plugins: [./house.mjs]}}\n',
    files: {'house.mjs': PLUGIN},
    refused: 'house.mjs',
  },
  {
    name: 'one of a configuration that is extended',
    config: `extends: [base/base.yaml]\n${APIS}`,
    files: {'base/base.yaml': `plugins: [./house.mjs]\n${SHARED}`, 'base/house.mjs': PLUGIN},
    refused: 'base/house.mjs',
  },
  {
    name: 'one in node_modules',
    config: `plugins: [house]\nextends: [shared.yaml]\n${APIS}`,
    files: {
      'node_modules/house/package.json': '{"name": "house", "type": "module", "main": "index.js"}',
      'node_modules/house/index.js': PLUGIN,
    },
    refused: 'node_modules/house/index.js',
  },
  {
    name: 'the one that Redocly loads without being asked',
    config: `extends: [shared.yaml]\n${APIS}`,
    files: {'@theme/plugin.mjs': PLUGIN},
    refused: '@theme/plugin.mjs',
  },
];

describe('a plugin of the checkout', () => {
  test.concurrent.each(CASES)('is not loaded: $name', async ({name, config, files, refused}) => {
    const outcome = await run(name, {'redocly.yaml': config, ...files});
    expect(outcome).toEqual({status: 1, stderr: refusal(refused), isLoaded: false});
  });

  test('is loaded with --allow-plugins', async () => {
    const files = {
      'redocly.yaml': `plugins: [./house.mjs]\nextends: [shared.yaml]\n${APIS}`,
      'house.mjs': PLUGIN,
    };
    expect(await run('allowed', files, ['--allow-plugins'])).toEqual({
      status: 0,
      stderr: 'apigen: pets: wrote pets.service-profile.yaml\n',
      isLoaded: true,
    });
  });
});

describe('what needs no plugin', () => {
  test.concurrent.each([
    {
      name: 'a configuration that extends nothing',
      config: `plugins: [./house.mjs]\n${SHARED}${APIS}`,
      files: {'house.mjs': PLUGIN},
    },
    {
      name: 'our own plugin, which is not taken from the checkout',
      config: `plugins: ['@apigen/cli/redocly']\nextends: [apigen/recommended, shared.yaml]\n${APIS}`,
      files: {
        'node_modules/@apigen/cli/package.json':
          '{"name": "@apigen/cli", "type": "module", "exports": {"./redocly": "./index.js"}}',
        'node_modules/@apigen/cli/index.js': PLUGIN,
      },
    },
  ])('$name', async ({name, config, files}) => {
    expect(await run(name, {'redocly.yaml': config, ...files})).toEqual({
      status: 0,
      stderr: 'apigen: pets: wrote pets.service-profile.yaml\n',
      isLoaded: false,
    });
  });
});

describe('a configuration that is extended', () => {
  test.concurrent.each([
    {
      name: 'a missing file',
      extended: 'missing.yaml',
      want: 'redocly.yaml  missing.yaml: no such file\n    check the path; it is relative to the folder of redocly.yaml\n',
    },
    {
      name: 'a file without an extension',
      extended: './shared',
      want: 'redocly.yaml:1:10  invalid name in `extends` "./shared": expected a file name with an extension\n    rename the file, for example to `shared.yaml`\n',
    },
    {
      name: 'a file on another host',
      extended: 'http://127.0.0.1:1/shared.yaml',
      want: 'redocly.yaml  http://127.0.0.1:1/shared.yaml: configurations on other hosts are not read\n    use `--remote-refs` if you trust them\n',
    },
    {
      name: 'a file with a syntax error',
      extended: 'base/base.yaml',
      files: {'base/base.yaml': `${SHARED}apis: {pets: {root: openapi.yaml}\n`},
      want: 'base/base.yaml:3:1  invalid YAML: missing closing }\n    close it, or indent the lines in it more than its key\n',
    },
    {
      name: 'a file with two syntax errors, which another file extends',
      extended: 'base/base.yaml',
      files: {
        'base/base.yaml': 'extends: [deep.yaml]\n',
        'base/deep.yaml': 'decorators:\n\tapigen/service-profile: on\nrules: a: b\n',
      },
      want: 'base/deep.yaml:2:1  invalid YAML: tabs are not allowed as indentation\n    indent with spaces\nbase/deep.yaml:3:8  invalid YAML: unexpected ": " in a value\n    quote the value, or indent the next line less\n',
    },
    {
      name: 'a file that only Redocly refuses',
      extended: 'base.yaml',
      files: {'base.yaml': 'decorators: {\n  apigen/service-profile: on\n}\n'},
      want: 'base.yaml:3:1  the closing "}" is not indented more than its key\n    indent it by one more space; other YAML parsers, such as Redocly\'s, refuse the file\n',
    },
    {
      name: 'a list',
      extended: 'base.yaml',
      files: {'base.yaml': '- a\n'},
      want: 'base.yaml  not a Redocly configuration: expected a map, found a list\n    begin it with `apis:`\n',
    },
  ])('is refused: $name', async ({name, extended, files: others = {}, want}) => {
    const files = {'redocly.yaml': `extends: ['${extended}']\n${APIS}`, ...others};
    expect(await run(name, files)).toEqual({status: 1, stderr: want, isLoaded: false});
  });
});
