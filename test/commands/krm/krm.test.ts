import {afterEach, beforeEach, describe, expect, test} from '@jest/globals';
import {load} from 'js-yaml';
import {runKrm} from '../../../src/commands/krm/run-krm.ts';
import {ends, runCli, startCli} from '../../start-cli.ts';
import {folderWith, writeIn} from '../../temporary-folder.ts';

let folder = '';
const write = (name: string, text: string) => writeIn(folder, name, text);

const describeApi = (service: string) =>
  `openapi: 3.1.0\nx-apigen: {service: {name: ${service}}}\npaths: {/${service}: {get: {}}}\n`;

beforeEach(() => {
  folder = folderWith();
  for (const name of ['a', 'b']) write(`services/${name}.yaml`, describeApi(name));
  process.chdir(folder);
});

const before = process.cwd();
afterEach(() => process.chdir(before));

const CONFIG = {apiVersion: 'apigen.dev/v1alpha1', kind: 'MeshRoutes', metadata: {name: 'routes'}};

const SERVICE = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: {name: 'pets', namespace: 'shop', annotations: {'apigen.dev/description': 'configmap:pets'}},
  spec: {ports: [{port: 8080}]},
};

const CONFIG_MAP = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {name: 'pets', namespace: 'shop'},
  data: {'openapi.yaml': 'openapi: 3.1.0\npaths: {/pets: {get: {}}}\n'},
};

const profile = (service: string, route: string, namespace = 'default') => ({
  apiVersion: 'mesh.io/v1alpha2',
  kind: 'ServiceProfile',
  metadata: {creationTimestamp: null, name: `${service}.${namespace}.svc.cluster.local`, namespace},
  spec: {routes: [{condition: {method: 'GET', pathRegex: route}, name: `GET ${route}`}]},
});

/** Runs the function on a text. */
async function runText(input: string) {
  let [stdout, stderr] = ['', ''];
  const status = await runKrm(Buffer.from(input), {
    out: (text) => {
      stdout += text;
    },
    error: (text) => {
      stderr += text;
    },
    folder,
  });
  return {status, stdout, stderr};
}

/** Runs the function, and returns what it printed as values. */
async function krm(input: string | object) {
  const text = typeof input === 'string' ? input : JSON.stringify({kind: 'ResourceList', ...input});
  const {stdout, ...run} = await runText(text);
  return {...run, list: load(stdout)};
}

const list = (content: object) => ({
  apiVersion: 'config.kubernetes.io/v1',
  kind: 'ResourceList',
  ...content,
});

const withSpec = (spec: object) => ({...CONFIG, spec});

describe('the routes of', () => {
  test('files, patterns and descriptions in the functionConfig', async () => {
    const inline = {openapi: '3.1.0', 'x-apigen': {service: {name: 'c'}}, paths: {'/c': {get: {}}}};
    const spec = {descriptions: ['services/*.yaml', './services/a.yaml', inline]};
    expect(await krm({items: [], functionConfig: withSpec(spec)})).toEqual({
      status: 0,
      stderr: '',
      list: list({items: [profile('a', '/a'), profile('b', '/b'), profile('c', '/c')]}),
    });
  });

  test('a Service whose annotation names a ConfigMap', async () => {
    expect(await krm({items: [SERVICE, CONFIG_MAP], functionConfig: CONFIG})).toMatchObject({
      status: 0,
      stderr: '',
      list: list({items: [SERVICE, CONFIG_MAP, profile('pets', '/pets', 'shop')]}),
    });
  });

  test('a Service in the namespace default, whose ConfigMap has no namespace', async () => {
    const service = {...SERVICE, metadata: {...SERVICE.metadata, namespace: 'default'}};
    const items = [service, {...CONFIG_MAP, metadata: {name: 'pets'}}];
    expect(await krm({items, functionConfig: CONFIG})).toMatchObject({
      status: 0,
      stderr: '',
      list: list({items: [...items, profile('pets', '/pets')]}),
    });
  });

  test('a Service whose annotation names a file, with its name, namespace and port', async () => {
    const annotations = {'apigen.dev/description': 'services/a.yaml'};
    const service = {...SERVICE, metadata: {...SERVICE.metadata, annotations}};
    const settings = {target: 'httproute', service: {name: 'other', port: 1}};
    const functionConfig = withSpec({settings, onlyDescribed: true});
    const parent = {group: '', kind: 'Service', name: 'pets', port: 8080};
    const {list: found} = await krm({items: [service], functionConfig});
    expect(found).toMatchObject({
      items: [service, {kind: 'HTTPRoute', metadata: {namespace: 'shop'}, spec: {parentRefs: [parent]}}],
    });
  });

  test('a description that an overlay changes', async () => {
    write(
      'mesh.overlay.yaml',
      'overlay: 1.0.0\ninfo: {title: x, version: "1"}\nactions: [{target: $, update: {x-apigen: {namespace: shop}}}]\n',
    );
    const spec = {
      descriptions: ['services/a.yaml'],
      overlays: ['mesh.overlay.yaml'],
      settings: {service: {namespace: 'shop'}},
    };
    expect(await krm({items: [], functionConfig: withSpec(spec)})).toMatchObject({
      status: 0,
      list: {items: [{metadata: {name: 'a.shop.svc.cluster.local', namespace: 'shop'}}]},
    });
  });
});

