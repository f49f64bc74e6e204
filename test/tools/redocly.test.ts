import {execFileSync} from 'node:child_process';
import path from 'node:path';
import {afterAll, beforeAll, describe, expect, it} from '@jest/globals';
import {
  REDOCLY_VERSIONS,
  type RedoclyProject,
  type RedoclyVersion,
  RedoclyWorkshop,
} from './redocly-project.ts';

const workshop = new RedoclyWorkshop();
beforeAll(() => workshop.open(Object.values(REDOCLY_VERSIONS)), 280_000);
afterAll(() => workshop.close());

const ok = {responses: {200: {description: 'ok'}}};
const info = {title: 'API', version: '1'};

/** Two APIs, one of them in several files, and one that is not meant for a mesh. */
const FILES = {
  'core/openapi.yaml': {
    openapi: '3.1.0',
    info,
    'x-apigen': {service: {name: 'core'}, timeouts: {request_timeout: 10}},
    paths: {
      '/orders': {$ref: 'paths/orders.yaml'},
      '/orders/{id}': {$ref: 'paths/more.yaml#/order'},
      '/refunds': {$ref: '#/components/pathItems/refunds'},
    },
    components: {pathItems: {refunds: {get: {$ref: 'paths/more.yaml#/refund'}}}},
  },
  'core/paths/orders.yaml': {'x-apigen': {timeouts: {request_timeout: 3}}, get: ok, post: ok},
  'core/paths/more.yaml': {
    order: {get: {...ok, parameters: [{$ref: '#/id'}]}},
    refund: {...ok, 'x-apigen': {timeouts: {request_timeout: 0}}},
    id: {name: 'id', in: 'query', schema: {type: 'string'}},
  },
  'shop.json': {swagger: '2.0', info, basePath: '/shop', paths: {'/cart': {get: ok}}},
  'plain.yaml': {openapi: '3.0.3', info, paths: {'/': {get: ok}}},
};

const CONFIG = {
  plugins: ['@apigen/cli/redocly'],
  extends: ['apigen/recommended'],
  apis: {
    'core@v1': {root: 'core/openapi.yaml', output: 'dist/core.yaml'},
    shop: {
      root: 'shop.json',
      output: 'dist/shop.yaml',
      decorators: {
        'apigen/service-profile': {
          'service.name': 'shop',
          namespace: 'stores',
          timeouts: {request_timeout: 7},
          output: 'mesh/{namespace}/{service}-{api}.yaml',
        },
      },
    },
    plain: {root: 'plain.yaml', output: 'dist/plain.yaml'},
  },
};

const CORE = 'core@v1.service-profile.yaml';
const SHOP = 'mesh/stores/shop-shop.yaml';

const sources = [...Object.keys(FILES), 'redocly.yaml', 'orders.yaml', 'other.yaml'];
const made = (project: RedoclyProject) => project.files().filter((file) => !sources.includes(file));
const projectWith = (config: unknown = CONFIG, files: Readonly<Record<string, unknown>> = {}) =>
  workshop.project({...FILES, 'redocly.yaml': config, ...files});

/** What `apigen mesh` prints for an API of the project. */
async function printed(project: RedoclyProject, ...args: string[]): Promise<string> {
  return (await project.apigen(['mesh', ...args])).stdout;
}

/** A description with an unresolved reference in a schema, which is an error of the bundler. */
const brokenOf = ({
  components = {},
  ...document
}: {
  readonly components?: object;
  readonly paths: object;
}) => ({
  openapi: '3.1.0',
  info,
  ...document,
  components: {...components, schemas: {a: {$ref: 'no.yaml'}}},
});

const BUNDLES = ['dist/core.yaml', 'dist/plain.yaml', 'dist/shop.yaml'];

