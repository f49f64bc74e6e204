import {existsSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from '@jest/globals';
import {runCli} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';

/** A plugin whose code leaves a file when it is loaded. */
const PLUGIN = `
import {writeFileSync} from 'node:fs';
writeFileSync('loaded', '');
export default () => ({id: 'house', configs: {api: {decorators: {'apigen/service-profile': {namespace: 'house'}}}}});
`;
const SHARED = 'decorators: {apigen/service-profile: {service.name: shared}}\n';
const APIS = 'apis: {pets: {root: openapi.yaml}}\n';

/** Runs `apigen mesh --config` in a checkout of these files. */
async function run(files: Readonly<Record<string, string>>, args: readonly string[] = []) {
  const checkout = folderWith({
    'openapi.yaml': 'openapi: 3.1.0\npaths: {/pets: {get: {}}}\n',
    'shared.yaml': SHARED,
    ...files,
  });
  const {status, stderr} = await runCli(['mesh', '--config', 'redocly.yaml', ...args], {cwd: checkout});
  return {status, stderr, isLoaded: existsSync(path.join(checkout, 'loaded'))};
}

const refusal = (names: string) =>
  `redocly.yaml  error: plugins are not loaded, since they run code: ${names}\n    use \`--allow-plugins\` if you trust them\n`;

test.concurrent.each([
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
    name: 'the one that Redocly loads without being asked',
    config: `extends: [shared.yaml]\n${APIS}`,
    files: {'@theme/plugin.mjs': PLUGIN},
    refused: '@theme/plugin.mjs',
  },
])('is not loaded: $name', async ({config, files, refused}) => {
  const outcome = await run({'redocly.yaml': config, ...files});
  expect(outcome).toEqual({status: 1, stderr: refusal(refused), isLoaded: false});
});

test('is loaded with --allow-plugins', async () => {
  const files = {
    'redocly.yaml': `plugins: [./house.mjs]\nextends: [shared.yaml]\n${APIS}`,
    'house.mjs': PLUGIN,
  };
  expect(await run(files, ['--allow-plugins'])).toEqual({
    status: 0,
    stderr: 'apigen: pets: wrote pets.service-profile.yaml\n',
    isLoaded: true,
  });
});

test('is not loaded in the place of our own', async () => {
  const files = {
    'redocly.yaml': `plugins: ['@apigen/cli/redocly']\nextends: [apigen/recommended, shared.yaml]\n${APIS}`,
    'node_modules/@apigen/cli/package.json':
      '{"name": "@apigen/cli", "type": "module", "exports": {"./redocly": "./index.js"}}',
    'node_modules/@apigen/cli/index.js': PLUGIN,
  };
  expect(await run(files)).toEqual({
    status: 0,
    stderr: 'apigen: pets: wrote pets.service-profile.yaml\n',
    isLoaded: false,
  });
});
