import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {beforeEach, describe, expect, test} from '@jest/globals';
import {startCli} from '../start-cli.ts';

const PETS = 'openapi: 3.1.0\nx-apigen: {service: {name: pets}}\npaths: {/pets: {get: {}}}\n';
const PLAIN = 'openapi: 3.1.0\npaths: {/pets: {get: {}}}\n';
const CONFIG = `decorators:
  apigen/service-profile: {namespace: shop, output: 'mesh/{api}.yaml', service.namespace: shop}
apis:
  pets: {root: pets.yaml}
  plain: {root: plain.yaml}
`;
const SKIPPED = 'apigen: plain: skipped: neither `x-apigen` nor a service name is set\n';

let folder = '';
const inFolder = (name: string) => path.join(folder, name);

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'apigen-config-')));
  const files = {'redocly.yaml': CONFIG, 'pets.yaml': PETS, 'plain.yaml': PLAIN};
  for (const [name, text] of Object.entries(files)) writeFileSync(inFolder(name), text);
});

const run = (...args: string[]) => startCli(['mesh', '--config', 'redocly.yaml', ...args], {cwd: folder});

const OVERLAY = `overlay: 1.0.0
actions:
  - {target: $, update: {x-apigen: {service: {name: plain, port: 0}}}}
  - {target: $.webhooks, remove: true}
`;
const WITH_OVERLAY = CONFIG.replace('namespace: shop,', "overlays: ['overlays/mesh.yaml'], namespace: shop,");

describe('the overlays of a configuration', () => {
  beforeEach(() => {
    mkdirSync(inFolder('overlays'));
    writeFileSync(inFolder('redocly.yaml'), WITH_OVERLAY);
  });

  test('are applied to each description', async () => {
    writeFileSync(inFolder('overlays/mesh.yaml'), OVERLAY.replace(', port: 0', ''));
    expect(await run('plain')).toEqual({
      status: 0,
      stdout: '',
      stderr:
        'overlays/mesh.yaml:4:14  warning: `target` "$.webhooks" matches nothing in the description\n    correct the JSONPath, or remove the action\napigen: plain: wrote mesh/plain.yaml\n',
    });
    expect(readFileSync(inFolder('mesh/plain.yaml'), 'utf8')).toContain('name: plain.shop.svc.cluster.local');
  });

  test('are reported for an action that matches in no API', async () => {
    const actions =
      '  - {target: "$.paths[\'/pets\']", update: {}}\n  - {target: $.paths.none, remove: true}\n';
    writeFileSync(inFolder('overlays/mesh.yaml'), `overlay: 1.0.0\nactions:\n${actions}`);
    writeFileSync(inFolder('plain.yaml'), PETS.replaceAll('pets', 'plain'));
    const {status, stderr} = await run('--strict');
    expect({status, stderr}).toEqual({
      status: 1,
      stderr:
        'overlays/mesh.yaml:4:14  `target` "$.paths.none" matches nothing in the description\n    correct the JSONPath, or remove the action\n2 APIs: 2 not written\n',
    });
    writeFileSync(inFolder('overlays/mesh.yaml'), `overlay: 1.0.0\nactions:\n${actions.split('\n')[0]}\n`);
    expect(await run('--strict')).toMatchObject({status: 0});
  });

  test('are where the problems of their values are', async () => {
    writeFileSync(inFolder('overlays/mesh.yaml'), OVERLAY);
    expect(await run('--strict')).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'overlays/mesh.yaml:3:66  invalid `service.port` 0: expected an integer from 1 to 65535\n    for example `service: {port: 8080}`\noverlays/mesh.yaml:4:14  `target` "$.webhooks" matches nothing in the description\n    correct the JSONPath, or remove the action\nAPI    output  result\npets   –       failed\nplain  –       failed\n2 APIs: 2 failed\n',
    });
  });

  test('are not replaced by an output', async () => {
    writeFileSync(inFolder('redocly.yaml'), WITH_OVERLAY.replace('mesh/{api}.yaml', 'overlays/mesh.yaml'));
    writeFileSync(inFolder('overlays/mesh.yaml'), OVERLAY.replace(', port: 0', ''));
    expect(await run('pets')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(
        'pets: the output would replace overlays/mesh.yaml, which this run reads or writes',
      ),
    });
  });

  test('must exist', async () => {
    expect(await run('pets')).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'overlays/mesh.yaml  no such file\n    check the path; it is relative to the folder of redocly.yaml\n',
    });
  });

  test('cannot be given by a flag too', async () => {
    expect(await run('--overlay', 'overlays/mesh.yaml')).toEqual({
      status: 2,
      stdout: '',
      stderr:
        '--overlay  cannot be combined with a configuration file\n    set the option `overlays` of the decorator `apigen/service-profile`\n',
    });
  });
});