describe.each([REDOCLY_VERSIONS.newest, REDOCLY_VERSIONS.oldest])('redocly %s', (version) => {
  const runs = [
    {name: 'several APIs at once', args: ['bundle'], bundles: BUNDLES, profiles: [CORE, SHOP]},
    {name: 'one API by its name', args: ['bundle', 'core@v1'], bundles: ['dist/core.yaml'], profiles: [CORE]},
    {
      name: 'one API by its path',
      args: ['bundle', 'core/openapi.yaml', '-o', 'b.yaml'],
      bundles: ['b.yaml'],
      profiles: [CORE],
    },
    {name: 'dereferenced', args: ['bundle', '--dereferenced'], bundles: BUNDLES, profiles: [CORE, SHOP]},
    {
      name: '--ext json',
      args: ['bundle', 'core@v1', 'shop', '--ext', 'json', '-o', 'out'],
      bundles: undefined,
      profiles: [CORE, SHOP],
    },
    {
      name: '--skip-decorator',
      args: ['bundle', '--skip-decorator=apigen/service-profile'],
      bundles: BUNDLES,
      profiles: [],
    },
    {name: 'lint', args: ['lint', '--extends=apigen/recommended'], bundles: [], profiles: []},
    {name: 'stats of an API', args: ['stats', 'core@v1'], bundles: [], profiles: []},
  ];

  it.each(runs)(
    '$name: the profiles, and nothing else',
    async ({args, bundles, profiles}) => {
      const project = projectWith();
      const {status, stderr} = await project.redocly(args, version);
      expect({status, stderr: status === 0 ? '' : stderr}).toEqual({status: 0, stderr: ''});
      const files = made(project);
      expect(files.filter((file) => profiles.includes(file))).toEqual([...profiles].sort());
      if (bundles) expect(files).toEqual([...bundles, ...profiles].sort());
      const want: Record<string, string> = {
        [CORE]: await printed(project, '-i', 'core/openapi.yaml'),
        [SHOP]: await printed(
          project,
          ...[
            '-i',
            'shop.json',
            '--service.name',
            'shop',
            '--namespace',
            'stores',
            '--timeouts.request_timeout',
            '7',
          ],
        ),
      };
      for (const profile of profiles) expect(project.read(profile)).toBe(want[profile]);
    },
    60_000,
  );

  it('bundles are the same without the plugin', async () => {
    const apis = Object.fromEntries(
      Object.entries(CONFIG.apis).map(([name, {root, output}]) => [name, {root, output}]),
    );
    const [plain, project] = [projectWith({apis}), projectWith()];
    await Promise.all([plain.redocly(['bundle'], version), project.redocly(['bundle'], version)]);
    for (const bundle of BUNDLES) {
      expect(plain.read(bundle)).toEqual(expect.any(String));
      expect(project.read(bundle)).toBe(plain.read(bundle));
    }
  }, 60_000);

  const deep = {request_timeout: {$ref: '#/components/x-mesh/seconds'}};
  it.each<{name: string; settings: unknown}>([
    {name: 'of all settings', settings: {$ref: '#/components/x-mesh'}},
    {name: 'of all settings, to a file', settings: {$ref: 'mesh.yaml#/all'}},
    {name: 'of a group', settings: {timeouts: {$ref: '#/components/x-mesh/timeouts'}}},
    {name: 'of a group, to a file', settings: {timeouts: {$ref: 'mesh.yaml#/all/timeouts'}}},
    {name: 'of a group, to one more', settings: {timeouts: {$ref: 'mesh.yaml#/more'}}},
    {name: 'of a setting', settings: {namespace: {$ref: '#/components/x-mesh/seconds'}}},
    {name: 'of a setting in a group', settings: {timeouts: deep}},
    {name: 'of a setting in a group, to a file', settings: {service: {name: {$ref: 'mesh.yaml#/seconds'}}}},
    {name: 'of an unknown key in a group', settings: {service: {nme: {$ref: '#/components/x-mesh/seconds'}}}},
    {name: 'of an unknown key', settings: {srvice: {$ref: '#/components/x-mesh/timeouts'}}},
    {name: 'of an unknown group', settings: {srvice: deep}},
  ])(
    'a reference $name is bundled as without the plugin',
    async ({settings}) => {
      const files = {
        'openapi.json': JSON.stringify({
          openapi: '3.1.0',
          info,
          'x-apigen': settings,
          paths: {'/': {'x-apigen': settings, get: {...ok, 'x-apigen': settings}}},
          components: {'x-mesh': {timeouts: deep, seconds: 3}},
        }),
        'mesh.yaml': {all: {timeouts: deep}, more: {$ref: '#/all/timeouts'}, seconds: 3},
      };
      const bundle = ['bundle', 'openapi.json', '-o', 'b.yaml', '--force'];
      const [plain, project] = [{}, {plugins: CONFIG.plugins}].map((config) =>
        workshop.project({...files, 'redocly.yaml': config}),
      );
      await Promise.all([plain?.redocly(bundle, version), project?.redocly(bundle, version)]);
      expect(plain?.read('b.yaml')).toContain('x-apigen');
      expect(project?.read('b.yaml')).toBe(plain?.read('b.yaml'));
    },
    60_000,
  );

  it('the profile stays when the bundle, or a later one, fails for a reason of its own', async () => {
    const config = {plugins: CONFIG.plugins, extends: CONFIG.extends};
    const project = projectWith(config, {
      'core/openapi.yaml': brokenOf(FILES['core/openapi.yaml']),
      'later.yaml': brokenOf({paths: {'/': {get: ok}}}),
    });
    const args = ['bundle', 'core/openapi.yaml', 'later.yaml', '-o', 'out'];
    const {status, stderr} = await project.redocly(args, version);
    expect([status, stderr.match(/^apigen: .*$/gm)]).toEqual([
      1,
      [
        'apigen: core/openapi: wrote core/openapi.service-profile.yaml',
        'apigen: later: skipped: neither `x-apigen` nor a service name is set',
      ],
    ]);
    expect(project.read('core/openapi.service-profile.yaml')).toBe(
      await printed(project, '-i', 'core/openapi.yaml'),
    );
  }, 60_000);

  it('`apigen mesh --config` writes the same files', async () => {
    const [bundled, direct] = [projectWith(), projectWith()];
    await bundled.redocly(['bundle'], version);
    expect(await direct.apigen(['mesh', '--config', 'redocly.yaml'])).toEqual({
      status: 0,
      stdout: '',
      stderr: [
        'apigen: plain: skipped: neither `x-apigen` nor a service name is set',
        'redocly.yaml:19:24  note: `service.namespace` is not set: the Service is expected in namespace "default", not "stores"',
        '    set `service.namespace` to "stores" if the Service is there too, or else to "default"',
        'API      output                        result',
        `core@v1  ${CORE}  written`,
        `shop     ${SHOP}    written`,
        '3 APIs: 2 written, 1 skipped',
        '',
      ].join('\n'),
    });
    expect(made(direct)).toEqual([CORE, SHOP].sort());
    for (const profile of [CORE, SHOP]) expect(direct.read(profile)).toBe(bundled.read(profile));
  }, 60_000);

  it('join, then bundle', async () => {
    const orders = {openapi: '3.1.0', info, paths: {'/orders': {$ref: 'core/paths/orders.yaml'}}};
    const other = {
      openapi: '3.1.0',
      info: {...info, title: 'Users'},
      paths: {'/users': {get: {...ok, operationId: 'listUsers'}}},
    };
    const config = {
      ...CONFIG,
      apis: {joined: {root: 'joined.yaml', decorators: {'apigen/service-profile': {'service.name': 'all'}}}},
    };
    const project = projectWith(config, {'orders.yaml': orders, 'other.yaml': other});
    const joined = await project.redocly(['join', 'orders.yaml', 'other.yaml', '-o', 'joined.yaml'], version);
    expect([joined.status, made(project)]).toEqual([0, ['joined.yaml']]);
    const bundled = await project.redocly(['bundle', 'joined', '-o', 'b.yaml'], version);
    expect([bundled.status, bundled.status === 0 ? '' : bundled.stderr]).toEqual([0, '']);
    expect(project.read('joined.service-profile.yaml')).toBe(
      await printed(project, '-i', 'joined.yaml', '--service.name', 'all'),
    );
    expect(project.read('joined.service-profile.yaml')).toContain('GET /users');
  }, 60_000);
});

