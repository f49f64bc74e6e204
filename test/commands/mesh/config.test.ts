import {readFileSync, statSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, test} from '@jest/globals';
import {runCli} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';
import {testTranscript} from '../../transcript.ts';

const PETS = 'openapi: 3.1.0\nx-apigen: {service: {name: pets}}\npaths: {/pets: {get: {}}}\n';
const PLAIN = 'openapi: 3.1.0\npaths: {/pets: {get: {}}}\n';
const CONFIG = `decorators:
  apigen/service-profile: {namespace: shop, output: 'mesh/{api}.yaml', service.namespace: shop, mesh: linkerd}
apis:
  pets: {root: pets.yaml}
  plain: {root: plain.yaml}
`;
const OVERLAY = `overlay: 1.0.0
actions:
  - {target: $, update: {x-apigen: {service: {name: plain}}}}
  - {target: $.webhooks, remove: true}
`;
const withOverlay = CONFIG.replace('namespace: shop,', "overlays: ['overlays/mesh.yaml'], namespace: shop,");

const FILES = {
  'redocly.yaml': CONFIG,
  'pets.yaml': PETS,
  'plain.yaml': PLAIN,
  'wrong-name.yaml': PETS.replace('pets}', 'Plain}'),
  'overlays/mesh.yaml': OVERLAY,
  'overlay.yaml': withOverlay,
  'replaces-overlay.yaml': withOverlay.replace('mesh/{api}.yaml', 'overlays/mesh.yaml'),
  'other-folder.yaml': CONFIG.replace('mesh/', 'other/').replace(', mesh: linkerd', ''),
  'wrong-option.yaml': CONFIG.replace('shop', '5'),
  'one-output.yaml': CONFIG.replace('{api}', 'all').replace('plain.yaml', './pets.yaml'),
  'one-object.yaml': CONFIG.replace('plain.yaml', './pets.yaml').replace('mesh/', 'both/'),
  'wrong-port.yaml': PETS.replace('pets}', 'pets, port: 0}'),
  'json.yaml': `${CONFIG.replace('mesh/', 'json/')}  wrong: {root: wrong-port.yaml}\nrules: {apigen/pathz: on}\n`,
  'extends-missing.yaml': `extends: [missing.yaml]\n${CONFIG}`,
  'extends-host.yaml': `extends: ['http://127.0.0.1:1/shared.yaml']\n${CONFIG}`,
  'extends-wrong.yaml': `extends: [wrong.yaml]\n${CONFIG}`,
  'wrong.yaml': 'apis: {pets: {root: openapi.yaml}\n',
  'no-root.yaml': 'apis: {pets: {}}\n',
  'bracket.yaml': 'apis: {\n}\n',
  'no-plugin.yaml': `extends: [apigen/recommended]\n${CONFIG}`,
  'extends-text.yaml': `extends: apigen/recommended\n${CONFIG}`,
  'unknown-plugin.yaml': `plugins: ['@apigen/cli/redocl']\n${CONFIG}`,
  'not-indented.yaml': `apis:
  pets: {root: pets.yaml, decorator: {apigen/service-profile: on}, apigen/service-profile: on}
`,
  'dotted.yaml': CONFIG.replace('shop', 'shop, timeouts.request_timeout: 500ms'),
  'off.yaml': CONFIG.replace(/\{namespace.*\}/, 'off'),
  'one-wrong.yaml': CONFIG.replace('mesh/', 'new/').replace('plain.yaml', 'wrong-name.yaml'),
};

const folder = folderWith(FILES);
const inFolder = (name: string) => path.join(folder, name);

testTranscript(path.join(import.meta.dirname, 'config.txt'), () => folder);

describe('the outputs of a configuration', () => {
  test('have its settings and overlays, and no description is replaced', () => {
    expect(readFileSync(inFolder('mesh/pets.yaml'), 'utf8')).toContain('\n  namespace: shop\n');
    expect(readFileSync(inFolder('mesh/plain.yaml'), 'utf8')).toContain('name: plain.shop.svc.cluster.local');
    const inputs = Object.keys(FILES).map((name) => [name, readFileSync(inFolder(name), 'utf8')]);
    expect(Object.fromEntries(inputs)).toEqual(FILES);
  });

  test('are not written if they do not differ', async () => {
    const {ino} = statSync(inFolder('mesh/pets.yaml'));
    expect(await runCli(['mesh', '--config', 'redocly.yaml'], {cwd: folder})).toMatchObject({status: 0});
    expect(statSync(inFolder('mesh/pets.yaml')).ino).toBe(ino);
  });
});
