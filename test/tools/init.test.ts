import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {beforeEach, expect, it} from '@jest/globals';
import {runInTerminal, type Step} from '../run-in-terminal.ts';
import {folderWith} from '../temporary-folder.ts';

const root = path.resolve(import.meta.dirname, '../..');

const DESCRIPTION = `# Ours
openapi: 3.1.0
info: {title: Orders API, version: 1.0.0} # not yet stable
servers:
  - url: https://api.example.com/v1
paths:
  /orders:
    get: {responses: {"200": {description: The orders}}}
`;

let folder = '';
beforeEach(() => {
  folder = folderWith({'openapi.yaml': DESCRIPTION});
});

const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');

/** Runs `apigen init` in a pseudo-terminal. */
function inTerminal(args: readonly string[], steps: readonly Step[], columns = 80) {
  const PATH = `${path.join(root, 'test', 'fake-cluster')}${path.delimiter}${process.env.PATH}`;
  return runInTerminal(['init', ...args], steps, {cwd: folder, env: {...process.env, PATH}, columns});
}

const ENTER = '\r';
const SPACE = ' ';
const DOWN = '\u001B[B';
const CLEAR = '\u0015';
const INTERRUPT = '\u0003';

/** Flags that answer all questions but those about files. */
const ANSWERS = [
  ...['--mesh', 'linkerd', '--target', 'service-profile', '--service.name', 'a', '--service.namespace', 'b'],
  ...['--path.base', '/', '--timeouts.request_timeout', '0'],
];
const WRITE = {wait: 'Write this?', type: ENTER};
const NOTHING_ELSE = {wait: 'Files to set up', type: ENTER};

it('questions suggest, refuse what is not valid in the words of the flag, and write the answers', () => {
  writeFileSync(path.join(folder, 'another.yaml'), DESCRIPTION);
  const {status, screen} = inTerminal(
    [],
    [
      {wait: 'Description', type: DOWN + ENTER},
      {wait: 'Which mesh or gateway? (mesh)', type: ENTER},
      {wait: 'HTTPRoute (timeouts from 2.20 (edge-25.11.3) on; what Linkerd develops)', type: DOWN + ENTER},
      {wait: 'Name of the Service (service.name, from info.title) (orders)', type: `Shop${ENTER}`},
      {wait: 'invalid `service.name` "Shop": expected a DNS label', type: `${CLEAR}shop${ENTER}`},
      {wait: 'Namespace of the Service (service.namespace) (default)', type: `prod${ENTER}`},
      {wait: 'Port of the Service (service.port) (80)', type: ENTER},
      {wait: 'Prefix of every path, / for none (path.base, from servers) (/v1)', type: `v1?x${ENTER}`},
      {wait: '\n  end it before "?", and describe the query as parameters', type: `${CLEAR}/v1${ENTER}`},
      {wait: 'Request timeout in seconds, 0 for none (timeouts.request_timeout) (30)', type: `10s${ENTER}`},
      {wait: '\n  write `--timeouts.request 10s`', type: `${CLEAR}10${ENTER}`},
      {wait: 'Files to set up', type: DOWN + SPACE + ENTER},
      WRITE,
    ],
  );
  expect(screen).toMatch(
    /apigen: wrote openapi\.yaml, \.spectral\.yaml\nnote: `@apigen\/cli` is not on npm yet\n {4}run `npm pack` .*\nnext: apigen apply -i openapi\.yaml\n$/,
  );
  expect(status).toBe(0);
  expect(read('another.yaml')).toBe(DESCRIPTION);
  expect(read('.spectral.yaml')).toBe('extends:\n  - "@apigen/cli/spectral"\n');
  expect(read('openapi.yaml')).toBe(
    DESCRIPTION.replace(
      'openapi: 3.1.0\n',
      `openapi: 3.1.0
x-apigen:
  mesh: linkerd
  target: httproute
  namespace: prod
  service:
    name: shop
    namespace: prod
    port: 80
  path:
    base: /v1
  timeouts:
    request_timeout: 10
`,
    ),
  );
});