const options = (more: Readonly<Record<string, unknown>>) => ({
  ...CONFIG,
  apis: {shop: {root: 'shop.json', output: 'dist/shop.yaml', decorators: {'apigen/service-profile': more}}},
});
const broken = {...FILES['core/openapi.yaml'], 'x-apigen': {service: {name: 'Core'}, namespce: 'x'}};

describe('what goes wrong', () => {
  const refused: {
    name: string;
    config: unknown;
    files?: Record<string, unknown>;
    args?: string[];
    says: string[];
  }[] = [
    {
      name: 'an unknown option, at its place',
      config: options({'service.name': 'shop', outptu: 'x'}),
      says: ['redocly.yaml:15:11', 'unknown option "outptu"; did you mean `output`?'],
    },
    {
      name: 'an option of the wrong type',
      config: options({'service.name': 'shop', strict: 'yes'}),
      says: ['redocly.yaml:15:21', 'invalid `strict` "yes": expected true or false'],
    },
    {
      name: 'an unknown severity',
      config: options({'service.name': 'shop', severity: 'warning'}),
      says: ['redocly.yaml:15:23', 'invalid `severity` "warning": expected one of error, warn, off, on'],
    },
    {
      name: 'a setting out of range',
      config: options({service: {name: 'shop', port: 0}}),
      says: ['invalid `service.port` 0: expected an integer from 1 to 65535'],
    },
    {
      name: 'a setting without a flag',
      config: options({'service.name': 'shop', disabled: true}),
      says: ['unknown option "disabled"'],
    },
    {
      name: 'a setting twice',
      config: options({'service.name': 'a', service: {name: 'b'}}),
      says: ['`service.name` is set twice, nested and by its dotted name'],
    },
    {
      name: 'a setting twice, both of them wrong',
      config: options({'service.name': 'A', service: {name: 'B'}}),
      says: [
        'invalid `service.name` "A": expected a DNS label',
        'invalid `service.name` "B": expected a DNS label',
        '`service.name` is set twice, nested and by its dotted name',
      ],
    },
    {
      name: 'an unknown placeholder',
      config: options({'service.name': 'shop', output: '{alias}.yaml'}),
      says: [
        'redocly.yaml:15:21',
        'invalid `output` "{alias}.yaml": expected the path of a file with "/" between folders, in which `{service}`, `{namespace}`, `{api}` are replaced',
      ],
    },
    {
      name: 'a path that leaves the project',
      config: options({'service.name': 'shop', output: '../{api}.yaml'}),
      says: ['redocly.yaml:15:21', 'output outside of the project folder: ../shop.yaml'],
    },
    {
      name: 'the path of the description',
      config: options({'service.name': 'shop', output: 'shop.json'}),
      says: ['redocly.yaml:15:21', 'the output would replace shop.json, which this run reads or writes'],
    },
    {
      name: 'the path of the bundle',
      config: options({'service.name': 'shop', output: 'dist/{service}.yaml'}),
      says: ['redocly.yaml:15:21', 'the output would replace dist/shop.yaml, which this run reads or writes'],
    },
    ...['plain.yaml', 'dist/plain.yaml'].map((output) => ({
      name: `the path of another API's ${output}`,
      config: {
        ...CONFIG,
        apis: {
          plain: CONFIG.apis.plain,
          shop: {root: 'shop.json', decorators: {'apigen/service-profile': {'service.name': 'shop', output}}},
        },
      },
      args: ['bundle', 'shop', '-o', 'b.yaml'],
      says: [`the output would replace ${output}, which this run reads or writes`],
    })),
    {
      name: 'a path in which a part is a file',
      config: options({'service.name': 'shop', output: 'plain.yaml/{api}.yaml'}),
      says: ['redocly.yaml:15:21', 'plain.yaml/shop.yaml: a part of the path is a file, not a directory'],
    },
    {
      name: 'a folder',
      config: options({'service.name': 'shop', output: 'core'}),
      says: ['redocly.yaml:15:21', 'core is not a regular file'],
    },
    {
      name: 'an API without settings under strict',
      config: {...CONFIG, extends: ['apigen/strict'], apis: {plain: {root: 'plain.yaml'}}},
      says: ['the name of the target Service is missing'],
    },
    {
      name: 'a reference to a file that does not exist',
      config: {...CONFIG, apis: {core: CONFIG.apis['core@v1']}},
      files: {'core/paths/orders.yaml': {get: {$ref: 'order.yaml'}}},
      says: [
        'core/paths/orders.yaml:3:13',
        'unresolved `$ref` "order.yaml": no such file; check the path; it is relative to the file that holds the `$ref`',
      ],
    },
    {
      name: 'a warning under strict, in its own file',
      config: {...CONFIG, extends: ['apigen/strict'], apis: {core: CONFIG.apis['core@v1']}},
      files: {'core/paths/orders.yaml': {'x-apigen': {timeouts: {request_timout: 3}}, get: ok}},
      says: [
        'core/paths/orders.yaml:4:7',
        'unknown setting "timeouts.request_timout"; did you mean `timeouts.request_timeout`?',
      ],
    },
  ];

  it.each(refused)(
    '$name: exit 1, and no profile',
    async ({config, files, args, says}) => {
      const project = projectWith(config, files);
      const {status, stdout, stderr} = await project.redocly(args ?? ['bundle']);
      expect(status).toBe(1);
      for (const text of says) expect(stdout + stderr).toContain(text);
      expect(made(project)).toEqual([]);
    },
    30_000,
  );

  it.each(refused)(
    '$name: refused by lint already',
    async ({config, files, args}) => {
      const project = projectWith(config, files);
      const [, api] = args ?? [];
      const {status} = await project.redocly(['lint', ...(api === undefined ? [] : [api])]);
      expect(status).toBe(1);
    },
    30_000,
  );

  it('writes outside of the project when that is allowed', async () => {
    const project = projectWith(
      options({'service.name': 'shop', output: '../{api}-outside.yaml', allowOutside: true}),
    );
    expect(await project.redocly(['bundle'])).toMatchObject({status: 0});
    expect(project.read('../shop-outside.yaml')).toContain('kind: ServiceProfile');
  }, 30_000);

  it('reports a file that cannot be written', async () => {
    const output = '/proc/apigen/{api}.yaml';
    const project = projectWith(options({'service.name': 'shop', output, allowOutside: true}));
    const {status, stderr} = await project.redocly(['bundle']);
    expect([status, made(project)]).toEqual([1, []]);
    expect(stderr).toContain('redocly.yaml:15:21');
    expect(stderr).toMatch(/proc\/apigen\/shop.yaml: no file can be created there; choose another directory/);
  }, 30_000);

  it('with --force, the API with errors gets its bundle but no profile, the others theirs', async () => {
    const project = projectWith(CONFIG, {'core/openapi.yaml': broken});
    const {status, stderr} = await project.redocly(['bundle', '--force']);
    expect(status).toBe(0);
    expect(stderr).toContain('invalid `service.name` "Core": expected a DNS label');
    expect(made(project)).toEqual([...BUNDLES, SHOP].sort());
  }, 30_000);

  it('two APIs never share a file', async () => {
    const decorators = {'apigen/service-profile': {'service.name': 'shop', output: 'mesh/{service}.yaml'}};
    const apis = {a: {root: 'shop.json', decorators}, b: {root: 'plain.yaml', decorators}};
    const project = projectWith({...CONFIG, apis});
    const {status, stderr} = await project.redocly(['bundle', '--force']);
    expect([
      status,
      stderr.match(/the output would replace mesh\/shop.yaml, which is the output of another API/g)?.length,
    ]).toEqual([0, 1]);
    expect(await project.apigen(['mesh', '--config', 'redocly.yaml'])).toMatchObject({status: 1, stdout: ''});
  }, 30_000);

  it.each<[RedoclyVersion]>([[REDOCLY_VERSIONS.tooOld], [REDOCLY_VERSIONS.one]])(
    '%s is refused with the version that is needed',
    async (version) => {
      const {output: _output, ...api} = CONFIG.apis['core@v1'];
      const project = projectWith({...CONFIG, apis: {'core@v1': api}});
      const {status, stdout, stderr} = await project.redocly(['bundle', 'core@v1'], version);
      expect(status).toBe(1);
      expect(stdout + stderr).toContain(
        '@apigen/cli/redocly needs @redocly/cli 2.0.6 or newer to write profiles',
      );
      expect(made(project)).toEqual([]);
    },
    30_000,
  );
});

