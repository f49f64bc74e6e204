import {existsSync, mkdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {beforeEach, describe, expect, test} from '@jest/globals';
import {ends, runCli} from '../../start-cli.ts';
import {folderWith} from '../../temporary-folder.ts';

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
  folder = folderWith({'redocly.yaml': CONFIG, 'pets.yaml': PETS, 'plain.yaml': PLAIN});
});

const run = (...args: string[]) => runCli(['mesh', '--config', 'redocly.yaml', ...args], {cwd: folder});

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
    expect(await run('plain')).toEqual(
      ends(
        0,
        'overlays/mesh.yaml:4:14  warning: `target` "$.webhooks" matches nothing in the description\n    correct the JSONPath (a `$ref` is not followed), or remove the action\napigen: plain: wrote mesh/plain.yaml\n',
      ),
    );
    expect(readFileSync(inFolder('mesh/plain.yaml'), 'utf8')).toContain('name: plain.shop.svc.cluster.local');
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

  test('cannot be given by a flag too', async () => {
    expect(await run('--overlay', 'overlays/mesh.yaml')).toEqual(
      ends(
        2,
        '--overlay  error: cannot be combined with a configuration file\n    set the option `overlays` of the decorator `apigen/service-profile`\n',
      ),
    );
  });
});

describe('the outputs of a configuration', () => {
  test('are written, except those of APIs that are not for a mesh', async () => {
    expect(await run()).toEqual(
      ends(
        0,
        `${SKIPPED}API   OUTPUT          RESULT\npets  mesh/pets.yaml  written\n2 APIs: 1 written, 1 skipped\n`,
      ),
    );
    expect(readFileSync(inFolder('mesh/pets.yaml'), 'utf8')).toContain('\n  namespace: shop\n');
  });

  test.each(['pets', '@pets', 'pets.yaml'])('are those of the named API: %s', async (name) => {
    const written = ends(0, 'apigen: pets: wrote mesh/pets.yaml\n');
    expect(await run(name)).toEqual(written);
  });

  test('are not written if they do not differ', async () => {
    await run();
    const {ino} = statSync(inFolder('mesh/pets.yaml'));
    expect(await run()).toEqual(ends(0, `${SKIPPED}2 APIs: 1 unchanged, 1 skipped\n`));
    expect(await run('pets')).toEqual(ends(0, ''));
    expect(statSync(inFolder('mesh/pets.yaml')).ino).toBe(ino);
  });

  test('are none when the configuration is an address', async () => {
    const address = 'https://me:secret@127.0.0.1/redocly.yaml';
    expect(await runCli(['mesh', '--config', address], {cwd: folder})).toEqual(
      ends(
        1,
        'error: https://127.0.0.1/redocly.yaml: no such file\n    name your redocly.yaml with `--config <file>`\n',
      ),
    );
  });

  test('are none when a named API is skipped', async () => {
    expect(await run('plain')).toEqual(
      ends(
        1,
        `${SKIPPED}error: no output: every API was skipped\n    set a service name for one of them, or turn on the decorator\n`,
      ),
    );
  });

  test('are compared with --check', async () => {
    expect(await run('--check', 'pets')).toMatchObject({
      status: 1,
      stderr:
        'error: mesh/pets.yaml: no such file\n    to update it, run the same command without `--check`\n',
    });
    await run();
    expect(await run('--check', 'pets')).toEqual(ends(0, ''));
  });

  test.each([
    {
      what: 'a wrong option, which is reported once for all APIs',
      config: CONFIG.replace('shop', '5'),
      stderr: `redocly.yaml:2:39  error: invalid \`namespace\` 5: expected a DNS label (at most 63 lower-case letters, digits and "-", with a letter or digit at both ends)\n    quote it: \`"5"\`\nAPI    OUTPUT  RESULT\npets   -       failed\nplain  -       failed\n2 APIs: 2 failed\n`,
    },
    {
      what: 'two APIs with one output',
      config: CONFIG.replace('{api}', 'all').replace('plain.yaml', './pets.yaml'),
      stderr:
        'redocly.yaml:2:53  error: plain: the output would replace mesh/all.yaml, which is the output of another API\n    use `{api}` in `output`, so that each API has its own file\nAPI    OUTPUT  RESULT\nplain  -       failed\n2 APIs: 1 not written, 1 failed\n',
    },
  ])('are not written with $what', async ({config, stderr}) => {
    writeFileSync(inFolder('redocly.yaml'), config);
    expect(await run()).toEqual(ends(1, stderr));
    expect(existsSync(inFolder('mesh'))).toBe(false);
  });

  test.each([
    {name: 'pet', hint: 'did you mean `pets`?'},
    {name: 'nothing-like-it', hint: 'APIs in it: pets, plain'},
  ])('are not those of the unknown API $name', async ({name, hint}) => {
    expect(await run(name)).toEqual(
      ends(2, `error: unknown API "${name}": neither in redocly.yaml nor a file\n    ${hint}\n`),
    );
  });

  test('are those without an error with --keep-going', async () => {
    writeFileSync(inFolder('plain.yaml'), PETS.replace('pets}', 'Plain}'));
    const wrong =
      'plain.yaml:2:28  error: invalid `service.name` "Plain": expected a DNS label (at most 63 lower-case letters, digits and "-", with a letter or digit at both ends)\n    for example `service: {name: "petstore"}`\n';
    expect(await run()).toEqual(
      ends(1, `${wrong}API    OUTPUT  RESULT\nplain  -       failed\n2 APIs: 1 not written, 1 failed\n`),
    );
    expect(existsSync(inFolder('mesh'))).toBe(false);
    expect(await run('--keep-going')).toEqual(
      ends(
        1,
        `${wrong}API    OUTPUT          RESULT\nplain  -               failed\npets   mesh/pets.yaml  written\n2 APIs: 1 written, 1 failed\n`,
      ),
    );
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
      summary: {
        written: 1,
        printed: 0,
        unchanged: 0,
        'out of date': 0,
        'not written': 0,
        skipped: 1,
        failed: 1,
      },
    });
  });
});