it('questions are asked once for several descriptions, and each has its own name', () => {
  const [refunds, unnamed] = ['Refunds', '注文'].map((title) => DESCRIPTION.replace('Orders', title));
  writeFileSync(path.join(folder, 'refunds.yaml'), refunds ?? '');
  writeFileSync(path.join(folder, 'unnamed.yaml'), unnamed ?? '');
  const {status, screen} = inTerminal(
    ['openapi.yaml', '-i', '*n*.yaml'],
    [
      {wait: 'another: a ServiceProfile of mesh.io/v1alpha2', type: DOWN + DOWN + DOWN + ENTER},
      {wait: 'Name of the Gateway (gateway.name, for all 3 descriptions)', type: `public${ENTER}`},
      {wait: 'Namespace of the Gateway, empty for that of the HTTPRoutes', type: `infra${ENTER}`},
      {wait: 'Hostnames, separated by commas', type: ENTER},
      {
        wait: 'Namespace of the Service (service.namespace, for all 3 descriptions)',
        type: `prod${ENTER}`,
      },
      {wait: 'Port of the Service (service.port, for all 3 descriptions) (80)', type: ENTER},
      {wait: 'Prefix of every path, / for none', type: ENTER},
      {wait: 'Request timeout in seconds', type: ENTER},
      {wait: 'Name of the Service (service.name, for unnamed.yaml)', type: `carts${ENTER}`},
      NOTHING_ELSE,
      WRITE,
    ],
  );
  expect(screen).toMatch(/\nnext: apigen apply -i '\*n\*\.yaml' -i openapi\.yaml\n$/);
  expect(status).toBe(0);
  for (const [file, name] of [
    ['openapi.yaml', 'orders'],
    ['refunds.yaml', 'refunds'],
    ['unnamed.yaml', 'carts'],
  ] as const)
    expect(read(file)).toContain(
      `  mesh: istio\n  gateway:\n    name: public\n    namespace: infra\n    hostnames:\n      - api.example.com\n  namespace: prod\n  service:\n    name: ${name}\n    namespace: prod\n    port: 80\n  path:\n`,
    );
});

it('questions about prefixes that differ name their files, and offer the path of each', () => {
  writeFileSync(
    path.join(folder, 'refunds.yaml'),
    DESCRIPTION.replace('Orders', 'Refunds').replace('/v1', '/v2'),
  );
  const args = ['openapi.yaml', 'refunds.yaml', ...ANSWERS.slice(0, 4), '--service.namespace', 'b'];
  const each = {
    wait: 'Prefix of the paths (path.from_servers, from servers, for both descriptions)',
    type: ENTER,
  };
  const timeout = {wait: 'Request timeout in seconds', type: ENTER};
  const refuse = {wait: 'Write this?', type: `n${ENTER}`};
  const {screen} = inTerminal(args, [each, timeout, NOTHING_ELSE, refuse]);
  expect(screen.match(/\+ {4}from_servers: true/g)).toHaveLength(2);
  const own = (file: string) => ({
    wait: `${file}) (`,
    type: ENTER,
  });
  const one = {...each, type: DOWN + ENTER};
  const choose = {wait: 'all 2', type: `\u001B[A${ENTER}`};
  const steps = [choose, one, own('openapi.yaml'), timeout, own('refunds.yaml'), NOTHING_ELSE, refuse];
  expect(inTerminal(args.slice(2), steps).screen).toMatch(/\+ {4}base: \/v1\n(?:.|\n)*\+ {4}base: \/v2\n/);
});

it('questions offer what reads the given target', () => {
  const steps = [{wait: '❯ Linkerd\n  another: a ServiceProfile', type: INTERRUPT}];
  expect(inTerminal(['--target', 'service-profile'], steps)).toMatchObject({status: 130});
});

it('questions need the name of a Gateway without a mesh, and ask for it once', () => {
  const {status} = inTerminal(
    ['--mesh', 'envoy-gateway', ...ANSWERS.slice(4)],
    [
      {wait: 'Name of the Gateway (gateway.name)', type: ENTER},
      {wait: 'the name of the Gateway is missing', type: `public${ENTER}`},
      {wait: 'Namespace of the Gateway', type: ENTER},
      {wait: 'Hostnames, separated by commas', type: ENTER},
      {wait: 'Port of the Service', type: ENTER},
      NOTHING_ELSE,
      WRITE,
    ],
  );
  expect(status).toBe(0);
  expect(read('openapi.yaml')).toContain(
    '  gateway:\n    name: public\n    hostnames:\n      - api.example.com\n',
  );
});

it('questions are not asked where a flag or the description answers', () => {
  expect(inTerminal(ANSWERS, [NOTHING_ELSE, WRITE])).toMatchObject({status: 0});
  const again = inTerminal([], [NOTHING_ELSE]);
  expect(again.status).toBe(0);
  expect(again.screen).toMatch(/apigen: openapi\.yaml: nothing to change\n$/);
});

it('questions offer the Services of a cluster that can be reached, the one with the name first', () => {
  const service = (name: string, port: number) => ({
    kind: 'Service',
    metadata: {namespace: 'shop', name},
    spec: {ports: [{port}]},
  });
  const objects = [service('carts', 8080), service('orders', 9090)];
  writeFileSync(path.join(folder, 'cluster.json'), JSON.stringify({objects}));
  const others = ['--mesh', 'istio', ...ANSWERS.slice(8)];
  const port = {wait: 'Port of the Service (service.port, from the cluster) (9090)', type: ENTER};
  const offered = {wait: '❯ shop/orders\n  shop/carts\n  another\n', type: ENTER};
  expect(inTerminal(others, [offered, port, NOTHING_ELSE, WRITE])).toMatchObject({status: 0});
  expect(read('openapi.yaml')).toContain(
    '  namespace: shop\n  service:\n    name: orders\n    namespace: shop\n    port: 9090\n',
  );
  writeFileSync(path.join(folder, 'openapi.yaml'), DESCRIPTION);
  const another = {wait: 'another', type: DOWN + DOWN + ENTER};
  const name = {wait: 'Name of the Service (service.name, from info.title) (orders)', type: INTERRUPT};
  expect(inTerminal(others, [another, name])).toMatchObject({status: 130});
});

