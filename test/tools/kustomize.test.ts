import {spawnSync} from 'node:child_process';
import {chmodSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {beforeAll, beforeEach, describe, expect, test} from '@jest/globals';
import {built} from '../cluster/control-plane/build-programs.ts';
import {PROGRAMS} from '../cluster/control-plane/programs.ts';
import {cliProgram} from '../start-cli.ts';

let kustomize = '';
let folder = '';

beforeAll(async () => {
  kustomize = path.join(await built(PROGRAMS.kustomize), 'kustomize');
}, 600_000);

const write = (name: string, text: string) => {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), {recursive: true});
  writeFileSync(file, text);
  return file;
};

const describeApi = (service: string, route = `/${service}`) =>
  `openapi: 3.1.0\nx-apigen: {service: {name: ${service}}}\npaths: {${route}: {get: {}}}\n`;

const meshRoutes = (name: string) => `apiVersion: apigen.dev/v1alpha1
kind: MeshRoutes
metadata:
  name: ${name}
  annotations:
    config.kubernetes.io/function: |
      exec: {path: apigen, args: [krm]}
`;

const ROUTES = meshRoutes('routes');

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'apigen-kustomize-')));
  const program = cliProgram().map((word) => `'${word}'`);
  chmodSync(write('bin/apigen', `#!/bin/sh\nexec ${program.join(' ')} "$@"\n`), 0o755);
  for (const name of ['a', 'b']) write(`app/services/${name}.yaml`, describeApi(name));
  write('app/routes.yaml', `${ROUTES}spec: {descriptions: [services/*.yaml]}\n`);
  write('app/kustomization.yaml', 'generators: [routes.yaml]\n');
});

/** Builds a folder from another one, with the flags that the guide names. */
function build(name: string, ...flags: string[]) {
  const args = ['build', '--enable-alpha-plugins', '--enable-exec', ...flags, path.join(folder, name)];
  const {status, stdout, stderr} = spawnSync(kustomize, args, {
    cwd: tmpdir(),
    encoding: 'utf8',
    env: {...process.env, NODE_OPTIONS: '', PATH: `${path.join(folder, 'bin')}:${process.env.PATH}`},
  });
  return {status, stdout, stderr};
}

const profile = (service: string, namespace = 'default', annotations = '') => `apiVersion: mesh.io/v1alpha2
kind: ServiceProfile
metadata:
${annotations}  creationTimestamp: null
  name: ${service}.${namespace}.svc.cluster.local
  namespace: ${namespace}
spec:
  routes:
  - condition:
      method: GET
      pathRegex: /${service}
    name: GET /${service}
`;

describe('kustomize', () => {
  test('generates the routes of descriptions in its own folder', () => {
    expect(build('app')).toEqual({status: 0, stderr: '', stdout: `${profile('a')}---\n${profile('b')}`});
  });

  test('builds them as a part of an overlay, from which they come', () => {
    write('prod/kustomization.yaml', 'resources: [../app]\nbuildMetadata: [originAnnotations]\n');
    const origin = `  annotations:
    config.kubernetes.io/origin: |
      configuredIn: ../app/routes.yaml
      configuredBy:
        apiVersion: apigen.dev/v1alpha1
        kind: MeshRoutes
        name: routes
`;
    expect(build('prod')).toEqual({
      status: 0,
      stderr: '',
      stdout: `${profile('a', 'default', origin)}---\n${profile('b', 'default', origin)}`,
    });
  });

  test('generates the routes of Services as it will apply them', () => {
    write('app/services/a.yaml', 'openapi: 3.1.0\npaths: {/dev-pets: {get: {}}}\n');
    write(
      'app/service.yaml',
      `apiVersion: v1
kind: Service
metadata:
  name: pets
  annotations: {apigen.dev/description: services/a.yaml}
spec: {ports: [{port: 8080}]}
`,
    );
    write('app/routes.yaml', ROUTES);
    write(
      'app/kustomization.yaml',
      'resources: [service.yaml]\ntransformers: [routes.yaml]\nnamespace: shop\nnamePrefix: dev-\n',
    );
    const {stdout, ...run} = build('app');
    expect(run).toEqual({status: 0, stderr: ''});
    expect(stdout.split('---\n')[1]).toBe(profile('dev-pets', 'shop'));
  });

  test('fails with an error in one description, and names it', () => {
    write('app/services/b.yaml', describeApi('b', 'b'));
    expect(build('app')).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'services/b.yaml:3:9  invalid path "b": expected a "/" at the beginning\n    write "/b"\nError: couldn\'t execute function: exit status 1\n',
    });
  });

  test('a changed path changes one object', () => {
    const before = build('app').stdout.split('---\n');
    write('app/services/b.yaml', describeApi('b', '/c'));
    const after = build('app').stdout.split('---\n');
    expect(after.map((text, index) => text === before[index])).toEqual([true, false]);
  });
});

describe('a repository of 20 services', () => {
  const services = Array.from({length: 20}, (_, index) => `s${String(index).padStart(2, '0')}`);
  const list = (items: readonly string[]) => `[${items.join(', ')}]`;
  const service = (name: string) =>
    `apiVersion: v1\nkind: Service\nmetadata: {name: ${name}}\nspec: {ports: [{port: 8080}]}\n`;

  const layouts = [
    {
      layout: 'one generator for all',
      writeAll: () => {
        const files = services.map((name) => `services/${name}/service.yaml`);
        write('repository/kustomization.yaml', `resources: ${list(files)}\ngenerators: [routes.yaml]\n`);
        write('repository/routes.yaml', `${ROUTES}spec: {descriptions: [services/*/openapi.yaml]}\n`);
      },
      place: 'services/s17/openapi.yaml:3:9',
    },
    {
      layout: 'one generator for each',
      // kustomize refuses two generators of one name in a build.
      writeAll: () => {
        write(
          'repository/kustomization.yaml',
          `resources: ${list(services.map((name) => `services/${name}`))}\n`,
        );
        for (const name of services) {
          const own = 'resources: [service.yaml]\ngenerators: [routes.yaml]\n';
          const routes = `${meshRoutes(`${name}-routes`)}spec: {descriptions: [openapi.yaml]}\n`;
          write(`repository/services/${name}/kustomization.yaml`, own);
          write(`repository/services/${name}/routes.yaml`, routes);
        }
      },
      place: 'openapi.yaml:3:9',
      accumulated:
        "Error: accumulating resources: accumulation err='accumulating resources from 'services/s17'",
    },
  ];

  test.each(layouts)('with $layout', ({writeAll, place, accumulated = ''}) => {
    for (const name of services) {
      write(`repository/services/${name}/service.yaml`, service(name));
      write(`repository/services/${name}/openapi.yaml`, describeApi(name));
    }
    writeAll();
    const {stdout, ...run} = build('repository');
    expect(run).toEqual({status: 0, stderr: ''});
    const before = stdout.split('\n---\n');
    expect(before).toHaveLength(40);

    write('repository/services/s17/openapi.yaml', describeApi('s17', '/changed'));
    const after = build('repository').stdout.split('\n---\n');
    const changed = after.filter((text) => !before.includes(text));
    expect(changed).toEqual([profile('s17').replaceAll(' /s17', ' /changed').trimEnd()]);

    write('repository/services/s17/openapi.yaml', describeApi('s17', 'wrong'));
    const {status, stdout: nothing, stderr} = build('repository');
    expect({status, nothing}).toEqual({status: 1, nothing: ''});
    expect(stderr).toContain(`${place}  invalid path "wrong": expected a "/" at the beginning\n`);
    expect(stderr).toContain(accumulated);
  });
});
