import {spawnSync} from 'node:child_process';
import {cpSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {beforeAll, beforeEach, describe, expect, test} from '@jest/globals';
import {load, loadAll} from 'js-yaml';
import {goTool, output} from '../../release/tools.ts';
import {built} from '../cluster/control-plane/build-programs.ts';
import {PROGRAMS} from '../cluster/control-plane/programs.ts';
import {writeStarter} from '../start-cli.ts';
import {folderWith} from '../temporary-folder.ts';

const EXAMPLES = path.resolve(import.meta.dirname, '../../examples/gitops');

let kustomize = '';
let helm3 = '';
let helm4 = '';
let folder = '';
const inFolder = (name: string) => path.join(folder, name);

beforeAll(async () => {
  kustomize = await built(PROGRAMS.kustomize);
  helm3 = path.join(await built(PROGRAMS.helm3), 'helm');
  helm4 = path.join(await built(PROGRAMS.helm4), 'helm');
}, 900_000);

beforeEach(() => {
  folder = folderWith();
  cpSync(EXAMPLES, folder, {recursive: true});
  writeStarter(inFolder('bin'));
});

function run(program: string, args: readonly string[], name: string) {
  const {status, stdout, stderr} = spawnSync(program, args, {
    cwd: inFolder(name),
    encoding: 'utf8',
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      HELM_DATA_HOME: inFolder('helm-data'),
      PATH: [inFolder('bin'), kustomize, process.env.PATH].join(path.delimiter),
    },
  });
  return {status, stdout, stderr};
}

/** The objects of a stream of YAML documents, as `kind namespace/name`. */
function namesIn(text: string): string[] {
  const objects: {kind: string; metadata: {name: string; namespace: string}}[] = JSON.parse(
    JSON.stringify(loadAll(text)),
  );
  return objects.map(({kind, metadata: {name, namespace}}) => `${kind} ${namespace}/${name}`).sort();
}

/** An example as its tool reads it. */
const example = (name: string) => JSON.parse(JSON.stringify(load(readFileSync(inFolder(name), 'utf8'))));

const SHOP = [
  'Service shop/orders',
  'Service shop/petstore',
  'ServiceProfile shop/orders.shop.svc.cluster.local',
  'ServiceProfile shop/petstore.shop.svc.cluster.local',
];

const BUILD = ['build', '--enable-alpha-plugins', '--enable-exec'];

test.each([
  {overlay: 'dev', prefix: 'dev-', timeout: '60s'},
  {overlay: 'staging', prefix: 'staging-', timeout: '10s'},
  {overlay: 'prod', prefix: '', timeout: '10s'},
])('the overlay $overlay has routes for its own Services', ({overlay, prefix, timeout}) => {
  // From another folder than its own.
  const {stdout, ...rest} = run('kustomize', [...BUILD, `overlays/${overlay}`], '.');
  expect(rest).toEqual({status: 0, stderr: ''});
  const namespace = `shop-${overlay}`;
  const services = ['orders', 'petstore'].map((name) => `${namespace}/${prefix}${name}`);
  expect(namesIn(stdout)).toEqual([
    ...services.map((name) => `Service ${name}`),
    ...services.map((name) => `ServiceProfile ${name}.${namespace}.svc.cluster.local`),
  ]);
  // `GET /orders/{id}` has a timeout of its own.
  const own = `timeout: ${timeout}`;
  expect(stdout.match(/timeout: .*/g)).toEqual([own, 'timeout: 5s', own, own]);
});

test('a validator finds the routes of a generator whose Services an overlay has moved', () => {
  mkdirSync(inFolder('moved'));
  const routes = readFileSync(inFolder('kustomize/routes.yaml'), 'utf8');
  writeFileSync(
    inFolder('moved/check.yaml'),
    `${routes.slice(0, routes.indexOf('spec:'))}spec: {strict: true}\n`,
  );
  writeFileSync(
    inFolder('moved/kustomization.yaml'),
    'resources: [../kustomize]\nnamespace: shop-dev\nvalidators: [check.yaml]\n',
  );
  const {status, stdout, stderr} = run('kustomize', [...BUILD, '.'], 'moved');
  expect({status, stdout}).toEqual({status: 1, stdout: ''});
  expect(stderr).toContain(
    'ServiceProfile "orders.shop.svc.cluster.local" is for the Service shop/orders, but there is only the Service shop-dev/orders\n',
  );
});

test('the plugin of Argo CD prints Services and their routes, and nothing with a broken description', () => {
  const {command, args} = example('argocd/plugin.yaml').spec.generate;
  const [program = '', ...rest] = [...command, ...args];
  cpSync(inFolder('kustomize/services'), inFolder('argocd/services'), {recursive: true});
  const {stdout, status} = run(program, rest, 'argocd');
  expect(status).toBe(0);
  expect(namesIn(stdout)).toEqual(SHOP);

  const file = inFolder('argocd/services/orders/openapi.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('  /orders:', '  orders:'));
  expect(run(program, rest, 'argocd')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining(
      'services/orders/openapi.yaml:7:3  error  path-template: invalid path "orders": expected a "/" at the beginning\n',
    ),
  });
});

describe('the workflow for Flux', () => {
  test('renders what Flux applies', () => {
    const steps: {name?: string; run?: string}[] = example('flux/publish.yaml').jobs.publish.steps;
    const script = steps.find(({name}) => name === 'Render')?.run ?? 'exit 9';
    expect(run('bash', ['-eo', 'pipefail', '-c', script], 'kustomize')).toMatchObject({
      status: 0,
      stderr: '',
    });
    expect(namesIn(readFileSync(inFolder('kustomize/rendered/shop.yaml'), 'utf8'))).toEqual(SHOP);
  });

  test('passes actionlint', async () => {
    expect(
      await output(await goTool('actionlint'), ['-no-color', path.join(EXAMPLES, 'flux/publish.yaml')]),
    ).toBe('');
  });
});

describe('the post-renderer of helm', () => {
  const template = ['template', 'pets', 'chart', '--namespace', 'shop', '--post-renderer'];
  const wanted = ['Service shop/pets', 'ServiceProfile shop/pets.shop.svc.cluster.local'];

  test('adds the routes of an annotated Service with helm 3', () => {
    const {stdout, ...rest} = run(helm3, [...template, 'post-renderer/post-render.sh'], 'helm');
    expect(rest).toEqual({status: 0, stderr: ''});
    expect(namesIn(stdout)).toEqual(wanted);
  });

  test('adds them as a plugin of helm 4', () => {
    expect(run(helm4, ['plugin', 'install', 'post-renderer'], 'helm')).toMatchObject({status: 0});
    const {stdout, status} = run(helm4, [...template, 'apigen-krm'], 'helm');
    expect(status).toBe(0);
    expect(namesIn(stdout)).toEqual(wanted);
  });

  test('renders nothing with a broken description', () => {
    writeFileSync(inFolder('helm/openapi.yaml'), 'openapi: 3.1.0\npaths: {pets: {get: {}}}\n');
    expect(run(helm3, [...template, './post-renderer/post-render.sh'], 'helm')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('openapi.yaml:2:9  error  path-template: invalid path "pets"'),
    });
  });
});