/** A problem as `redocly lint --format=json` gives it. */
interface Linted {
  readonly ruleId: string;
  readonly severity: string;
  readonly message: string;
  readonly location: readonly {readonly source: {readonly ref: string}; readonly pointer: string}[];
}

const NO_ROUTES =
  'no routes: every operation is disabled; remove a `disabled`, or allow an empty result: `--allow-empty`, as an option of the decorator `allowEmpty: true`';
const NO_NAME =
  'the name of the target Service is missing; set `service.name`, for example `x-apigen: {service: {name: petstore}}` or `--service.name petstore`';

/** The place of the options of the API `api`. */
const OPTIONS = 'redocly.yaml#/apis/api/decorators/apigen~1service-profile';

describe('lint', () => {
  const faulty = {
    openapi: '3.1.0',
    info,
    'x-apigen': {servce: {}, service: {port: '80'}, labels: {team: 1}},
    paths: {'/a/{x}': {get: ok}, '/a/{y}': {get: ok, 'x-apigen': {namespace: 'x'}}},
  };

  it('reports what the rules find, at its place and once', async () => {
    const project = projectWith({...CONFIG, apis: {}}, {'faulty.json': JSON.stringify(faulty)});
    const {status, stdout} = await project.redocly(['lint', 'faulty.json', '--format=json']);
    const {problems}: {problems: {ruleId: string; severity: string; location: {pointer: string}[]}[]} =
      JSON.parse(stdout);
    expect([
      status,
      problems.map(({ruleId, severity, location}) => [ruleId, severity, location[0]?.pointer]),
    ]).toEqual([
      1,
      [
        ['apigen/setting-value', 'error', '#/x-apigen/labels/team'],
        ['apigen/setting-value', 'error', '#/x-apigen/service/port'],
        ['apigen/unknown-setting', 'warn', '#/x-apigen/servce'],
        ['apigen/setting-scope', 'warn', '#/paths/~1a~1{y}/x-apigen/namespace'],
        ['apigen/ambiguous-paths', 'warn', '#/paths/~1a~1{y}'],
        ['apigen/service-name', 'warn', '#/x-apigen'],
      ],
    ]);
  }, 30_000);

  it.each([REDOCLY_VERSIONS.newest, REDOCLY_VERSIONS.oldest])(
    'reports a wrong value once: `struct` of %s leaves `x-apigen` to the rules',
    async (version) => {
      const config = {plugins: ['@apigen/cli/redocly'], rules: {struct: 'error'}};
      const settings = [{service: {port: '80'}, labels: 5, disabled: 'no', namespace: 1, timeouts: [5]}, 5];
      const files = settings.map((value, index) => [
        `faulty-${index}.json`,
        JSON.stringify({...faulty, 'x-apigen': value, paths: {'/': {'x-apigen': value, get: ok}}}),
      ]);
      const project = projectWith({...config, apis: {}}, Object.fromEntries(files));
      const args = ['lint', ...files.map(([name = '']) => name), '--format=json'];
      const {status, stdout} = await project.redocly(args, version);
      expect([status, stdout.match(/"message": .*/g)]).toEqual([0, null]);
    },
    30_000,
  );

  const api = {openapi: '3.1.0', info, 'x-apigen': {namespace: 'a'}, paths: {'/': {get: ok}}};
  const silent = {openapi: '3.1.0', info, paths: {'/': {get: ok}}};
  const timeout = (seconds: number) => ({timeouts: {request_timeout: seconds}});
  const linted: {
    name: string;
    description: unknown;
    given?: unknown;
    preset?: string;
    says: (readonly [rule: string, severity: string, place: string, message: unknown])[];
  }[] = [
    {
      name: 'a service name that the options give is not missing',
      description: api,
      given: {'service.name': 'shop'},
      says: [],
    },
    {
      name: 'a timeout that differs from the one in the options is needed',
      description: {...api, 'x-apigen': timeout(5), paths: {'/': {get: ok, 'x-apigen': timeout(5)}}},
      given: {'service.name': 'shop', 'timeouts.request_timeout': 9},
      says: [],
    },
    {
      name: 'a timeout that the options set already',
      description: {...api, paths: {'/': {get: ok, 'x-apigen': timeout(9)}}},
      given: {'service.name': 'shop', 'timeouts.request_timeout': 9},
      says: [
        [
          'redundant-timeout',
          'warn',
          'api.yaml#/paths/~1/x-apigen/timeouts/request_timeout',
          'redundant `timeouts.request_timeout` 9: the same value is set in the flags or options; remove it',
        ],
      ],
    },
    {
      name: 'wrong and unknown options, which stop the bundle',
      description: silent,
      given: {'service.name': 'Shop', service: {port: 0}, outptu: 'x', strict: 'yes'},
      says: [
        [
          'setting-value',
          'error',
          `${OPTIONS}/strict`,
          'invalid `strict` "yes": expected true or false; for example `strict: true`',
        ],
        [
          'setting-value',
          'error',
          `${OPTIONS}/service/port`,
          'invalid `service.port` 0: expected an integer from 1 to 65535; for example `service: {port: 8080}`',
        ],
        [
          'setting-name',
          'error',
          `${OPTIONS}/service.name`,
          'invalid `service.name` "Shop": expected a DNS label (at most 63 lower-case letters, digits and "-", with a letter or digit at both ends); for example `service: {name: "petstore"}`',
        ],
        ['unknown-setting', 'error', `${OPTIONS}/outptu`, 'unknown option "outptu"; did you mean `output`?'],
      ],
    },
    {
      name: 'an invalid path and an unknown method',
      description: {...silent, paths: {pets: {get: ok}, '/': {get: ok, gett: ok}}},
      given: {'service.name': 'shop'},
      says: [
        [
          'path-template',
          'error',
          'api.yaml#/paths/pets',
          'invalid path "pets": expected a "/" at the beginning; write "/pets"',
        ],
        ['unknown-method', 'warn', 'api.yaml#/paths/~1/gett', 'unknown method "gett"; did you mean `get`?'],
      ],
    },
    {
      name: 'settings of an operation without a service name',
      description: {...silent, paths: {'/': {get: {...ok, 'x-apigen': timeout(5)}}}},
      says: [['service-name', 'warn', 'api.yaml#/paths/~1/get/x-apigen', NO_NAME]],
    },
    {
      name: 'no route, which stops the bundle only',
      description: {...silent, 'x-apigen': {disabled: true}},
      given: {'service.name': 'shop'},
      says: [['no-routes', 'warn', 'api.yaml#/paths', NO_ROUTES]],
    },
    {
      name: 'no route under strict, which stops both',
      description: {...silent, 'x-apigen': {disabled: true}},
      given: {'service.name': 'shop', strict: true},
      says: [['no-routes', 'error', 'api.yaml#/paths', NO_ROUTES]],
    },
    {
      name: 'no route, when that is allowed',
      description: {...silent, 'x-apigen': {disabled: true}},
      given: {'service.name': 'shop', allowEmpty: true},
      says: [],
    },
    {
      name: 'an output that is refused',
      description: silent,
      given: {'service.name': 'shop', output: '../{api}.yaml'},
      says: [
        [
          'setting-value',
          'error',
          `${OPTIONS}/output`,
          expect.stringContaining('output outside of the project folder: ../api.yaml'),
        ],
      ],
    },
    {
      name: 'warnings where the decorator alone is strict, which stop the bundle too',
      description: {
        ...api,
        'x-apigen': {service: {name: 'a'}, nme: 1},
        paths: {'/a/{x}': {get: ok}, '/a/{y}': {get: ok, 'x-apigen': {namespace: 'x'}}},
      },
      given: {strict: true},
      says: [
        [
          'unknown-setting',
          'error',
          'api.yaml#/x-apigen/nme',
          expect.stringContaining('unknown setting "nme"'),
        ],
        [
          'setting-scope',
          'error',
          'api.yaml#/paths/~1a~1{y}/x-apigen/namespace',
          expect.stringContaining('`namespace` has no effect at a path item'),
        ],
        ['ambiguous-paths', 'error', 'api.yaml#/paths/~1a~1{y}', expect.any(String)],
      ],
    },
    {
      name: 'what bundling refuses, where the decorator is off: a flag may give it',
      description: {...api, 'x-apigen': {...api['x-apigen'], disabled: true}},
      given: 'off',
      says: [
        ['no-routes', 'warn', 'api.yaml#/paths', NO_ROUTES],
        ['service-name', 'warn', 'api.yaml#/x-apigen', NO_NAME],
      ],
    },
    {name: 'an API without any settings', description: silent, says: []},
    {
      name: 'the same under strict, which stops the bundle',
      description: silent,
      preset: 'strict',
      says: [['service-name', 'error', 'api.yaml#/', NO_NAME]],
    },
    {
      name: 'a misspelled and a misplaced `x-apigen` under strict, which stop the bundle too',
      description: {...silent, 'x-apigne': {}, info: {...info, 'x-apigen': {}}},
      preset: 'strict',
      says: [
        [
          'unknown-setting',
          'error',
          'api.yaml#/x-apigne',
          'unknown extension "x-apigne"; did you mean `x-apigen`?',
        ],
        [
          'setting-scope',
          'error',
          'api.yaml#/info/x-apigen',
          expect.stringContaining('`x-apigen` has no effect in `info`'),
        ],
        ['service-name', 'error', 'api.yaml#/', NO_NAME],
      ],
    },
    {
      name: 'settings without a service name under strict',
      description: api,
      preset: 'strict',
      says: [['service-name', 'error', 'api.yaml#/x-apigen', NO_NAME]],
    },
    {name: 'a decorator that is off', description: silent, given: 'off', preset: 'strict', says: []},
    {
      name: 'options of a decorator that only warns',
      description: silent,
      given: {'service.name': 'shop', severity: 'warn', outptu: 'x'},
      says: [
        ['unknown-setting', 'warn', `${OPTIONS}/outptu`, 'unknown option "outptu"; did you mean `output`?'],
      ],
    },
  ];

  it.each(linted)(
    '$name',
    async ({description, given, preset, says}) => {
      const decorators = given === undefined ? {} : {decorators: {'apigen/service-profile': given}};
      const config = {
        ...CONFIG,
        extends: [`apigen/${preset ?? 'recommended'}`],
        // Off in both configurations.
        rules: {'apigen/redundant-timeout': 'warn'},
        apis: {api: {root: 'api.yaml', ...decorators}},
      };
      const project = projectWith(config, {'api.yaml': description});
      const {stdout, status} = await project.redocly(['lint', 'api', '--format=json']);
      const {problems}: {problems: Linted[]} = JSON.parse(stdout);
      expect(
        problems.map(({ruleId, severity, location: [place], message}) => [
          ruleId,
          severity,
          `${place?.source.ref}${place?.pointer}`,
          message,
        ]),
      ).toEqual(says.map(([rule, ...rest]) => [`apigen/${rule}`, ...rest]));
      expect(status).toBe(says.some(([, severity]) => severity === 'error') ? 1 : 0);
    },
    30_000,
  );
});

