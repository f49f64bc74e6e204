import {cpSync, readFileSync, symlinkSync} from 'node:fs';
import path from 'node:path';
import {beforeAll, expect, test} from '@jest/globals';
import {NOWHERE} from '../../../../src/io/print/problems.ts';
import {capturedRun} from '../../../captured-run.ts';
import {ofKnownRules} from '../../../shown-rules.ts';
import {folderWith, writeIn} from '../../../temporary-folder.ts';
import {OBJECTS} from './virtual-service.ts';

/** What a maintainer edits to add the target of this folder: `CONTRIBUTING.md`, "Adding a target". */
const EDITS: readonly (readonly [file: string, from: string, to: string])[] = [
  ['meshes.ts', "'httproute'] as const", "'httproute', 'virtual-service'] as const"],
  ['meshes.ts', '  httproute: {', `  'virtual-service': ${JSON.stringify(OBJECTS)},\n  httproute: {`],
  [
    'meshes.ts',
    'outputs: [HTTP_ROUTE_OUTPUT],\n    service: ISTIO',
    "outputs: [HTTP_ROUTE_OUTPUT, {target: 'virtual-service', apiVersion: 'networking.istio.io/v1'}],\n    service: ISTIO",
  ],
  ['targets/index.ts', 'HTTP_ROUTE];', 'HTTP_ROUTE, VIRTUAL_SERVICE];'],
  [
    'targets/index.ts',
    'import {HTTP_ROUTE}',
    "import {VIRTUAL_SERVICE} from '../../../test/core/targets/virtual-service/virtual-service.ts';\nimport {HTTP_ROUTE}",
  ],
  ['generate/object-kinds.ts', '  HTTP_ROUTES,\n]', '  HTTP_ROUTES,\n  VIRTUAL_SERVICES,\n]'],
  [
    'generate/object-kinds.ts',
    'import {HTTP_ROUTES,',
    "import {VIRTUAL_SERVICES} from '../../../test/core/targets/virtual-service/virtual-service.ts';\nimport {HTTP_ROUTES,",
  ],
];

const SETTINGS: object = {'service.name': 'petstore', mesh: 'istio', target: 'virtual-service'};

const HOST = 'petstore.default.svc.cluster.local';

let copy = '';
let index: typeof import('../../../../src/index.ts');
let changes: typeof import('../../../../src/core/generate/route-changes.ts');

function copied<T>(file: string): Promise<T> {
  return import(path.join(copy, file));
}

beforeAll(async () => {
  copy = folderWith();
  for (const folder of ['src', 'test/core/targets/virtual-service'])
    cpSync(folder, path.join(copy, folder), {recursive: true});
  symlinkSync(path.resolve('node_modules'), path.join(copy, 'node_modules'));
  for (const [file, from, to] of EDITS) {
    const name = path.join('src/core', file);
    const text = readFileSync(path.join(copy, name), 'utf8');
    expect(text.split(from)).toHaveLength(2);
    writeIn(
      copy,
      name,
      text.replace(from, () => to),
    );
  }
  index = await copied('src/index.ts');
  changes = await copied('src/core/generate/route-changes.ts');
});

function generated(settings: object) {
  const document = {openapi: '3.1.0', paths: {'/pets/{id}': {get: {}}}};
  const {objects, problems} = index.generate(document, {settings: {...SETTINGS, ...settings}});
  return {
    objects,
    routes: [...changes.routeTexts(objects).keys()],
    problems: ofKnownRules(problems).map(
      ({severity, code, message, hint}) => `${severity} ${code}: ${message}; ${hint}`,
    ),
  };
}

test('is generated', () => {
  const {objects, problems, routes} = generated({
    'service.port': 8080,
    'timeouts.request_timeout': 10,
    retryable: true,
  });
  const route = [{destination: {host: HOST, port: {number: 8080}}}];
  const match = [{uri: {regex: '/pets/[^/]*'}, method: {exact: 'GET'}}];
  expect(problems).toEqual([]);
  expect(routes).toEqual([JSON.stringify(match)]);
  expect(objects).toEqual([
    {
      apiVersion: 'networking.istio.io/v1',
      kind: 'VirtualService',
      metadata: {name: 'petstore', namespace: 'default'},
      spec: {hosts: [HOST], http: [{match, timeout: '10s', retries: {attempts: 2}, route}, {route}]},
    },
  ]);
});

