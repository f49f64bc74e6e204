import path from 'node:path';
import {beforeAll, describe, expect, it} from '@jest/globals';
import {type Project, REDOCLY_VERSIONS, type RedoclyVersion, Workshop} from './npm-project.ts';

const workshop = new Workshop();
beforeAll(() => workshop.open([], Object.values(REDOCLY_VERSIONS)), 600_000);

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

const NOTE =
  'note: `mesh` is not set: the output is for a mesh that reads `mesh.io`; set `mesh`, or `target: service-profile` if meant; `apigen init` asks';
const CORE = 'core@v1.service-profile.yaml';
const SHOP = 'mesh/stores/shop-shop.yaml';
const LIST = '.apigen-files';

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
    {args: ['bundle', '--dereferenced'], want: [LIST, ...bundles, CORE, SHOP]},
    {args: ['bundle', 'core@v1', '--ext', 'json'], want: [LIST, 'dist/core.json', CORE]},
    {args: ['bundle', 'core/openapi.yaml', '-o', 'b.yaml'], want: [LIST, 'b.yaml', CORE]},
    {args: ['bundle', '--skip-decorator=apigen/service-profile'], want: bundles},
    {args: ['lint', '--extends=apigen/recommended'], want: []},
    {args: ['stats', 'core@v1'], want: []},
  ];

  it.each(runs)('$args writes $want', async ({args, want}) => {
    const project = projectWith();
    const {status, stderr} = await project.redocly(args, version);
    const hasNote = want.includes(CORE) || args[0] === 'lint';
    expect([status, stderr.split(NOTE).length - 1]).toEqual([0, hasNote ? 1 : 0]);
    expect(made(project)).toEqual(want.toSorted());
    if (!want.includes(CORE)) return;
    expect(project.read(CORE)).toBe(await printed(project, '-i', 'core/openapi.yaml'));
    const shop = ['-i', 'shop.json', '--service.name', 'shop', '--namespace', 'stores'];
    if (want.includes(SHOP))
      expect(project.read(SHOP)).toBe(await printed(project, ...shop, '--timeouts.request_timeout', '7'));
  });

  it('a reference in `x-apigen` is bundled as without the plugin', async () => {
    const seconds = {$ref: '#/components/x-mesh/seconds'};
    const deep = {request_timeout: seconds};
    const settings = [
      {$ref: '#/components/x-mesh'},
      {timeouts: {$ref: 'mesh.yaml#/more'}},
      {timeouts: deep, namespace: seconds},
      {service: {name: {$ref: 'mesh.yaml#/seconds'}, nme: seconds}},
    ].map((value) => ({'x-apigen': value}));
    const description = {
      openapi: '3.1.0',
      info,
      'x-apigen': {$ref: 'mesh.yaml#/all'},
      paths: Object.fromEntries(settings.map((own, index) => [`/${index}`, {...own, get: {...ok, ...own}}])),
      components: {'x-mesh': {timeouts: deep, seconds: 3}},
    };
    const mesh = {all: {timeouts: {request_timeout: 3}}, more: {$ref: '#/all/timeouts'}, seconds: 3};
    const bundled = async (config: object) => {
      const project = workshop.project({'api.json': description, 'mesh.yaml': mesh, 'redocly.yaml': config});
      await project.redocly(['bundle', 'api.json', '-o', 'out.json', '--force'], version);
      return project.read('out.json');
    };
    const plain = await bundled({});
    expect(plain).toContain('x-apigen');
    expect(await bundled({plugins: CONFIG.plugins})).toBe(plain);
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
        `apigen: ${NOTE}`,
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
    unwritable: api('shop.json', {...named, output: '/proc/apigen/{api}.yaml', allowOutside: true}),
    nameless: api('plain.yaml', {strict: true}),
    unresolved: api('refs.yaml', named),
    setting: api('core/openapi.yaml', {strict: true}),
  };
  const project = projectWith(
    {...CONFIG, apis},
    {
      'refs.yaml': {openapi: '3.1.0', info, paths: {'/': {$ref: 'paths/a.yaml'}}},
      'paths/a.yaml': {get: {$ref: 'order.yaml'}},
      'core/paths/orders.yaml': {'x-apigen': {timeouts: {request_timout: 3}}, get: ok},
    },
  );
  const {status, stderr} = await project.redocly(['bundle', ...Object.keys(apis), '-o', 'out']);
  expect(status).toBe(1);
  const found = stderr.matchAll(/^\[\d+\] (\S+) at \S+\n+(.*)\n/gm);
  expect([...found].map(([, place, message]) => `${place} ${message}`)).toEqual([
    'redocly.yaml:14:11 unknown option "outptu"; did you mean `output`?',
    expect.stringMatching(
      /^redocly.yaml:23:21 .*proc\/apigen\/unwritable.yaml: cannot be written: ENOENT: no such file or directory; choose another path$/,
    ),
    `plain.yaml:1:1 ${NO_NAME}`,
    expect.stringContaining("paths/a.yaml:2:10 Can't resolve $ref"),
    'core/paths/orders.yaml:4:7 unknown setting "timeouts.request_timout"; did you mean `timeouts.request_timeout`?',
  ]);
  expect(made(project).filter((file) => !/^(out|paths|refs)/.test(file))).toEqual([]);
});