describe('what was in the input', () => {
  const functionConfig = JSON.stringify(withSpec({descriptions: ['services/a.yaml']}));
  test.each([
    {
      name: 'comments and numbers',
      given: `items:
  # the first
  - apiVersion: v1 # kept
    kind: Secret
    mode: 0644
    text: |
      - not an item
  - {kind: Pod}
`,
      want: `# the first
- apiVersion: v1 # kept
  kind: Secret
  mode: 0644
  text: |
    - not an item
- {kind: Pod}
`,
    },
    {
      name: 'styles and tags of texts',
      given:
        "items:\n- a: 'x'\n  b: \"\\u00e9\"\n  c: >-\n    x\n    y\n  d: !!int '5'\n  e: !!binary aGFs\n  f: ~\n  g: 1.0\n",
      want: "- a: 'x'\n  b: \"é\"\n  c: >-\n    x y\n  d: !!int '5'\n  e: !!binary aGFs\n  f: ~\n  g: 1.0\n",
    },
    {
      name: 'aliases, as their values',
      given: "metadata: &name {name: a}\nitems:\n- {kind: Pod, metadata: *name}\n- {text: '0644'}\n",
      want: "- kind: Pod\n  metadata:\n    name: a\n- text: '0644'\n",
    },
  ])('is returned as it was written: $name', async ({given, want}) => {
    const {stdout} = await runText(`kind: ResourceList\n${given}functionConfig: ${functionConfig}\n`);
    expect(stdout).toBe(`apiVersion: config.kubernetes.io/v1
kind: ResourceList
items:
${want}- apiVersion: mesh.io/v1alpha2
  kind: ServiceProfile
  metadata:
    creationTimestamp: null
    name: a.default.svc.cluster.local
    namespace: default
  spec:
    routes:
      - condition:
          method: GET
          pathRegex: /a
        name: GET /a
`);
  });

  test('is returned as values: JSON', async () => {
    const items = [{kind: 'Pod', n: 1}, null, {é: [1, 2]}];
    const input = {items, functionConfig: withSpec({descriptions: ['services/a.yaml']})};
    expect((await krm(input)).list).toEqual(list({items: [...items, profile('a', '/a')]}));
  });

  test('is replaced by the same object, which keeps the file it is in', async () => {
    const before = profile('a', '/old');
    const annotations = {'internal.config.kubernetes.io/path': 'mesh/a.yaml', other: 'x'};
    const items = [{kind: 'Pod'}, {...before, metadata: {...before.metadata, annotations}}];
    const wanted = profile('a', '/a');
    const kept = {'internal.config.kubernetes.io/path': 'mesh/a.yaml'};
    expect(await krm({items, functionConfig: withSpec({descriptions: ['services/a.yaml']})})).toEqual({
      status: 0,
      stderr: '',
      list: list({
        items: [{kind: 'Pod'}, {...wanted, metadata: {...wanted.metadata, annotations: kept}}],
      }),
    });
  });
});