const UNIT =
  'of "GET /pets/{id}": expected whole milliseconds, and at most 4294967 seconds; round or shorten it, or set 0 for no timeout';

test.each([
  {
    settings: {},
    want: 'warning service-port: `service.port` is not set: using 80; set `service.port` to the port that clients use, for example `service: {port: 8080}`',
  },
  {
    settings: {'service.port': 80, 'timeouts.request_timeout': 4_294_967_295},
    want: `error route-timeout: a VirtualService cannot express \`timeouts.request_timeout\` 4294967295s ${UNIT}`,
  },
  {
    settings: {'service.port': 80, 'timeouts.request': '250us'},
    want: `error route-timeout: a VirtualService cannot express \`timeouts.request\` 0.25ms ${UNIT}`,
  },
  {
    settings: {'service.port': 80, gateway_api: '1.4'},
    want: 'warning unsupported-setting: has no effect with target `virtual-service`; remove it, or set `target: httproute`',
  },
  {
    settings: {'service.port': 80, response_classes: true},
    want: 'warning unsupported-setting: has no effect with target `virtual-service`; remove it',
  },
  {
    settings: {'service.port': 80, 'gateway.name': 'public'},
    want: 'error setting-value: `target: virtual-service` cannot be combined with `gateway.name: public`: a Gateway has HTTPRoutes; set `target: httproute` (`--target httproute`), or remove `target`',
  },
  {
    settings: {'service.port': 80, target: 'service-profile'},
    want: 'error setting-value: `target: service-profile` cannot be combined with `mesh: istio`: Istio reads HTTPRoutes and VirtualServices; set `target: httproute` (`--target httproute`), or remove `target`',
  },
])('$want', ({settings, want}) => {
  expect(generated(settings).problems).toEqual([want]);
});

test('help names it', async () => {
  const {default: mesh} =
    await copied<typeof import('../../../../src/commands/mesh/mesh.ts')>('src/commands/mesh/mesh.ts');
  expect([mesh.summary, mesh.flags.target?.summary, mesh.flags['only-described']?.summary]).toEqual([
    'Generate the ServiceProfile or the HTTPRoutes or the VirtualService of an OpenAPI description',
    'Kind of the generated resources, by default what the mesh reads: one ServiceProfile, or one VirtualService of Istio, or HTTPRoutes of the Gateway API\n<options: service-profile | httproute | virtual-service>',
    'Leave out the HTTPRoute or the last route for requests that are not described, which are answered with 404; the default with a Gateway, and with `security.enforce`',
  ]);
});

test('`routes match` and the page name what serves a request without a route', async () => {
  const {runMatch} = await copied<typeof import('../../../../src/commands/routes/run-match.ts')>(
    'src/commands/routes/run-match.ts',
  );
  const {requestAnswers} = await copied<typeof import('../../../../src/commands/report/page/requests.ts')>(
    'src/commands/report/page/requests.ts',
  );
  const {pageApi} = await copied<typeof import('../../../../src/commands/report/page-api.ts')>(
    'src/commands/report/page-api.ts',
  );
  const {readApis} = await copied<typeof import('../../../../src/io/run/generate/read-apis.ts')>(
    'src/io/run/generate/read-apis.ts',
  );
  const document = {openapi: '3.1.0', info: {title: 'Pets', version: '1'}, paths: {'/pets': {get: {}}}};
  const description = writeIn(copy, 'openapi.json', JSON.stringify(document));
  const request = {method: 'GET', path: '/health'};
  const found = await capturedRun(copy, (terminal) =>
    runMatch({in: [description], settings: SETTINGS}, {request}, undefined, terminal),
  );
  expect(found).toEqual({
    status: 1,
    stdout: '',
    stderr:
      'error: no route matches "GET /health": the last route for what is not described serves it, without settings\n1 error in 1 description\n',
  });
  const {apis} = await readApis(
    {in: [description], settings: SETTINGS},
    {folder: copy, out: String, error: String},
  );
  const [api] = apis.map((one) => pageApi(one, NOWHERE));
  expect(api && requestAnswers(api).catchAllOf('/health')).toBe('the last route');
});