/** A problem as `redocly lint --format=json` gives it. */
interface LintProblem {
  readonly ruleId: string;
  readonly severity: string;
  readonly message: string;
  readonly location: readonly {readonly source: {readonly ref: string}; readonly pointer: string}[];
}

/** The findings in each API, as `rule severity file#pointer message`. */
function findings(stdout: string): string[][] {
  return stdout.split(/(?<=^\})\s*(?=\{$)/m).map((text) => {
    const {problems}: {problems: LintProblem[]} = JSON.parse(text);
    return problems.map(({ruleId, severity, location: [place], message}) =>
      [ruleId.replace('apigen/', ''), severity, `${place?.source.ref}${place?.pointer}`, message].join(' '),
    );
  });
}

it('lint knows the options of the decorator, and reports what is misspelled in the configuration', async () => {
  const silent = {openapi: '3.1.0', info, paths: {'/': {get: ok}}};
  const timeout = {timeouts: {request_timeout: 9}};
  const disabled = {...silent, 'x-apigen': {disabled: true}};
  const NO_ROUTES =
    'no routes: every operation is disabled; remove a `disabled`, or allow an empty result: `allowEmpty: true`';
  const strict = {extends: ['apigen/strict']};
  const cases = [
    {
      description: {...silent, 'x-apigen': {namespace: 'a'}, paths: {'/': {get: ok, 'x-apigen': timeout}}},
      // The timeout is redundant, which both configurations do not report.
      given: {'service.name': 'shop', 'timeouts.request_timeout': 9},
      more: {rules: {'apigen/setting-valu': 'warn'}},
      says: [
        'unknown-setting error redocly.yaml#/apis/0/rules/apigen~1setting-valu unknown rule "apigen/setting-valu"; did you mean `apigen/setting-value`?',
      ],
    },
    {
      description: disabled,
      given: {'service.name': 'shop'},
      says: [`no-routes warn 1.yaml#/paths ${NO_ROUTES}`],
    },
    {description: disabled, given: {'service.name': 'shop', allowEmpty: true}, says: []},
    {
      description: disabled,
      given: 'off',
      says: [`no-routes warn 3.yaml#/paths ${NO_ROUTES}`, `service-name warn 3.yaml#/x-apigen ${NO_NAME}`],
    },
    {description: silent, given: 'on', says: []},
    {description: silent, given: 'on', more: strict, says: [`service-name error 5.yaml#/ ${NO_NAME}`]},
    {
      description: {...silent, 'x-apigne': {}},
      given: 'on',
      more: strict,
      says: ['unknown-setting error 6.yaml#/x-apigne unknown extension "x-apigne"; did you mean `x-apigen`?'],
    },
  ];
  const apis = cases.map(({given, more}, index) => api(`${index}.yaml`, given, more));
  const files = cases.map(({description}, index) => [`${index}.yaml`, description]);
  const project = projectWith({...CONFIG, apis: {...apis}}, Object.fromEntries(files));
  const {stdout} = await project.redocly(['lint', '--format=json']);
  expect(findings(stdout)).toEqual(cases.map(({says}) => says));
});

it('`apigen mesh --config` writes what `redocly bundle` writes for the example, which lints without a finding', async () => {
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
