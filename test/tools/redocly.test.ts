import path from 'node:path';
import {beforeAll, describe, expect, it} from '@jest/globals';
import {type Project, REDOCLY_VERSIONS, type RedoclyVersion, Workshop} from './npm-project.ts';

const workshop = new Workshop();
beforeAll(() => workshop.open([], Object.values(REDOCLY_VERSIONS)), 280_000);

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

const sources = [...Object.keys(FILES), 'redocly.yaml'];
const made = (project: Project) => project.files().filter((file) => !sources.includes(file));
const projectWith = (config: unknown = CONFIG, files: Readonly<Record<string, unknown>> = {}) =>
  workshop.project({...FILES, 'redocly.yaml': config, ...files});

/** What `apigen mesh` prints for an API of the project. */
async function printed(project: Project, ...args: string[]): Promise<string> {
  return (await project.apigen(['mesh', ...args])).stdout;
}

describe.each([REDOCLY_VERSIONS.newest, REDOCLY_VERSIONS.oldest])('redocly %s', (version) => {
  const bundles = ['dist/core.yaml', 'dist/plain.yaml', 'dist/shop.yaml'];
  const runs = [
    {args: ['bundle', '--dereferenced'], want: [...bundles, CORE, SHOP]},
    {args: ['bundle', 'core@v1', '--ext', 'json'], want: ['dist/core.json', CORE]},
    {args: ['bundle', 'core/openapi.yaml', '-o', 'b.yaml'], want: ['b.yaml', CORE]},
    {args: ['bundle', '--skip-decorator=apigen/service-profile'], want: bundles},
    {args: ['lint', '--extends=apigen/recommended'], want: []},
    {args: ['stats', 'core@v1'], want: []},
  ];

  it.each(runs)('$args writes $want', async ({args, want}) => {
    const project = projectWith();
    expect(await project.redocly(args, version)).toMatchObject({status: 0});
    expect(made(project)).toEqual(want.toSorted());
    if (!want.includes(CORE)) return;
    expect(project.read(CORE)).toBe(await printed(project, '-i', 'core/openapi.yaml'));
    const shop = ['-i', 'shop.json', '--service.name', 'shop', '--namespace', 'stores'];
    if (want.includes(SHOP))
      expect(project.read(SHOP)).toBe(await printed(project, ...shop, '--timeouts.request_timeout', '7'));
  });

  it('a reference in `x-apigen` is bundled as without the plugin', async () => {
    const deep = {request_timeout: {$ref: '#/components/x-mesh/seconds'}};
    const settings = [
      {$ref: '#/components/x-mesh'},
      {$ref: 'mesh.yaml#/all'},
      {timeouts: {$ref: 'mesh.yaml#/more'}},
      {timeouts: deep, namespace: {$ref: '#/components/x-mesh/seconds'}},
      {service: {name: {$ref: 'mesh.yaml#/seconds'}, nme: {$ref: '#/components/x-mesh/seconds'}}},
    ];
    const descriptions = settings.map((value, index) => [
      `${index}.json`,
      {
        openapi: '3.1.0',
        info,
        'x-apigen': value,
        paths: {'/': {'x-apigen': value, get: {...ok, 'x-apigen': value}}},
        components: {'x-mesh': {timeouts: deep, seconds: 3}},
      },
    ]);
    const files: Readonly<Record<string, unknown>> = {
      ...Object.fromEntries(descriptions),
      'mesh.yaml': {all: {timeouts: deep}, more: {$ref: '#/all/timeouts'}, seconds: 3},
    };
    const bundled = async (config: object) => {
      const project = workshop.project({...files, 'redocly.yaml': config});
      const names = settings.map((_, index) => `${index}.json`);
      await project.redocly(['bundle', ...names, '-o', 'out', '--force'], version);
      return names.map((name) => project.read(`out/${name}`));
    };
    const plain = await bundled({});
    for (const bundle of plain) expect(bundle).toContain('x-apigen');
    expect(await bundled({plugins: CONFIG.plugins})).toEqual(plain);
  });

  it('the profile stays when the bundle, or a later one, fails for a reason of its own', async () => {
    const unresolved = {schemas: {a: {$ref: 'no.yaml'}}};
    const core = FILES['core/openapi.yaml'];
    const project = projectWith(
      {plugins: CONFIG.plugins, extends: CONFIG.extends},
      {
        'core/openapi.yaml': {...core, components: {...core.components, ...unresolved}},
        'later.yaml': {...FILES['plain.yaml'], components: unresolved},
      },
    );
    const args = ['bundle', 'core/openapi.yaml', 'later.yaml', '-o', 'out'];
    const {status, stderr} = await project.redocly(args, version);
    expect([status, stderr.match(/^apigen: .*$/gm)]).toEqual([
      1,
      [
        'apigen: core/openapi: wrote core/openapi.service-profile.yaml',
        'apigen: later: skipped: neither `x-apigen` nor a service name is set',
      ],
    ]);
    expect(project.read('core/openapi.service-profile.yaml')).toContain('kind: ServiceProfile');
  });
});

