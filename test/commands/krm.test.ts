import {mkdirSync, mkdtempSync, realpathSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {beforeEach, describe, expect, test} from '@jest/globals';
import {load} from 'js-yaml';
import {startCli} from '../start-cli.ts';

let folder = '';
const write = (name: string, text: string) => {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), {recursive: true});
  writeFileSync(file, text);
};

const describeApi = (service: string) =>
  `openapi: 3.1.0\nx-apigen: {service: {name: ${service}}}\npaths: {/${service}: {get: {}}}\n`;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'apigen-krm-')));
  for (const name of ['a', 'b']) write(`services/${name}.yaml`, describeApi(name));
});

const CONFIG = {apiVersion: 'apigen.dev/v1alpha1', kind: 'MeshRoutes', metadata: {name: 'routes'}};
const CONFIG_REF = {apiVersion: 'apigen.dev/v1alpha1', kind: 'MeshRoutes', name: 'routes'};

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

/** Runs the function, and returns what it printed as values. */
async function krm(input: string | object, args: readonly string[] = []) {
  const text = typeof input === 'string' ? input : JSON.stringify({kind: 'ResourceList', ...input});
  const {stdout, ...run} = await startCli(['krm', ...args], {cwd: folder, input: text});
  return {...run, list: stdout === '' ? undefined : load(stdout)};
}

const list = (content: object) => ({
  apiVersion: 'config.kubernetes.io/v1',
  kind: 'ResourceList',
  ...content,
});

const withSpec = (spec: object) => ({...CONFIG, spec});