describe('an error stops everything, and is printed and a result', () => {
  const annotated = (name: string, description: string) => ({
    ...SERVICE,
    metadata: {name, annotations: {'apigen.dev/description': description}},
  });
  const api = (name: string, paths: object) => ({openapi: '3.1.0', 'x-apigen': {service: {name}}, paths});
  const two = {...CONFIG_MAP, metadata: {name: 'two'}, data: {a: '', b: ''}};

  test.each<{name: string; input: string | object; stderr: string}>([
    {
      name: 'what the functionConfig and annotations say',
      input: {
        items: [SERVICE, annotated('a', ''), annotated('b', 'configmap:two'), two],
        functionConfig: withSpec({
          descriptons: [],
          settings: {service: {port: 0}, namepace: 'x', x: 1},
          descriptions: ['no/*.yaml', '-'],
        }),
      },
      stderr: `MeshRoutes routes spec.descriptions[0]  error: no file matches "no/*.yaml"
    check the pattern; it is relative to the folder of the kustomization, and \`**\` matches any folders
MeshRoutes routes spec.descriptions[1]  error: invalid description "-": standard input is the ResourceList
    name a file
MeshRoutes routes spec.descriptons  error: unknown option "descriptons"
    did you mean \`descriptions\`?
MeshRoutes routes spec.settings.namepace  error: unknown option "settings.namepace"
    did you mean \`settings.namespace\`?
MeshRoutes routes spec.settings.service.port  error: invalid \`settings.service.port\` 0: expected an integer from 1 to 65535
    for example \`settings: {service: {port: 8080}}\`
MeshRoutes routes spec.settings.x  error: unknown option "settings.x"
    known here: \`mesh\`, \`target\`, \`gateway_api\`, \`namespace\`, \`labels\`, \`annotations\`, \`service\`, \`cluster\`, \`path\`, \`timeouts\`, \`retryable\`, \`retry_budget\`, \`response_classes\`
Service a metadata.annotations["apigen.dev/description"]  error: invalid description "": expected a path, an address or a reference to a ConfigMap
    for example \`petstore/openapi.yaml\` or \`configmap:petstore\`
Service b metadata.annotations["apigen.dev/description"]  error: ConfigMap two has 2 keys
    name one of its keys, as in \`configmap:two/openapi.yaml\`
Service shop/pets metadata.annotations["apigen.dev/description"]  error: no ConfigMap "pets" in the input
    add it to the resources; a function that is a generator has no input, so name it under \`transformers\`
`,
    },
    {
      name: 'descriptions',
      input: {
        items: [
          SERVICE,
          {...CONFIG_MAP, data: {'openapi.yaml': 'openapi: 3.1.0\npaths: {a: {get: {}}}\n'}},
          annotated('P', 'services/a.yaml'),
        ],
        functionConfig: withSpec({
          descriptions: [
            'services/b.yaml',
            'none.yaml',
            api('c', {c: {get: {}}}),
            {openapi: '3.1.0', paths: {'/a': {get: {}}}},
            api('d', {'/a': {$ref: 'https://other.example/a.yaml'}}),
            api('e', {}),
            api('b', {'/z': {get: {}}}),
          ],
        }),
      },
      stderr: `<ConfigMap shop pets openapi.yaml>:2:9  error: invalid path "a": expected a "/" at the beginning
    write "/a"
MeshRoutes routes spec.descriptions[1]  error: none.yaml: no such file
    check the path; it is relative to the folder of the kustomization
MeshRoutes routes spec.descriptions[2].paths.c  error: invalid path "c": expected a "/" at the beginning
    write "/c"
MeshRoutes routes spec.descriptions[3]  error: the name of the target Service is missing
    set \`x-apigen: {service: {name: petstore}}\`, or annotate its Service with \`apigen.dev/description\`
MeshRoutes routes spec.descriptions[4].paths["/a"]["$ref"]  error: unresolved \`$ref\` "https://other.example/a.yaml": references to other hosts are not followed
    bundle the description first, for example with \`redocly bundle\`
MeshRoutes routes spec.descriptions[5].paths  error: no routes: no path has a method
    add a method under a path, or allow an empty result: \`spec.allowEmpty: true\`
MeshRoutes routes spec.descriptions[6]  error: ServiceProfile default/b.default.svc.cluster.local is generated from services/b.yaml too
    set another \`service.name\`, or remove one of the two
Service P metadata.name  error: invalid \`service.name\` "P": expected a DNS label (at most 63 lower-case letters, digits and "-", with a letter or digit at both ends)
    correct it in the Service
`,
    },
    {
      name: 'a generator without a description',
      input: {functionConfig: withSpec({descriptions: []})},
      stderr:
        'MeshRoutes routes spec.descriptions  error: no description\n    set `spec.descriptions`, or annotate a Service with `apigen.dev/description` and name the function under `transformers`\n',
    },
  ])('$name', async ({input, stderr}) => {
    const {list: found, ...run} = await krm(input);
    expect(run).toEqual({status: 1, stderr});
    expect(found).toMatchObject({kind: 'ResourceList', items: []});
  });
});