it.each<[RedoclyVersion]>([[REDOCLY_VERSIONS.tooOld], [REDOCLY_VERSIONS.one]])(
  'redocly %s is refused with the version that is needed',
  async (version) => {
    const project = projectWith({...CONFIG, apis: {'core@v1': {root: 'core/openapi.yaml'}}});
    const {status, stdout, stderr} = await project.redocly(['bundle', 'core@v1'], version);
    expect(status).toBe(1);
    expect(stdout + stderr).toContain(
      '@apigen/cli/redocly needs @redocly/cli 2.0.6 or newer to write profiles',
    );
    expect(made(project)).toEqual([]);
  },
);

/** An API with options of the decorator. */
const api = (root: string, options: unknown, more: object = {}) => ({
  root,
  decorators: {'apigen/service-profile': options},
  ...more,
});

const NO_NAME =
  'the name of the target Service is missing; set `service.name`, for example `x-apigen: {service: {name: petstore}}` or `--service.name petstore`';

it('what is wrong in options and referenced files fails the bundle and lint, at its place', async () => {
  const named = {'service.name': 'shop'};
  const apis = {
    option: api('shop.json', {...named, outptu: 'x'}),
    value: api('shop.json', {service: {name: 'shop', port: 0}}),
    outside: api('shop.json', {...named, output: '../{api}.yaml'}),
    bundle: api('shop.json', {...named, output: 'dist/plain.yaml'}),
    unwritable: api('shop.json', {...named, output: '/proc/apigen/{api}.yaml', allowOutside: true}),
    nameless: api('plain.yaml', {strict: true}),
    unresolved: api('refs.yaml', named),
    setting: api('core/openapi.yaml', {strict: true}),
    plain: CONFIG.apis.plain,
  };
  const project = projectWith(
    {...CONFIG, apis},
    {
      'refs.yaml': {openapi: '3.1.0', info, paths: {'/': {$ref: 'paths/a.yaml'}}},
      'paths/a.yaml': {get: {$ref: 'order.yaml'}},
      'core/paths/orders.yaml': {'x-apigen': {timeouts: {request_timout: 3}}, get: ok},
    },
  );
  const {status, stderr} = await project.redocly(['bundle', ...Object.keys(apis).slice(0, -1), '-o', 'out']);
  expect(status).toBe(1);
  const found = stderr.matchAll(/^\[\d+\] (\S+) at \S+\n+(.*)\n/gm);
  expect([...found].map(([, place, message]) => `${place} ${message}`)).toEqual([
    'redocly.yaml:14:11 unknown option "outptu"; did you mean `output`?',
    'redocly.yaml:24:21 invalid `service.port` 0: expected an integer from 1 to 65535; for example `service: {port: 8080}`',
    'redocly.yaml:34:21 outside: output outside of the project folder: ../outside.yaml; choose an `output` in the folder of the configuration, or set `allowOutside: true`',
    'redocly.yaml:43:21 bundle: the output would replace dist/plain.yaml, which this run reads or writes; choose another output',
    expect.stringMatching(
      /^redocly.yaml:52:21 .*proc\/apigen\/unwritable.yaml: cannot be written: ENOENT: no such file or directory; choose another path$/,
    ),
    `plain.yaml:1:1 ${NO_NAME}`,
    expect.stringContaining("paths/a.yaml:2:10 Can't resolve $ref"),
    'core/paths/orders.yaml:4:7 unknown setting "timeouts.request_timout"; did you mean `timeouts.request_timeout`?',
  ]);
  expect(made(project).filter((file) => !/^(out|paths|refs)/.test(file))).toEqual([]);
  const {stdout} = await project.redocly(['lint', '--format=json']);
  const errors = [...stdout.matchAll(/"totals": \{\s*"errors": (\d+)/g)].map(([, count]) => Number(count));
  expect(errors.map((count) => count > 0)).toEqual(
    // Only writing shows that a file cannot be written.
    Object.keys(apis).map((name) => name !== 'plain' && name !== 'unwritable'),
  );
});

describe('lint', () => {
  const silent = {openapi: '3.1.0', info, paths: {'/': {get: ok}}};
  const timeout = {timeouts: {request_timeout: 9}};
  const described = {...silent, 'x-apigen': {namespace: 'a'}, paths: {'/': {get: ok, 'x-apigen': timeout}}};
  const disabled = {...silent, 'x-apigen': {disabled: true}};
  const NO_ROUTES =
    'no routes: every operation is disabled; remove a `disabled`, or allow an empty result: `--allow-empty`, as an option of the decorator `allowEmpty: true`';
  interface Linted {
    readonly description: unknown;
    readonly given?: unknown;
    readonly says: readonly string[];
  }

  const recommended: Readonly<Record<string, Linted>> = {
    'a name and a timeout in the options': {
      description: described,
      given: {'service.name': 'shop', 'timeouts.request_timeout': 9},
      says: [],
    },
    'no route': {
      description: disabled,
      given: {'service.name': 'shop'},
      says: [`no-routes warn #/paths ${NO_ROUTES}`],
    },
    'no route, allowed': {description: disabled, given: {'service.name': 'shop', allowEmpty: true}, says: []},
    'a decorator that is off': {
      description: disabled,
      given: 'off',
      says: [`no-routes warn #/paths ${NO_ROUTES}`, `service-name warn #/x-apigen ${NO_NAME}`],
    },
    'no settings': {description: silent, says: []},
  };
  const strict: Readonly<Record<string, Linted>> = {
    'no settings': {description: silent, says: [`service-name error #/ ${NO_NAME}`]},
    'a misspelled extension': {
      description: {...silent, 'x-apigne': {}},
      says: [
        'unknown-setting error #/x-apigne unknown extension "x-apigne"; did you mean `x-apigen`?',
        `service-name error #/ ${NO_NAME}`,
      ],
    },
  };

  it.each(Object.entries({recommended, strict}))('knows the options, with %s', async (preset, cases) => {
    const roots = Object.entries(cases).map(([name, {given}], index) => {
      const root = `${index}.yaml`;
      return [name, given === undefined ? {root} : api(root, given)];
    });
    const config = {
      plugins: CONFIG.plugins,
      extends: [`apigen/${preset}`],
      // Off in both configurations.
      rules: {'apigen/redundant-timeout': 'warn'},
      apis: Object.fromEntries(roots),
    };
    const files = Object.values(cases).map(({description}, index) => [`${index}.yaml`, description]);
    const {stdout} = await projectWith(config, Object.fromEntries(files)).redocly(['lint', '--format=json']);
    expect(findings(stdout)).toEqual(Object.values(cases).map(({says}) => says));
  });
});

/** A problem as `redocly lint --format=json` gives it. */
interface LintProblem {
  readonly ruleId: string;
  readonly severity: string;
  readonly message: string;
  readonly location: readonly {readonly source: {readonly ref: string}; readonly pointer: string}[];
}

/** The findings in each API, as `rule severity place message`; a place without a file is in the description. */
function findings(stdout: string): string[][] {
  return stdout.split(/(?<=^\})\s*(?=\{$)/m).map((text) => {
    const {problems}: {problems: LintProblem[]} = JSON.parse(text);
    return problems.map(({ruleId, severity, location: [place], message}) => {
      const file = place?.source.ref === 'redocly.yaml' ? 'redocly.yaml' : '';
      return `${ruleId.replace('apigen/', '')} ${severity} ${file}${place?.pointer} ${message}`;
    });
  });
}

describe('a misspelled decorator or rule', () => {
  const decorator = {
    more: {decorators: {'apigen/service-profil': 'on'}},
    place: '/decorators/apigen~1service-profil',
    says: 'unknown decorator "apigen/service-profil"; did you mean `apigen/service-profile`?',
  };
  const rule = {
    more: {apis: {api: {root: 'shop.json', rules: {'apigen/setting-valu': 'warn'}}}},
    place: '/apis/api/rules/apigen~1setting-valu',
    says: 'unknown rule "apigen/setting-valu"; did you mean `apigen/setting-value`?',
  };

  it.each([
    {preset: 'recommended', severity: 'warn', status: 0, ...decorator},
    {preset: 'strict', severity: 'error', status: 1, ...rule},
  ])('is reported once everywhere with $preset', async ({preset, severity, status, more, place, says}) => {
    const apis = {api: {root: 'shop.json'}};
    const config = {plugins: CONFIG.plugins, extends: [`apigen/${preset}`], apis, ...more};
    const shop = {...FILES['shop.json'], 'x-apigen': {service: {name: 'shop'}}};
    const project = projectWith(config, {'shop.json': shop});
    const {stdout} = await project.redocly(['lint', 'api', '--format=json']);
    expect(findings(stdout)).toEqual([[`unknown-setting ${severity} redocly.yaml#${place} ${says}`]]);
    const bundled = await project.redocly(['bundle', 'api', '-o', 'b.yaml']);
    expect([bundled.status, bundled.stderr.split(says).length]).toEqual([status, 2]);
    const mesh = await project.apigen(['mesh', '--config', 'redocly.yaml', ...(status ? ['--strict'] : [])]);
    expect([mesh.status, mesh.stderr.split(says.split(';')[0] ?? '').length]).toEqual([status, 2]);
  });
});

it.each([
  {
    name: 'a preset without the plugin',
    config: {extends: ['apigen/recommended']},
    says: 'Invalid config apigen/recommended: plugin apigen is not included.',
  },
  {
    name: 'an unknown plugin',
    config: {plugins: ['@apigen/cli/redocl']},
    says: 'Plugin "@apigen/cli/redocl" not found.',
  },
  {
    name: 'a text in place of a list',
    config: {plugins: CONFIG.plugins, extends: 'apigen/recommended'},
    says: 'a value is of the wrong type',
  },
])('$name is refused by `redocly bundle` and `apigen mesh --config`', async ({config, says}) => {
  const project = projectWith({...config, apis: {api: {root: 'core/openapi.yaml'}}});
  expect((await project.redocly(['bundle', '-o', 'out'])).status).not.toBe(0);
  expect(await project.apigen(['mesh', '--config', 'redocly.yaml'])).toEqual({
    status: 1,
    stdout: '',
    stderr: `redocly.yaml  error: ${says}\n    run \`redocly check-config\`\n`,
  });
});

describe('`apigen mesh --config` writes what `redocly bundle` writes', () => {
  const general = {'apigen/service-profile': {'service.name': 'any', output: 'mesh/{api}.yaml'}};
  it.each([
    {
      name: 'for a description that is not in `apis`, with the general options',
      config: {...CONFIG, decorators: general},
      root: 'specs/more.yaml',
    },
    {
      name: 'with a configuration that extends another file',
      config: {plugins: CONFIG.plugins, extends: ['shared.yaml'], apis: {more: {root: 'specs/more.yaml'}}},
      root: 'more',
    },
  ])('$name', async ({config, root}) => {
    const files = {'specs/more.yaml': FILES['plain.yaml'], 'shared.yaml': {decorators: general}};
    const [bundled, direct] = [projectWith(config, files), projectWith(config, files)];
    expect(await bundled.redocly(['bundle', root, '-o', 'b.yaml'])).toMatchObject({status: 0});
    expect(await direct.apigen(['mesh', '--config', 'redocly.yaml', root])).toMatchObject({status: 0});
    const output = `mesh/${root.replace('.yaml', '')}.yaml`;
    expect(direct.read(output)).toContain('name: any.default.svc.cluster.local');
    expect(direct.read(output)).toBe(bundled.read(output));
  });

  it('for the example, which lints without a finding', async () => {
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
  });

  it('not where the decorator is off', async () => {
    const apis = {core: {root: 'core/openapi.yaml', output: 'b.yaml'}};
    const project = projectWith({...CONFIG, apis, decorators: {'apigen/service-profile': 'off'}});
    expect(await project.redocly(['bundle'])).toMatchObject({status: 0});
    expect(await project.apigen(['mesh', '--config', 'redocly.yaml'])).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('the decorator `apigen/service-profile` is off'),
    });
    expect(made(project)).toEqual(['b.yaml']);
  });
});

it('`apigen init --redocly` writes a configuration that bundles and lints with the plugin', async () => {
  const text = `openapi: 3.1.0 # ours\ninfo: {title: Orders, version: "1"}\npaths:\n  /orders: {get: {responses: {"200": {description: OK}}}}\n`;
  const project = workshop.project({'openapi.yaml': text});
  const init = await project.apigen(['init', '-i', 'openapi.yaml', '--redocly', '--yes']);
  expect(init).toMatchObject({status: 0});
  expect(await project.redocly(['bundle', 'orders', '-o', 'b.yaml'])).toMatchObject({status: 0});
  expect(project.read('orders.service-profile.yaml')).toBe(await printed(project, '-i', 'openapi.yaml'));
  project.write('openapi.yaml', project.read('openapi.yaml')?.replace('name: orders', 'name: Orders'));
  const {status, stdout} = await project.redocly(['lint', 'orders', '--format=json']);
  expect([status, stdout.includes('apigen/setting-name')]).toEqual([1, true]);
});