/** The texts for the numbers below `count`. */
const upTo = (count: number, text: (number: number) => string) =>
  Array.from({length: count}, (_, number) => text(number)).join('');

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
      name: 'line breaks at the end',
      given: 'items:\n- kind: Secret\n  text: |+\n    a\n\n\n',
      want: '- kind: Secret\n  text: |+\n    a\n\n\n',
    },
    {
      name: 'comments, except for those of another key',
      given: 'items:\n# the first\n- kind: Pod\n# after it\n- 0644\n# the function\n# of this list\n',
      want: '# the first\n- kind: Pod\n# after it\n- 0644\n',
    },
    {
      name: 'an anchor and a tag of the list, and items without a value',
      given: 'items: &list !!seq\n  -\n  - &pod {kind: Pod}\n',
      want: '-\n- &pod {kind: Pod}\n',
    },
    {
      name: 'a bracket at the column of its key',
      given: 'items:\n- kind: Pod\n  modes: [\n    0644\n  ]\n',
      want: '- kind: Pod\n  modes: [\n    0644\n   ]\n',
    },
    {
      name: 'aliases, as their values',
      given: "metadata: &name {name: a}\nitems:\n- {kind: Pod, metadata: *name}\n- {text: '0644'}\n",
      want: "- kind: Pod\n  metadata:\n    name: a\n- text: '0644'\n",
    },
    {
      name: 'a list that is an alias',
      given: 'metadata: &list [{kind: Pod}]\nitems: *list\n',
      want: '- kind: Pod\n',
    },
  ])('is returned as it was written: $name', async ({given, want}) => {
    const {stdout} = await startCli(['krm'], {
      cwd: folder,
      input: `kind: ResourceList\n${given}functionConfig: ${functionConfig}\n`,
    });
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

  test.each([
    {name: 'JSON', items: '[{"kind": "Pod", "n": 1.0}, null,\n{"é": [1, 2]} ]', end: ''},
    {name: 'flow style', items: "[{kind: Pod, mode: 0644, text: '],'}, null, {é: [1, 2]}] # end", end: '\n'},
  ])('is returned as it was written: $name', async ({name, items, end}) => {
    const json = `{"kind": "ResourceList", "functionConfig": ${functionConfig}, "items": ${items}}`;
    const yaml = `kind: ResourceList\nfunctionConfig: ${functionConfig}\nitems: ${items}`;
    const input = `${name === 'JSON' ? json : yaml}${end}`;
    const {stdout} = await startCli(['krm'], {cwd: folder, input});
    const [one, , three] = items.slice(1).split(/, (?=null)|,\s(?={"?é)|\s?\](?: # end)?$/);
    const added = JSON.stringify(profile('a', '/a'));
    expect(stdout).toBe(
      `{"apiVersion":"config.kubernetes.io/v1","kind":"ResourceList","items":[${one},null,${three},${added}]}\n`,
    );
  });

  test('ends at the end of the document', async () => {
    const input = `---\nkind: ResourceList\nfunctionConfig: ${functionConfig}\nitems:\n- kind: Pod\n...\n# end\n`;
    const {list: found} = await krm(input);
    expect(found).toEqual(list({items: [{kind: 'Pod'}, profile('a', '/a')]}));
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
  test('in a description', async () => {
    write(
      'services/b.yaml',
      'openapi: 3.1.0\nx-apigen: {service: {name: b, port: 0}}\npaths: {/b: {get: {}}}\n',
    );
    const message = 'invalid `service.port` 0: expected an integer from 1 to 65535';
    const hint = 'for example `service: {port: 8080}`';
    const input = {items: [SERVICE], functionConfig: withSpec({descriptions: ['services/*.yaml']})};
    const result = {
      message,
      severity: 'error',
      resourceRef: CONFIG_REF,
      field: {path: 'x-apigen.service.port'},
      file: {path: 'services/b.yaml'},
      tags: {code: 'setting-value', hint, line: '2', column: '37'},
    };
    const {list: found, ...run} = await krm({...input, items: []});
    expect(run).toEqual({status: 1, stderr: `services/b.yaml:2:37  ${message}\n    ${hint}\n`});
    expect(found).toEqual(list({items: [], results: [result]}));
  });

  const ofService = 'Service shop/pets metadata.annotations["apigen.dev/description"]';
  test.each<{name: string; input: string | object; stderr: string}>([
    {
      name: 'an unknown option and a wrong setting',
      input: {
        functionConfig: withSpec({descriptons: [], settings: {service: {port: 0}, namepace: 'x', x: 1}}),
      },
      stderr:
        'MeshRoutes routes spec.descriptons  unknown option "descriptons"\n    did you mean `descriptions`?\n' +
        'MeshRoutes routes spec.settings.namepace  unknown option "settings.namepace"\n    did you mean `settings.namespace`?\n' +
        'MeshRoutes routes spec.settings.service.port  invalid `settings.service.port` 0: expected an integer from 1 to 65535\n    for example `settings: {service: {port: 8080}}`\n' +
        'MeshRoutes routes spec.settings.x  unknown option "settings.x"\n    known here: `target`, `mesh`, `gateway_api`, `namespace`, `labels`, `annotations`, `service`, `cluster`, `path`, `timeouts`, `retryable`, `retry_budget`, `response_classes`\n',
    },
    {
      name: 'another kind',
      input: {functionConfig: {apiVersion: 'apigen.dev/v1alpha1', kind: 'MeshRoute'}},
      stderr:
        'MeshRoute kind  invalid `kind` "MeshRoute": expected MeshRoutes\n    set `apiVersion: apigen.dev/v1alpha1` and `kind: MeshRoutes`\n',
    },
    {
      name: 'no functionConfig',
      input: {items: []},
      stderr:
        'functionConfig  `functionConfig` is missing\n    set `apiVersion: apigen.dev/v1alpha1` and `kind: MeshRoutes`\n',
    },
    {
      name: 'a wrong setting, a pattern that matches nothing and annotations',
      input: {
        items: [
          SERVICE,
          {kind: 'Pod', apiVersion: 'v1', metadata: {name: 'p', annotations: {'apigen.dev/x': ''}}},
        ],
        functionConfig: withSpec({descriptions: ['no/*.yaml'], settings: {service: {port: 0}}}),
      },
      stderr:
        'MeshRoutes routes spec.descriptions[0]  no file matches "no/*.yaml"\n    check the pattern; it is relative to the folder of the kustomization, and `**` matches any folders\n' +
        'MeshRoutes routes spec.settings.service.port  invalid `settings.service.port` 0: expected an integer from 1 to 65535\n    for example `settings: {service: {port: 8080}}`\n' +
        'Pod p metadata.annotations["apigen.dev/x"]  warning: unknown annotation "apigen.dev/x"\n    known: `apigen.dev/description`\n' +
        `${ofService}  no ConfigMap "pets" in the input\n    add it to the resources; a function that is a generator has no input, so name it under \`transformers\`\n`,
    },
    {
      name: 'a key outside of spec',
      input: {functionConfig: {...CONFIG, descriptions: []}},
      stderr:
        'MeshRoutes routes descriptions  unknown key "descriptions"\n    known here: `apiVersion`, `kind`, `metadata`, `spec`\n',
    },
    {
      name: 'a pattern that matches nothing, standard input and a missing file',
      input: {functionConfig: withSpec({descriptions: ['no/*.yaml', '-', 'none.yaml']})},
      stderr:
        'MeshRoutes routes spec.descriptions[0]  no file matches "no/*.yaml"\n    check the pattern; it is relative to the folder of the kustomization, and `**` matches any folders\n' +
        'MeshRoutes routes spec.descriptions[1]  invalid description "-": standard input is the ResourceList\n    name a file\n' +
        'MeshRoutes routes spec.descriptions[2]  none.yaml: no such file\n    check the path; it is relative to the folder of the kustomization\n',
    },
    {
      name: 'a description in the functionConfig',
      input: {
        functionConfig: withSpec({
          descriptions: [{openapi: '3.1.0', 'x-apigen': {service: {name: 'c'}}, paths: {c: {get: {}}}}],
        }),
      },
      stderr:
        'MeshRoutes routes spec.descriptions[0].paths.c  invalid path "c": expected a "/" at the beginning\n    write "/c"\n',
    },
    {
      name: 'a ConfigMap that is not there',
      input: {items: [SERVICE], functionConfig: CONFIG},
      stderr: `${ofService}  no ConfigMap "pets" in the input\n    add it to the resources; a function that is a generator has no input, so name it under \`transformers\`\n`,
    },
    {
      name: 'annotations without a description',
      input: {
        items: ['', 5].map((value) => ({
          ...SERVICE,
          metadata: {name: `a${value}`, annotations: {'apigen.dev/description': value}},
        })),
        functionConfig: CONFIG,
      },
      stderr:
        'Service a metadata.annotations["apigen.dev/description"]  invalid description "": expected a path, an address or a reference to a ConfigMap\n    for example `petstore/openapi.yaml` or `configmap:petstore`\n' +
        'Service a5 metadata.annotations["apigen.dev/description"]  invalid description 5: expected a path, an address or a reference to a ConfigMap\n    for example `petstore/openapi.yaml` or `configmap:petstore`\n',
    },
    {
      name: 'a description that names no Service',
      input: {functionConfig: withSpec({descriptions: [{openapi: '3.1.0', paths: {'/a': {get: {}}}}]})},
      stderr:
        'MeshRoutes routes spec.descriptions[0]  the name of the target Service is missing\n    set `x-apigen: {service: {name: petstore}}`, or annotate its Service with `apigen.dev/description`\n',
    },
    {
      name: 'a folder',
      input: {functionConfig: withSpec({descriptions: ['.']})},
      stderr: 'MeshRoutes routes spec.descriptions[0]  .: is a directory\n    name the file in it\n',
    },
    {
      name: 'a ConfigMap with several keys',
      input: {items: [SERVICE, {...CONFIG_MAP, data: {a: '', b: ''}}], functionConfig: CONFIG},
      stderr: `${ofService}  ConfigMap shop/pets has 2 keys\n    name one of its keys, as in \`configmap:pets/openapi.yaml\`\n`,
    },
    {
      name: 'a description in a ConfigMap',
      input: {
        items: [SERVICE, {...CONFIG_MAP, data: {'openapi.yaml': 'openapi: 3.1.0\npaths: {a: {get: {}}}\n'}}],
        functionConfig: CONFIG,
      },
      stderr:
        '<ConfigMap shop pets openapi.yaml>:2:9  invalid path "a": expected a "/" at the beginning\n    write "/a"\n',
    },
    {
      name: 'a name of a Service that is not valid',
      input: {
        items: [{...SERVICE, metadata: {...SERVICE.metadata, name: 'P'}}, CONFIG_MAP],
        functionConfig: CONFIG,
      },
      stderr:
        'Service shop/P metadata.name  invalid `service.name` "P": expected a DNS label (at most 63 lower-case letters, digits and "-", with a letter or digit at both ends)\n    correct it in the Service\n',
    },
    {
      name: 'two descriptions of one Service',
      input: {
        functionConfig: withSpec({descriptions: ['services/*.yaml'], settings: {service: {name: 'x'}}}),
      },
      stderr:
        'services/b.yaml:1:1  ServiceProfile default/x.default.svc.cluster.local is generated from services/a.yaml too\n    set another `service.name`, or remove one of the two\n',
    },
    {
      name: 'a description that is listed and annotated',
      input: {
        items: [
          {
            ...SERVICE,
            metadata: {name: 'a', annotations: {'apigen.dev/description': 'services/a.yaml'}},
          },
        ],
        functionConfig: withSpec({descriptions: ['services/a.yaml']}),
      },
      stderr:
        'Service a metadata.annotations["apigen.dev/description"]  ServiceProfile default/a.default.svc.cluster.local is generated from services/a.yaml too\n    set another `service.name`, or remove one of the two\n',
    },
    {
      name: 'items that are not descriptions',
      input: {functionConfig: withSpec({descriptions: [1, '']})},
      stderr:
        'MeshRoutes routes spec.descriptions[0]  invalid `descriptions.0` 1: expected a path, an address, a reference to a ConfigMap, or an OpenAPI description\n    for example `descriptions: ["services/*/openapi.yaml"]`\n' +
        'MeshRoutes routes spec.descriptions[1]  invalid `descriptions.1` "": expected a path, an address, a reference to a ConfigMap, or an OpenAPI description\n    for example `descriptions: ["services/*/openapi.yaml"]`\n',
    },
    {
      name: 'a file that an annotation names and that is missing',
      input: {
        items: [{...SERVICE, metadata: {name: 'a', annotations: {'apigen.dev/description': 'none.yaml'}}}],
        functionConfig: CONFIG,
      },
      stderr:
        'Service a metadata.annotations["apigen.dev/description"]  none.yaml: no such file\n    check the path; it is relative to the folder of the kustomization\n',
    },
    {
      name: 'a reference to another host',
      input: {
        functionConfig: withSpec({
          descriptions: [
            {
              openapi: '3.1.0',
              'x-apigen': {service: {name: 'c'}},
              paths: {'/a': {$ref: 'https://other.example/a.yaml'}},
            },
          ],
        }),
      },
      stderr:
        'MeshRoutes routes spec.descriptions[0].paths["/a"]["$ref"]  unresolved `$ref` "https://other.example/a.yaml": references to other hosts are not followed\n    bundle the description first, for example with `redocly bundle`\n',
    },
    {
      name: 'a description without paths',
      input: {
        functionConfig: withSpec({
          descriptions: [{openapi: '3.1.0', 'x-apigen': {service: {name: 'c'}}, paths: {}}],
        }),
      },
      stderr:
        'MeshRoutes routes spec.descriptions[0].paths  no routes: no path has a method\n    add a method under a path, or allow an empty result: `spec.allowEmpty: true`\n',
    },
    {
      name: 'an input of another kind',
      input: '{"kind": "List", "items": []}',
      stderr:
        '<stdin>  invalid `kind` "List": expected ResourceList\n    let kustomize run `apigen krm`, or give it a ResourceList of the KRM functions specification\n',
    },
    {
      name: 'a generator without a description',
      input: {functionConfig: withSpec({descriptions: []})},
      stderr:
        'MeshRoutes routes spec.descriptions  no description\n    set `spec.descriptions`; a function that is a generator has no input, so for annotated Services name it under `transformers`\n',
    },
    {
      name: 'a warning with strict',
      input: {items: [{kind: 'Pod'}], functionConfig: withSpec({strict: true})},
      stderr:
        'MeshRoutes routes spec.descriptions  no description\n    set `spec.descriptions`, or annotate a Service with `apigen.dev/description`\n',
    },
  ])('$name', async ({input, stderr}) => {
    const {list: found, ...run} = await krm(input);
    expect(run).toEqual({status: 1, stderr});
    expect(found).toMatchObject({kind: 'ResourceList', items: []});
  });
});

describe('limits', () => {
  const head = `kind: ResourceList\nfunctionConfig: ${JSON.stringify(CONFIG)}\n`;
  test.each([
    {name: 'maps', items: `- &m0 {a: b}\n${upTo(12, (n) => `- &m${n + 1} [${`*m${n},`.repeat(10)}]\n`)}`},
    {name: 'a text', items: `- &text ${'a'.repeat(10_000)}\n${'- *text\n'.repeat(2200)}`},
    {name: 'a circle', items: '- &map {key: *map}\n'},
  ])('of what aliases repeat: $name', async ({items}) => {
    const {status, stderr} = await krm(`${head}items:\n${items}`);
    expect({status, stderr}).toEqual({
      status: 1,
      stderr:
        '<stdin>  YAML aliases repeat more than 20971520 characters of the ResourceList\n    write the values without aliases (`*name`)\n',
    });
  });

  test('of a description that is read again for each Service', async () => {
    const description = {
      openapi: '3.1.0',
      info: {description: 'a'.repeat(30_000_000)},
      paths: {'/a': {get: {}}},
    };
    const configMap = {...CONFIG_MAP, data: {'openapi.json': JSON.stringify(description)}};
    const services = Array.from({length: 20}, (_, index) => ({
      ...SERVICE,
      metadata: {...SERVICE.metadata, name: `s${index}`},
    }));
    const {status, stderr} = await krm({items: [...services, configMap], functionConfig: CONFIG});
    const refused = (name: string) =>
      `Service shop/${name} metadata.annotations["apigen.dev/description"]  <ConfigMap shop pets openapi.json>: more than 500 MiB in descriptions that several Services name\n    split it into smaller ones\n`;
    expect({status, stderr}).toEqual({status: 1, stderr: ['s18', 's19'].map(refused).join('')});
  });
});

test('annotations without effect are warnings, in the file of the object', async () => {
  const annotations = {
    'apigen.dev/description': 'services/a.yaml',
    'internal.config.kubernetes.io/path': 'apps/a.yaml',
    'internal.config.kubernetes.io/index': '1',
  };
  const deployment = {apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'a', annotations}};
  const service = {...SERVICE, metadata: {name: 'pets', annotations: {'apigen.dev/descripton': 'x'}}};
  const resourceRef = {apiVersion: 'apps/v1', kind: 'Deployment', name: 'a'};
  const {list: found, ...run} = await krm({items: [deployment, service], functionConfig: CONFIG});
  expect(run).toEqual({
    status: 0,
    stderr:
      'Deployment a metadata.annotations["apigen.dev/description"]  warning: annotation "apigen.dev/description" has no effect on a Deployment of apps/v1\n    annotate the Service\n' +
      'Service pets metadata.annotations["apigen.dev/descripton"]  warning: unknown annotation "apigen.dev/descripton"\n    did you mean `apigen.dev/description`?\n',
  });
  expect(found).toMatchObject({
    items: [deployment, service],
    results: [
      {resourceRef, severity: 'warning', file: {path: 'apps/a.yaml', index: 1}},
      {resourceRef: {...resourceRef, apiVersion: 'v1', kind: 'Service', name: 'pets'}},
    ],
  });
});

test('a warning is a result, and the items are returned', async () => {
  expect(await krm({items: [{kind: 'Pod'}], functionConfig: CONFIG})).toEqual({
    status: 0,
    stderr:
      'MeshRoutes routes spec.descriptions  warning: no description\n    set `spec.descriptions`, or annotate a Service with `apigen.dev/description`\n',
    list: list({
      items: [{kind: 'Pod'}],
      results: [
        {
          message: 'no description',
          severity: 'warning',
          resourceRef: CONFIG_REF,
          field: {path: 'spec.descriptions'},
          tags: {
            code: 'input',
            hint: 'set `spec.descriptions`, or annotate a Service with `apigen.dev/description`',
          },
        },
      ],
    }),
  });
});

test('an empty input is a wrong use', async () => {
  expect(await krm('')).toEqual({
    status: 2,
    stderr:
      'no ResourceList on standard input\n    let kustomize run `apigen krm`: `kustomize build --enable-alpha-plugins --enable-exec`\n',
    list: undefined,
  });
});

test('an unknown flag is a wrong use', async () => {
  expect(await krm('', ['--watch'])).toEqual({
    status: 2,
    stderr: 'unknown flag "--watch"\n    `apigen krm --help` lists all flags\n',
    list: undefined,
  });
});
