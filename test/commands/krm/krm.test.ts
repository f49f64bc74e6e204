import {readFileSync} from 'node:fs';
import path from 'node:path';
import {afterAll, beforeAll, expect, test} from '@jest/globals';
import {parse} from 'yaml';
import {runKrm} from '../../../src/commands/krm/run-krm.ts';
import {capturedRun} from '../../captured-run.ts';
import {ends, startCli} from '../../start-cli.ts';
import {testTranscript} from '../../transcript.ts';

const folder = path.join(import.meta.dirname, 'project');
const before = process.cwd();
beforeAll(() => process.chdir(folder));
afterAll(() => process.chdir(before));

const krm = (input: Buffer) => capturedRun(folder, (terminal) => runKrm(input, terminal));

const HEAD = 'apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n';
const PROFILE =
  /^- apiVersion: mesh\.io\/v1alpha2\n {2}kind: ServiceProfile\n {2}metadata:\n {4}creationTimestamp: null\n {4}name: (\w+)\.(\w+)\.svc\.cluster\.local\n {4}namespace: \2\n((?: {4}.*\n)*?) {2}spec:\n {4}routes:\n {6}- condition:\n {10}method: GET\n {10}pathRegex: (.*)\n {8}name: GET \4\n/gm;

/** What is printed, without the messages that are in the results, too. The first lines, and profiles of one route, are abbreviated. */
async function printed(input: Buffer) {
  const {stdout, stderr, ...run} = await krm(input);
  const results: {message: string}[] = parse(stdout).results ?? [];
  const isRepeated = stderr === results.map(({message}) => `${message}\n`).join('');
  const abbreviated = stdout.replace(HEAD, '').replaceAll(PROFILE, '- ServiceProfile $2/$1: GET $4\n$3');
  return {...run, stdout: abbreviated, stderr: isRepeated ? '' : stderr};
}

testTranscript(
  path.join(import.meta.dirname, 'krm.txt'),
  () => folder,
  (_, options) => printed(Buffer.from(options?.input ?? '')),
);

test('the output is a ResourceList with the objects', async () => {
  const {stdout} = await krm(readFileSync(path.join(folder, 'overlay.yaml')));
  expect(stdout).toBe(`${HEAD}items:
- apiVersion: mesh.io/v1alpha2
  kind: ServiceProfile
  metadata:
    creationTimestamp: null
    name: a.shop.svc.cluster.local
    namespace: shop
  spec:
    routes:
      - condition:
          method: GET
          pathRegex: /a
        name: GET /a
`);
});

test('the command needs an input', async () => {
  const noInput =
    'error: no ResourceList on standard input\n    let kustomize run `apigen krm`: `kustomize build --enable-alpha-plugins --enable-exec`\n';
  expect(await startCli(['krm'], {cwd: folder})).toEqual(ends(2, noInput));
});

test('two MeshRoutes add to each other, one for the mesh and one for a Gateway', async () => {
  const service = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {name: 'a', namespace: 'shop', annotations: {'apigen.dev/description': 'services/a.yaml'}},
    spec: {ports: [{port: 80}]},
  };
  const config = {apiVersion: 'apigen.dev/v1alpha1', kind: 'MeshRoutes', metadata: {name: 'routes'}};
  let items: {metadata: {name: string}}[] = [service];
  const names: string[][] = [];
  const mesh = {mesh: 'istio'};
  for (const settings of [mesh, {...mesh, gateway: {name: 'public', hostnames: ['a.example']}}, mesh]) {
    const functionConfig = {...config, spec: {settings}};
    const list = {apiVersion: 'config.kubernetes.io/v1', kind: 'ResourceList', items, functionConfig};
    const {status, stdout, stderr} = await krm(Buffer.from(JSON.stringify(list)));
    expect({status, stderr}).toEqual({status: 0, stderr: ''});
    ({items} = parse(stdout));
    names.push(items.map(({metadata: {name}}) => name));
  }
  expect(names).toEqual([
    ['a', 'a.catch-all', 'a'],
    ['a', 'a.catch-all', 'a', 'a.public-cc909380'],
    ['a', 'a.public-cc909380', 'a.catch-all', 'a'],
  ]);
});
