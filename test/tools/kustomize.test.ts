import {spawnSync} from 'node:child_process';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {beforeAll, beforeEach, describe, expect, test} from '@jest/globals';
import {built} from '../cluster/control-plane/build-programs.ts';
import {PROGRAMS} from '../cluster/control-plane/programs.ts';
import {writeStarter} from '../start-cli.ts';
import {folderWith, writeIn} from '../temporary-folder.ts';

let kustomize = '';
let folder = '';

beforeAll(async () => {
  kustomize = path.join(await built(PROGRAMS.kustomize), 'kustomize');
}, 600_000);

const write = (name: string, text: string) => writeIn(folder, name, text);

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
  folder = folderWith();
  writeStarter(path.join(folder, 'bin'));
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

  // kustomize refuses two generators of one name in a build.
  test('builds a generator for each of several services', () => {
    write('all/kustomization.yaml', 'resources: [a, b]\n');
    for (const name of ['a', 'b']) {
      write(`all/${name}/kustomization.yaml`, 'generators: [routes.yaml]\n');
      write(
        `all/${name}/routes.yaml`,
        `${meshRoutes(`${name}-routes`)}spec: {descriptions: [openapi.yaml]}\n`,
      );
      write(`all/${name}/openapi.yaml`, describeApi(name));
    }
    expect(build('all')).toEqual({status: 0, stderr: '', stdout: `${profile('a')}---\n${profile('b')}`});
  });
});