describe('a misspelled decorator or rule', () => {
  const words = (kind: string, name: string, meant: string) =>
    `unknown ${kind} "apigen/${name}"; did you mean \`apigen/${meant}\`?`;
  const cases = [
    {
      name: 'a decorator',
      more: {decorators: {'apigen/service-profil': 'on'}},
      place: 'redocly.yaml#/decorators/apigen~1service-profil',
      says: words('decorator', 'service-profil', 'service-profile'),
    },
    {
      name: 'a rule of an API',
      more: {apis: {api: {root: 'shop.json', rules: {'apigen/setting-valu': 'warn'}}}},
      place: 'redocly.yaml#/apis/api/rules/apigen~1setting-valu',
      says: words('rule', 'setting-valu', 'setting-value'),
    },
  ];
  const presets = [
    {preset: 'recommended', severity: 'warn'},
    {preset: 'strict', severity: 'error'},
  ];
  const configOf = (preset: string, more: object) => ({
    plugins: ['@apigen/cli/redocly'],
    extends: [`apigen/${preset}`],
    apis: {api: {root: 'shop.json'}},
    ...more,
  });

  it.each(presets.flatMap((preset) => cases.map((given) => ({...preset, ...given}))))(
    '$name with $preset',
    async ({preset, severity, more, place, says}) => {
      const project = projectWith(configOf(preset, more), {
        'shop.json': {...FILES['shop.json'], 'x-apigen': {service: {name: 'shop'}}},
      });
      const {stdout} = await project.redocly(['lint', 'api', '--format=json']);
      const {problems}: {problems: Linted[]} = JSON.parse(stdout);
      expect(
        problems.map(({ruleId, severity: found, location: [at], message}) => [
          ruleId,
          found,
          `${at?.source.ref}${at?.pointer}`,
          message,
        ]),
      ).toEqual([['apigen/unknown-setting', severity, place, says]]);
      const bundled = await project.redocly(['bundle', 'api', '-o', 'b.yaml']);
      expect([bundled.status, bundled.stderr.split(says).length]).toEqual([severity === 'error' ? 1 : 0, 2]);
      const strict = preset === 'strict' ? ['--strict'] : [];
      const mesh = await project.apigen(['mesh', '--config', 'redocly.yaml', ...strict]);
      expect([mesh.status, mesh.stderr.split(says.split(';')[0] ?? '').length]).toEqual([
        severity === 'error' ? 1 : 0,
        2,
      ]);
    },
    30_000,
  );

  it('is reported where nothing else of the plugin is on', async () => {
    const {extends: _, ...config} = configOf('recommended', {
      decorators: {'apigen/service-profil': 'on'},
    });
    const bundled = await projectWith(config).redocly(['bundle', 'api', '-o', 'b.yaml']);
    expect(bundled).toMatchObject({
      status: 0,
      stderr: expect.stringContaining(words('decorator', 'service-profil', 'service-profile')),
    });
  }, 30_000);
});

