import {cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {beforeAll, expect, it} from '@jest/globals';
import {run} from '../run.ts';
import {writeStarter} from '../start-cli.ts';
import {built} from './control-plane/build-programs.ts';
import {clusterAccess} from './control-plane/cluster-access.ts';
import {PROGRAMS} from './control-plane/programs.ts';
import {inNamespace, kubectl} from './support/clients.ts';
import {establish, linkerdCrd} from './support/crd.ts';

const access = clusterAccess();
const root = path.resolve(import.meta.dirname, '..', '..');
const KINDS = 'services,serviceprofiles.linkerd.io';
const ORDERS = 'services/orders/openapi.yaml';

let kustomize = '';

/** The commands of a section of the guide for GitOps, by what each does. */
function commandsOf(heading: string): string[] {
  const guide = readFileSync(path.join(root, 'docs/gitops.md'), 'utf8');
  const section = guide.split(/^## /m).find((text) => text.startsWith(heading)) ?? '';
  return [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, command]) => command ?? '');
}

/** A copy of the example, in another namespace than `shop`, with the programs that the guide asks for. */
function repository(namespace: string) {
  const folder = mkdtempSync(path.join(access.folder, 'kustomize-'));
  const inFolder = (name: string) => path.join(folder, name);
  cpSync(path.join(root, 'examples/gitops/kustomize'), folder, {recursive: true});
  const change = (name: string, edit: (text: string) => string) =>
    writeFileSync(inFolder(name), edit(readFileSync(inFolder(name), 'utf8')));
  for (const name of ['routes.yaml', 'services/orders/service.yaml', 'services/petstore/service.yaml'])
    change(name, (text) => text.replaceAll('namespace: shop', `namespace: ${namespace}`));
  writeStarter(inFolder('bin'));
  const folders = [inFolder('bin'), kustomize, path.dirname(access.kubectl), process.env.PATH];
  const own = {NODE_OPTIONS: '', KUBECONFIG: access.kubeconfig, PATH: folders.join(path.delimiter)};
  const options = {cwd: folder, env: {...process.env, ...own}};
  return {
    change,
    remove: (name: string) => rmSync(inFolder(name), {recursive: true}),
    shell: (script: string) => run('bash', ['-c', script.replaceAll('shop', namespace)], options),
  };
}

/** `kind name version` of the objects in a namespace; the API server gives an object another version at each change. */
async function versions(namespace: string): Promise<string[]> {
  const line = '{.kind} {.metadata.name} {.metadata.resourceVersion}{"\\n"}';
  const output = `-o=jsonpath={range .items[*]}${line}{end}`;
  return (await kubectl(['get', KINDS, '-n', namespace, output])).stdout.trim().split('\n');
}

const withoutVersion = (line: string) => line.replace(/ \d+$/, '');

/** The objects that were changed or removed. */
const changed = (before: readonly string[], after: readonly string[]) =>
  before.filter((line) => !after.includes(line)).map(withoutVersion);

beforeAll(async () => {
  kustomize = await built(PROGRAMS.kustomize);
  await establish(linkerdCrd());
});

it('applies, compares, changes one object, changes none, and prunes', () =>
  inNamespace(async (namespace) => {
    const {shell, change, remove} = repository(namespace);
    const [apply = '', compare = ''] = commandsOf('kustomize without overlays');
    expect(await shell(apply)).toMatchObject({status: 0, stderr: ''});
    const first = await versions(namespace);
    const profile = (name: string) => `ServiceProfile ${name}.${namespace}.svc.cluster.local`;
    expect(first.map(withoutVersion)).toEqual([
      'Service orders',
      'Service petstore',
      profile('orders'),
      profile('petstore'),
    ]);

    change(ORDERS, (text) => text.replace('  /orders/{id}:', '  /orders/by-id/{id}:'));
    const {status, stdout} = await shell(compare);
    expect({status, changes: stdout.match(/^@@ .*$/gm)}).toEqual({
      status: 1,
      changes: [`@@ ${ORDERS}:12 @@ GET /orders/by-id/{id}`, `@@ ${ORDERS} @@ GET /orders/{id}`],
    });
    expect(await shell(apply)).toMatchObject({status: 0, stderr: ''});
    const second = await versions(namespace);
    expect(changed(first, second)).toEqual([profile('orders')]);

    expect(await shell(apply)).toMatchObject({status: 0, stderr: ''});
    expect(await versions(namespace)).toEqual(second);

    change(ORDERS, (text) => text.replace('  /orders:', '  orders:'));
    expect(await shell(apply)).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining(`${ORDERS}:7:3  error  path-template: invalid path "orders"`),
    });
    expect(await versions(namespace)).toEqual(second);

    remove('services/orders');
    change('kustomization.yaml', (text) => text.replace('services/orders/service.yaml, ', ''));
    expect(await shell(apply)).toMatchObject({status: 0, stderr: ''});
    expect(changed(second, await versions(namespace))).toEqual(['Service orders', profile('orders')]);
  }));