describe('the outputs of a configuration', () => {
  test('are written, except those of APIs that are not for a mesh', async () => {
    expect(await run()).toEqual({
      status: 0,
      stdout: '',
      stderr: `${SKIPPED}API   output          result\npets  mesh/pets.yaml  written\n2 APIs: 1 written, 1 skipped\n`,
    });
    expect(readFileSync(inFolder('mesh/pets.yaml'), 'utf8')).toContain('\n  namespace: shop\n');
  });

  test.each(['pets', '@pets', 'pets.yaml'])('are those of the named API: %s', async (name) => {
    const written = {status: 0, stdout: '', stderr: 'apigen: pets: wrote mesh/pets.yaml\n'};
    expect(await run(name)).toEqual(written);
  });

  test('are not written if they do not differ', async () => {
    await run();
    const {ino} = statSync(inFolder('mesh/pets.yaml'));
    expect(await run()).toEqual({
      status: 0,
      stdout: '',
      stderr: `${SKIPPED}2 APIs: 1 unchanged, 1 skipped\n`,
    });
    expect(await run('pets')).toEqual({status: 0, stdout: '', stderr: ''});
    expect(statSync(inFolder('mesh/pets.yaml')).ino).toBe(ino);
  });

  test('are none when the configuration is an address', async () => {
    const address = 'https://me:secret@127.0.0.1/redocly.yaml';
    expect(await startCli(['mesh', '--config', address], {cwd: folder})).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'https://127.0.0.1/redocly.yaml: expected a file, found an address\n    download the file and name its path\n',
    });
  });

  test('are none when an address is invalid', async () => {
    writeFileSync(
      inFolder('redocly.yaml'),
      `${CONFIG}  a/b: {root: 'http://[x'}\n  gone: {root: gone.yaml}\n`,
    );
    expect(await run()).toEqual({
      status: 1,
      stdout: '',
      stderr: `${SKIPPED}gone.yaml  no such file\n    check the path; it is relative to the folder of redocly.yaml\nredocly.yaml:6:15  invalid \`root\` "http://[x": expected a path or an http(s) address\n    check the spelling\nAPI   output  result\na/b   –       failed\ngone  –       failed\n4 APIs: 1 not written, 1 skipped, 2 failed\n`,
    });
  });

  test('are none when a named API is skipped', async () => {
    expect(await run('plain')).toEqual({
      status: 1,
      stdout: '',
      stderr: `${SKIPPED}no output: every API was skipped\n    set a service name for one of them, or turn on the decorator\n`,
    });
  });

  test('are compared with --check', async () => {
    expect(await run('--check', 'pets')).toMatchObject({
      status: 1,
      stderr: 'mesh/pets.yaml: no such file\n    to update it, run the same command without `--check`\n',
    });
    await run();
    expect(await run('--check', 'pets')).toEqual({status: 0, stdout: '', stderr: ''});
  });

  test.each([
    {
      what: 'a wrong option, which is reported once for all APIs',
      config: CONFIG.replace('shop', '5'),
      stderr: `redocly.yaml:2:39  invalid \`namespace\` 5: expected a DNS label (at most 63 lower-case letters, digits and "-", with a letter or digit at both ends)\n    quote it: \`"5"\`\nAPI    output  result\npets   –       failed\nplain  –       failed\n2 APIs: 2 failed\n`,
    },
    {
      what: 'two APIs with one output',
      config: CONFIG.replace('{api}', 'all').replace('plain.yaml', './pets.yaml'),
      stderr:
        'redocly.yaml:2:53  plain: the output would replace mesh/all.yaml, which is the output of another API\n    use `{api}` in `output`, so that each API has its own file\nAPI    output  result\nplain  –       failed\n2 APIs: 1 not written, 1 failed\n',
    },
    {
      what: 'an output that is a description',
      config: CONFIG.replace('mesh/{api}.yaml', 'pets.yaml').replace('plain: {root: plain.yaml}', ''),
      stderr:
        'redocly.yaml:2:53  pets: the output would replace pets.yaml, which this run reads or writes\n    choose another `output`\n',
    },
    {
      what: 'no APIs',
      config: 'apis: {}\n',
      stderr:
        'redocly.yaml  no APIs in the configuration\n    for example `apis: {core@v1: {root: openapi.yaml}}`\n',
    },
  ])('are not written with $what', async ({config, stderr}) => {
    writeFileSync(inFolder('redocly.yaml'), config);
    expect(await run()).toEqual({status: 1, stdout: '', stderr});
    expect(existsSync(inFolder('mesh'))).toBe(false);
  });

  test.each([
    {name: 'pet', hint: 'did you mean `pets`?'},
    {name: 'nothing-like-it', hint: 'APIs in it: pets, plain'},
  ])('are not those of the unknown API $name', async ({name, hint}) => {
    expect(await run(name)).toEqual({
      status: 2,
      stdout: '',
      stderr: `unknown API "${name}": neither in redocly.yaml nor a file\n    ${hint}\n`,
    });
  });

  test('of a description that is not in the configuration have the general options', async () => {
    mkdirSync(inFolder('more'));
    writeFileSync(inFolder('more/cats.yaml'), PETS);
    expect(await run('more/cats.yaml')).toMatchObject({status: 0});
    expect(readFileSync(inFolder('mesh/more/cats.yaml'), 'utf8')).toContain('\n  namespace: shop\n');
  });

  test('are those without an error with --keep-going', async () => {
    writeFileSync(inFolder('plain.yaml'), PETS.replace('pets}', 'Plain}'));
    const wrong =
      'plain.yaml:2:28  invalid `service.name` "Plain": expected a DNS label (at most 63 lower-case letters, digits and "-", with a letter or digit at both ends)\n    for example `service: {name: "petstore"}`\n';
    expect(await run()).toEqual({
      status: 1,
      stdout: '',
      stderr: `${wrong}API    output  result\nplain  –       failed\n2 APIs: 1 not written, 1 failed\n`,
    });
    expect(existsSync(inFolder('mesh'))).toBe(false);
    expect(await run('--keep-going')).toEqual({
      status: 1,
      stdout: '',
      stderr: `${wrong}API    output          result\nplain  –               failed\npets   mesh/pets.yaml  written\n2 APIs: 1 written, 1 failed\n`,
    });
  });

  test('are left as they are when one of them cannot be written', async () => {
    writeFileSync(inFolder('plain.yaml'), PETS);
    mkdirSync(inFolder('mesh'));
    writeFileSync(inFolder('mesh/plain.yaml'), 'before\n', {mode: 0o444});
    const failed = 'mesh/plain.yaml: is read-only\n    make it writable, or write to another file\n';
    expect(await run()).toEqual({
      status: 1,
      stdout: '',
      stderr: `${failed}API    output           result\nplain  mesh/plain.yaml  failed\n2 APIs: 1 not written, 1 failed\n`,
    });
    expect(readdirSync(inFolder('mesh'))).toEqual(['plain.yaml']);
  });

  test('are in the JSON', async () => {
    writeFileSync(inFolder('redocly.yaml'), `${CONFIG}  wrong: {root: wrong.yaml}\nrules: {apigen/x: on}\n`);
    writeFileSync(inFolder('wrong.yaml'), PETS.replace('pets}', 'pets, port: 0}'));
    const {status, stdout, stderr} = await run('--json', '--keep-going');
    expect({status, stderr, ...JSON.parse(stdout)}).toEqual({
      status: 1,
      stderr: '',
      descriptions: [
        {
          api: 'pets',
          description: 'pets.yaml',
          output: 'mesh/pets.yaml',
          result: 'written',
          objects: [{kind: 'ServiceProfile', name: 'pets.shop.svc.cluster.local', namespace: 'shop'}],
          problems: [],
        },
        {
          api: 'plain',
          description: 'plain.yaml',
          result: 'skipped',
          reason: 'skipped: neither `x-apigen` nor a service name is set',
          objects: [],
          problems: [],
        },
        {
          api: 'wrong',
          description: 'wrong.yaml',
          result: 'failed',
          objects: [],
          problems: [
            {
              severity: 'error',
              code: 'setting-value',
              message: 'invalid `service.port` 0: expected an integer from 1 to 65535',
              hint: 'for example `service: {port: 8080}`',
              file: 'wrong.yaml',
              line: 2,
              column: 40,
            },
          ],
        },
      ],
      problems: [
        {
          severity: 'warning',
          code: 'unknown-setting',
          message: 'unknown rule "apigen/x"',
          hint: expect.stringContaining('known here: `apigen/'),
          file: 'redocly.yaml',
          line: 7,
          column: 9,
        },
      ],
      summary: {written: 1, unchanged: 0, 'out of date': 0, 'not written': 0, skipped: 1, failed: 1},
    });
  });

  test('are divided between processors, with the same result', async () => {
    const names = Array.from({length: 120}, (_, index) => `s${1000 + index}`);
    const roots = names.map((name) => `  ${name}: {root: ${name}.yaml}\n`).join('');
    writeFileSync(inFolder('redocly.yaml'), `${WITH_OVERLAY.split('apis:')[0]}apis:\n${roots}`);
    mkdirSync(inFolder('overlays'));
    const targets = ["$.paths['/s1119']", '$.webhooks'].map(
      (target) => `  - {target: "${target}", remove: true}\n`,
    );
    writeFileSync(inFolder('overlays/mesh.yaml'), `overlay: 1.0.0\nactions:\n${targets.join('')}`);
    for (const name of names)
      writeFileSync(
        inFolder(`${name}.yaml`),
        PETS.replace('pets}', `${name}${name === 's1060' ? ', port: 0' : ''}}`).replace(
          'paths: {',
          `paths: {/${name}: {put: {}}, `,
        ),
      );
    expect(await run('--keep-going')).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^overlays\/mesh.yaml:4:14 {2}warning: `target` "\$.webhooks" matches nothing in the description\n.*\ns1060.yaml:2:41 {2}invalid `service.port` 0: .*\n.*\nAPI {4}output {11}result\ns1060 {2}– {16}failed\ns1000 {2}mesh\/s1000.yaml {2}written\n/,
      ),
    });
    expect(readFileSync(inFolder('mesh/s1118.yaml'), 'utf8')).toContain('name: PUT /s1118\n');
    expect(readFileSync(inFolder('mesh/s1119.yaml'), 'utf8')).not.toContain('PUT');
    expect(existsSync(inFolder('mesh/s1060.yaml'))).toBe(false);
  });

  test('strict makes a missing name an error', async () => {
    expect(await run('--strict', 'plain')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^plain\.yaml:1:1 {2}the name of the target Service is missing\n/),
    });
  });
});