describe('a configuration that `redocly bundle` refuses', () => {
  const apis = {api: {root: 'core/openapi.yaml'}};
  const plugins = ['@apigen/cli/redocly'];
  it.each([
    {
      name: 'a preset without the plugin',
      config: {extends: ['apigen/recommended'], apis},
      says: 'redocly.yaml:2:14  `apigen/recommended` is extended without the plugin that contains it\n    add `plugins: ["@apigen/cli/redocly"]`\n',
    },
    {
      name: 'an unknown plugin',
      config: {plugins: ['@apigen/cli/redocl'], apis},
      says: 'redocly.yaml:3:5  plugin "@apigen/cli/redocl" not found\n    install it, or correct its name or path\n',
    },
    {
      name: 'a text in place of a list',
      config: {plugins, extends: 'apigen/recommended', apis},
      says: 'redocly.yaml:5:14  invalid `extends` "apigen/recommended": expected a list of strings\n    for example `extends: [apigen/recommended]`\n',
    },
    {
      name: 'a number in `extends`',
      config: {plugins, extends: [5], apis},
      says: 'redocly.yaml:5:14  invalid name in `extends` 5: expected a string\n    for example `extends: [apigen/recommended]`\n',
    },
    {
      name: 'an unknown preset',
      config: {plugins, extends: ['apigen/recomended'], apis},
      says: "redocly.yaml  Invalid config apigen/recomended: plugin apigen doesn't export config with name recomended.\n    run `redocly check-config`\n",
    },
    {
      name: 'an unknown configuration of Redocly’s',
      config: {plugins, extends: ['recommende'], apis},
      says: 'redocly.yaml  Invalid config recommende: there is no such built-in config.\n    run `redocly check-config`\n',
    },
    {
      name: 'an API without a root',
      config: {plugins, extends: ['apigen/recommended'], apis: {...apis, b: {}}},
      says: 'redocly.yaml:12:5  API "b" has no `root`\n    set the path of its description, for example `root: openapi.yaml`\n',
    },
  ])(
    '$name is refused by `apigen mesh --config` too',
    async ({config, says}) => {
      const project = projectWith(config);
      expect((await project.redocly(['bundle', '-o', 'out'])).status).not.toBe(0);
      expect(await project.apigen(['mesh', '--config', 'redocly.yaml'])).toEqual({
        status: 1,
        stdout: '',
        stderr: says,
      });
      expect(made(project)).toEqual([]);
    },
    30_000,
  );
});