it('questions write the kind of the resources for another mesh', () => {
  const another = {wait: 'another: a ServiceProfile of mesh.io/v1alpha2', type: `\u001B[A${ENTER}`};
  expect(inTerminal(ANSWERS.slice(4), [another, NOTHING_ELSE, WRITE])).toMatchObject({status: 0});
  expect(read('openapi.yaml')).toContain('x-apigen:\n  target: service-profile\n');
});

it('questions ask what parameters match where their schemas would change a route', () => {
  const flags = ['--mesh', 'istio', '--service.port', '80', ...ANSWERS.slice(4)];
  const asked = (schema: string, steps: readonly Step[]) => {
    const parameter = `{name: id, in: path, required: true, schema: {${schema}}}`;
    const text = DESCRIPTION.replace(
      / {2}\/orders:.*/s,
      `  /orders/{id}: {get: {parameters: [${parameter}]}}\n`,
    );
    writeFileSync(path.join(folder, 'openapi.yaml'), text);
    expect(inTerminal(flags, [...steps, NOTHING_ELSE, WRITE])).toMatchObject({status: 0});
    return read('openapi.yaml').includes('    parameters: schema\n');
  };
  const any = '(path.parameters)\n❯ any text of a segment\n  what their schemas say';
  const schema = 'from their patterns)\n❯ what their schemas say\n  any text of a segment';
  expect(asked('type: integer', [{wait: any, type: ENTER}])).toBe(false);
  expect(asked('type: integer', [{wait: any, type: DOWN + ENTER}])).toBe(true);
  expect(asked('pattern: "^shelves/[^/]+$"', [{wait: schema, type: ENTER}])).toBe(true);
  expect(asked('type: number', [])).toBe(false);
});

it('questions offer files that lack something', () => {
  writeFileSync(path.join(folder, '.spectral.json'), '["@apigen/cli/spectral"]');
  const steps = [{wait: '.github/workflows/apigen.yml: checks', type: SPACE + ENTER}, WRITE];
  const {status, screen} = inTerminal([...ANSWERS, '--pre-commit'], steps);
  expect(screen).toContain('redocly.yaml: the plugin');
  expect(screen).not.toContain('.spectral.yaml: the ruleset');
  expect(screen).toMatch(/apigen: wrote openapi\.yaml, \.pre-commit-config\.yaml, redocly\.yaml\n/);
  expect(status).toBe(0);
});

it.each([
  {
    name: 'Ctrl-C',
    steps: [{wait: 'Files to set up', type: INTERRUPT}],
    end: 'apigen: interrupted, nothing written\n',
    code: 130,
  },
  {
    name: 'the answer no',
    steps: [NOTHING_ELSE, {wait: 'Write this?', type: `n${ENTER}`}],
    end: 'apigen: nothing written\n',
    code: 1,
  },
])('questions write nothing after $name', ({steps, end, code}) => {
  const {status, screen} = inTerminal(ANSWERS, steps);
  expect(screen.endsWith(end)).toBe(true);
  expect(status).toBe(code);
  expect(read('openapi.yaml')).toBe(DESCRIPTION);
});

it('questions and choices break no word in a terminal of 60 columns', () => {
  const steps = [
    {wait: 'which\n  none of these reads', type: ENTER},
    {wait: 'HTTPRoute (timeouts from 2.20 (edge-25.11.3) on; what\n  Linkerd develops)', type: ENTER},
    {wait: 'Name of the Service', type: `Shop${ENTER}`},
    {wait: 'with a\n  letter or digit at both ends)\n  for example', type: `${CLEAR}shop${ENTER}`},
    {wait: 'Namespace of the Service', type: ENTER},
    {wait: '(path.base, from\n  servers) (/v1)', type: ENTER},
    {wait: 'Request timeout in seconds, 0 for none\n  (timeouts.request_timeout) (30)', type: ENTER},
    {wait: 'checks description and\n  output in CI', type: `a${ENTER}`},
    {wait: 'and the\n  description as an API, .spectral.yaml: the ruleset,\n', type: ''},
    {wait: 'Write this?', type: INTERRUPT},
  ];
  expect(inTerminal(['openapi.yaml'], steps, 60)).toMatchObject({status: 130});
});