test('annotations without effect are warnings, and results', async () => {
  const annotations = {'apigen.dev/description': 'services/a.yaml'};
  const deployment = {apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'a', annotations}};
  const ours = {'apigen.dev/descripton': 'x', 'apigen.dev/owner': 'me', 'apigen.development/descripton': 'x'};
  const service = {...SERVICE, metadata: {name: 'pets', annotations: ours}};
  const {list: found, ...run} = await krm({items: [deployment, service], functionConfig: CONFIG});
  expect(run).toEqual({
    status: 0,
    stderr:
      'Deployment a metadata.annotations["apigen.dev/description"]  warning: annotation "apigen.dev/description" has no effect on a Deployment of apps/v1\n    annotate a Service with `apigen.dev/description`\n' +
      'Service pets metadata.annotations["apigen.dev/descripton"]  warning: annotation "apigen.dev/descripton" has no effect on a Service of v1\n    annotate a Service with `apigen.dev/description`\n' +
      'Service pets metadata.annotations["apigen.dev/owner"]  warning: annotation "apigen.dev/owner" has no effect on a Service of v1\n    annotate a Service with `apigen.dev/description`\n',
  });
  expect(found).toMatchObject({
    items: [deployment, service],
    results: [
      {
        message:
          'Deployment a metadata.annotations["apigen.dev/description"]  warning: annotation "apigen.dev/description" has no effect on a Deployment of apps/v1\n    annotate a Service with `apigen.dev/description`',
        severity: 'warning',
      },
      {severity: 'warning'},
      {severity: 'warning'},
    ],
  });
});

describe('the command', () => {
  test('needs an input, and has no flags', async () => {
    const noInput =
      'error: no ResourceList on standard input\n    let kustomize run `apigen krm`: `kustomize build --enable-alpha-plugins --enable-exec`\n';
    const unknown = 'error: unknown flag "--watch"\n    `apigen krm --help` lists all flags\n';
    expect(await startCli(['krm'], {cwd: folder})).toEqual(ends(2, noInput));
    expect(await runCli(['krm', '--watch'], {cwd: folder})).toEqual(ends(2, unknown));
  });
});

test.each([
  {
    name: 'of a generator, in another namespace',
    route: profile('pets', '/pets', 'store'),
    warning:
      'ServiceProfile store/pets.store.svc.cluster.local  warning: ServiceProfile "pets.store.svc.cluster.local" is for the Service store/pets, but there is only the Service shop/pets',
  },
  {
    name: 'whose Service has another name',
    route: httpRoute({kind: 'Service', name: 'pet'}),
    warning:
      'HTTPRoute shop/pets  warning: HTTPRoute "pets" is for the Service shop/pet, but there is only the Service shop/pets',
  },
  {name: 'of a Service of the input', route: httpRoute({kind: 'Service', name: 'pets'}), warning: ''},
  {name: 'of a Service elsewhere', route: httpRoute({kind: 'Service', name: 'orders'}), warning: ''},
])('a route $name', async ({route, warning}) => {
  const {metadata, ...service} = SERVICE;
  const items = [{...service, metadata: {name: metadata.name, namespace: metadata.namespace}}, route];
  const {status, stderr} = await krm(list({items, functionConfig: CONFIG}));
  const hint =
    'name the function under `transformers` of the outermost kustomization that sets `namespace`, `namePrefix` or `nameSuffix`';
  expect({status, stderr}).toEqual({status: 0, stderr: warning && `${warning}\n    ${hint}\n`});
});

function httpRoute(parent: object) {
  return {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'HTTPRoute',
    metadata: {name: 'pets', namespace: 'shop'},
    spec: {parentRefs: [parent]},
  };
}