describe('an API whose only `x-apigen` is misspelled or misplaced', () => {
  const description = {openapi: '3.1.0', 'x-apigne': {}, info: {...info, 'x-apigen': {}}, paths: {}};
  const config = {...CONFIG, apis: {api: {root: 'api.yaml'}}};
  const skipped = 'apigen: api: skipped: neither `x-apigen` nor a service name is set';

  it.each([
    {name: 'redocly bundle', run: (project: RedoclyProject) => project.redocly(['bundle', 'api'])},
    {
      name: 'apigen mesh --config',
      run: (project: RedoclyProject) => project.apigen(['mesh', '--config', 'redocly.yaml']),
    },
  ])(
    'is skipped by `$name`, with warnings',
    async ({run}) => {
      const {status, stderr} = await run(projectWith(config, {'api.yaml': description}));
      expect(status).toBe(0);
      for (const words of [skipped, 'unknown extension "x-apigne"', '`x-apigen` has no effect in `info`'])
        expect(stderr).toContain(words);
    },
    30_000,
  );
});

it('reports a warning at its line, prints a note, and writes the profile', async () => {
  const description = {
    ...FILES['core/openapi.yaml'],
    'x-apigen': {service: {name: 'core'}, timeouts: {request_timeout: 3}, namespce: 'x'},
  };
  const config = {...CONFIG, apis: {core: CONFIG.apis['core@v1']}};
  const project = projectWith(config, {'core/openapi.yaml': description});
  const {status, stderr} = await project.redocly(['bundle']);
  expect(status).toBe(0);
  expect(stderr).toContain('apigen: core: wrote core.service-profile.yaml');
  expect([
    stderr.match(/^\[\d+\] .*$/gm),
    stderr.match(/^(unknown|redundant|apigen: core: note) .*$/gm),
  ]).toEqual([
    ['[1] core/openapi.yaml:14:5 at #/x-apigen/namespce'],
    [
      'apigen: core: note at core/paths/orders.yaml#/x-apigen/timeouts/request_timeout: redundant `timeouts.request_timeout` 3: the same value is set at the root; remove it',
      'unknown setting "namespce"; did you mean `namespace`?',
    ],
  ]);
  expect(project.read('core.service-profile.yaml')).toContain('kind: ServiceProfile');
}, 30_000);

describe('a description that is not in `apis`', () => {
  const config = {
    ...CONFIG,
    decorators: {'apigen/service-profile': {'service.name': 'any', output: 'mesh/{api}.yaml'}},
  };

  it.each([{apis: CONFIG.apis}, {apis: undefined}])(
    'is bundled and read by its path, with the general options',
    async ({apis}) => {
      const files = {'specs/more.yaml': FILES['plain.yaml']};
      const [bundled, direct] = [
        projectWith({...config, apis}, files),
        projectWith({...config, apis}, files),
      ];
      expect(await bundled.redocly(['bundle', 'specs/more.yaml', '-o', 'b.yaml'])).toMatchObject({status: 0});
      expect(await direct.apigen(['mesh', '--config', 'redocly.yaml', 'specs/more.yaml'])).toEqual({
        status: 0,
        stdout: '',
        stderr: 'apigen: specs/more: wrote mesh/specs/more.yaml\n',
      });
      expect(direct.read('mesh/specs/more.yaml')).toContain('name: any.default.svc.cluster.local');
      expect(direct.read('mesh/specs/more.yaml')).toBe(bundled.read('mesh/specs/more.yaml'));
    },
    30_000,
  );

  it('must exist', async () => {
    expect(await projectWith().apigen(['mesh', 'core@v2'])).toEqual({
      status: 2,
      stdout: '',
      stderr: 'unknown API "core@v2": neither in redocly.yaml nor a file\n    did you mean `core@v1`?\n',
    });
  }, 30_000);
});

