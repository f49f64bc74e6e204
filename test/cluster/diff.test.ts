import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {beforeAll, expect, it} from '@jest/globals';
import {clusterAccess} from './control-plane/cluster-access.ts';
import {inNamespace, kubectl} from './support/clients.ts';
import {establish, SERVICE_PROFILE_CRD} from './support/crd.ts';
import {kubeconfigAt} from './support/kubeconfigs.ts';
import {meshFolder} from './support/mesh-folder.ts';

const describeApi = (service: string, namespace: string, paths: string) =>
  `openapi: 3.1.0
x-apigen: {namespace: ${namespace}, service: {name: ${service}, namespace: ${namespace}}}
paths:
${paths}`;

const PATHS = '  /a: {get: {x-apigen: {timeouts: {request_timeout: 5}}}}\n  /old: {get: {}}\n';
const CHANGED = '  /a: {get: {x-apigen: {timeouts: {request_timeout: 7}}}}\n  /new: {get: {}}\n';

/** The difference between `PATHS` and `CHANGED`. */
const CHANGES = `--- cluster
+++ a.yaml
@@ a.yaml:4 @@ GET /a
-timeout 5s
+timeout 7s
@@ a.yaml:5 @@ GET /new
+no settings
@@ a.yaml @@ GET /old
-no settings
`;

/** A folder with descriptions, whose objects by these arguments are in the cluster. */
async function applied(files: Readonly<Record<string, string>>, ...args: string[]) {
  const folder = meshFolder(files);
  const {stdout} = await folder.mesh(...args);
  expect(await kubectl(['apply', '--server-side', '-f', '-'], stdout)).toMatchObject({status: 0});
  const diff = (...given: string[]) => folder.apigen('diff', ...given, '--cluster');
  return {...folder, diff};
}

beforeAll(() => establish(SERVICE_PROFILE_CRD));

it('lists the routes that were added, removed and changed, with their places', () =>
  inNamespace(async (namespace) => {
    const args = ['-i', 'a.yaml'];
    const {write, diff} = await applied({'a.yaml': describeApi('a', namespace, PATHS)}, ...args);
    expect(await diff(...args)).toEqual({
      status: 0,
      stdout: '',
      stderr: 'no differences between the cluster and the description\n',
    });
    write('a.yaml', describeApi('a', namespace, CHANGED));
    expect(await diff(...args)).toEqual({
      status: 1,
      stdout: CHANGES,
      stderr: '3 differences between the cluster and the description\n',
    });
  }));

it('asks without `kubectl proxy` where that cannot listen', () =>
  inNamespace(async (namespace) => {
    await applied({'a.yaml': describeApi('a', namespace, PATHS)}, '-i', 'a.yaml');
    const {apigen} = meshFolder({'a.yaml': describeApi('a', namespace, CHANGED)}, undefined, {
      TMPDIR: '/dev/null',
    });
    expect(await apigen('diff', 'a.yaml', '--cluster')).toEqual({
      status: 1,
      stdout: CHANGES,
      stderr: '3 differences between the cluster and the description\n',
    });
  }));

it('asks an API server whose address has a path', () =>
  inNamespace(async (namespace) => {
    const {diff, folder} = await applied({'a.yaml': describeApi('a', namespace, PATHS)}, '-i', 'a.yaml');
    expect(await diff('a.yaml')).toMatchObject({status: 0});
    const {kubeconfig, kubectl: program} = clusterAccess();
    const args = ['proxy', '--port=0', '--api-prefix=/k8s/clusters/a/', `--kubeconfig=${kubeconfig}`];
    const proxy = spawn(program, args, {cwd: folder, stdio: ['ignore', 'pipe', 'ignore']});
    try {
      const [printed] = await once(proxy.stdout, 'data');
      const [address] = /127\.0\.0\.1:\d+/.exec(String(printed)) ?? [];
      const behind = kubeconfigAt(`http://${address}/k8s/clusters/a`);
      const {apigen} = meshFolder({'a.yaml': describeApi('a', namespace, CHANGED)}, behind);
      expect(await apigen('diff', 'a.yaml', '--cluster')).toMatchObject({status: 1, stdout: CHANGES});
    } finally {
      proxy.kill();
    }
  }));

it('finds what was changed by hand and what other descriptions add, as JSON', () =>
  inNamespace(async (namespace) => {
    const files = {
      'a.yaml': describeApi('a', namespace, '  /a: {get: {}}\n'),
      'b.yaml': describeApi('b', namespace, '  /b: {get: {}}\n'),
    };
    const {diff} = await applied(files, '-i', 'a.yaml', '--labels', 'team=shop');
    const name = `a.${namespace}.svc.cluster.local`;
    const of = ['serviceprofiles.mesh.io', name, `--namespace=${namespace}`];
    expect(await kubectl(['label', ...of, 'team=other', '--overwrite'])).toMatchObject({status: 0});
    const patch = '[{"op": "replace", "path": "/spec/routes/0/condition/pathRegex", "value": "/b"}]';
    expect(await kubectl(['patch', ...of, '--type=json', `--patch=${patch}`])).toMatchObject({status: 0});
    const found = await diff('-i', '*.yaml', '--labels', 'team=shop', '--json');
    expect({...found, stdout: JSON.parse(found.stdout)}).toEqual({
      status: 1,
      stderr: '',
      stdout: {
        changes: [
          {
            route: 'GET /a',
            before: 'path /b, no settings',
            after: 'path /a, no settings',
            place: 'a.yaml:4',
            change: 'changed',
          },
          {
            route: `ServiceProfile ${namespace}/${name}`,
            before: 'other labels',
            after: 'labels as generated',
            place: 'a.yaml',
            change: 'changed',
          },
          {route: 'GET /b', after: 'no settings', place: 'b.yaml:4', change: 'added'},
        ],
        problems: [],
        summary: {error: 0, warning: 0, note: 0},
      },
    });
  }));