describe('`apigen mesh --config`, as `redocly bundle`', () => {
  it('skips an API that is not an OpenAPI description', async () => {
    const events = {asyncapi: '2.6.0', info, channels: {}};
    const arazzo = {arazzo: '1.0.1', info, sourceDescriptions: [], workflows: []};
    const apis = {
      events: {root: 'events.yaml'},
      flow: {root: 'flow.yaml'},
      'core@v1': {root: 'core/openapi.yaml'},
    };
    const project = projectWith({...CONFIG, apis}, {'events.yaml': events, 'flow.yaml': arazzo});
    expect(await project.apigen(['mesh', '--config', 'redocly.yaml'])).toEqual({
      status: 0,
      stdout: '',
      stderr: [
        'apigen: events: skipped: not an OpenAPI description but `asyncapi`',
        'apigen: flow: skipped: not an OpenAPI description but `arazzo`',
        'API      output                        result',
        `core@v1  ${CORE}  written`,
        '3 APIs: 1 written, 2 skipped',
        '',
      ].join('\n'),
    });
  }, 30_000);

  it.each([false, null, 'off'])(
    'writes nothing where the decorator is %s',
    async (off) => {
      const apis = {core: {root: 'core/openapi.yaml', output: 'b.yaml'}};
      const config = {...CONFIG, apis, decorators: {'apigen/service-profile': off}};
      const project = projectWith(config);
      expect(await project.redocly(['bundle'])).toMatchObject({status: 0});
      expect(await project.apigen(['mesh', '--config', 'redocly.yaml'])).toMatchObject({
        status: 0,
        stderr: expect.stringContaining('the decorator `apigen/service-profile` is off'),
      });
      expect(made(project)).toEqual(['b.yaml']);
    },
    30_000,
  );

  it('refuses a pipe as output', async () => {
    const project = projectWith(options({'service.name': 'shop', output: 'pipe.yaml'}));
    execFileSync('mkfifo', [path.join(project.folder, 'pipe.yaml')]);
    const {status, stdout, stderr} = await project.redocly(['bundle']);
    expect([status, stdout + stderr]).toEqual([
      1,
      expect.stringContaining('pipe.yaml is not a regular file'),
    ]);
    expect(await project.apigen(['mesh', '--config', 'redocly.yaml'])).toEqual({
      status: 1,
      stdout: '',
      stderr: 'redocly.yaml:15:21  shop: pipe.yaml is not a regular file\n    choose another `output`\n',
    });
  }, 30_000);
});

describe('an output that is refused', () => {
  it('is reported at its line by `apigen mesh --config` too', async () => {
    const project = projectWith(options({'service.name': 'shop', output: '../{api}.yaml'}));
    expect(await project.apigen(['mesh', '--config', 'redocly.yaml'])).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'redocly.yaml:15:21  shop: output outside of the project folder: ../shop.yaml\n    choose an `output` in the folder of the configuration, or set `allowOutside: true`\n',
    });
  }, 30_000);
});

describe('a configuration that extends another file', () => {
  it('is read by Redocly itself', async () => {
    const shared = {
      decorators: {'apigen/service-profile': {'service.name': 'shared', output: 'mesh/{api}.yaml'}},
    };
    const config = {
      plugins: ['@apigen/cli/redocly'],
      extends: ['shared.yaml'],
      apis: {'core@v1': {root: 'core/openapi.yaml', output: 'dist/core.yaml'}},
    };
    const [bundled, direct] = [
      projectWith(config, {'shared.yaml': shared}),
      projectWith(config, {'shared.yaml': shared}),
    ];
    expect(await bundled.redocly(['bundle'])).toMatchObject({status: 0});
    expect(await direct.apigen(['mesh', 'core@v1'])).toMatchObject({status: 0});
    expect(direct.read('mesh/core@v1.yaml')).toContain('name: shared.default.svc.cluster.local');
    expect(direct.read('mesh/core@v1.yaml')).toBe(bundled.read('mesh/core@v1.yaml'));
  }, 30_000);
});

describe('the example', () => {
  it('runs as it is, and has the profiles that `apigen mesh --config` writes', async () => {
    const [bundled, direct] = [workshop.project({}), workshop.project({})];
    for (const project of [bundled, direct]) project.copy(path.resolve('examples/redocly'), '.');
    expect(await bundled.redocly(['bundle'])).toMatchObject({status: 0});
    expect(await direct.apigen(['mesh', '--config', 'redocly.yaml'])).toMatchObject({status: 0});
    for (const profile of ['orders@v1.service-profile.yaml', 'mesh/shop/catalog.yaml']) {
      expect(bundled.read(profile)).toContain('kind: ServiceProfile');
      expect(direct.read(profile)).toBe(bundled.read(profile));
    }
    expect(await bundled.apigen(['mesh', '--config', 'redocly.yaml', '--check'])).toMatchObject({status: 0});
    const {stdout, status} = await bundled.redocly(['lint', '--format=json']);
    expect([status, stdout.match(/"ruleId": "[^"]*"/g)]).toEqual([0, null]);
  }, 30_000);
});

describe('apigen init --redocly', () => {
  const text = `openapi: 3.1.0 # ours\ninfo: {title: Orders, version: "1"}\npaths:\n  /orders: {get: {responses: {"200": {description: OK}}}}\n`;

  it.each([
    {name: 'a new configuration', files: {}},
    {
      name: 'a configuration with comments',
      files: {
        'redocly.yaml': '# Ours\nextends: [minimal] # for now\napis:\n  a:\n    root: a.yaml # the other\n',
      },
    },
  ])('$name bundles and lints with the plugin', async ({files}) => {
    const project = workshop.project({...files, 'openapi.yaml': text, 'a.yaml': text});
    expect(await project.apigen(['init', '-i', 'openapi.yaml', '--redocly', '--yes'])).toMatchObject({
      status: 0,
    });
    expect(await project.redocly(['bundle', 'orders', '-o', 'b.yaml'])).toMatchObject({status: 0});
    expect(project.read('orders.service-profile.yaml')).toBe(await printed(project, '-i', 'openapi.yaml'));
    project.write('openapi.yaml', project.read('openapi.yaml')?.replace('name: orders', 'name: Orders'));
    const {status, stdout} = await project.redocly(['lint', 'orders', '--format=json']);
    expect([status, stdout.includes('apigen/setting-name')]).toEqual([1, true]);
  });
});
