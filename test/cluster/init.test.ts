import {readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, it} from '@jest/globals';
import {inNamespace, kubectl} from './support/clients.ts';
import {kubeconfigOfNobody} from './support/kubeconfigs.ts';
import {meshFolder} from './support/mesh-folder.ts';

const DESCRIPTION = 'openapi: 3.1.0\ninfo: {title: Orders API}\npaths: {/a: {get: {}}}\n';

const service = (name: string) =>
  JSON.stringify({apiVersion: 'v1', kind: 'Service', metadata: {name}, spec: {ports: [{port: 8080}]}});

it('takes name, namespace and port of a Service, and refuses what is not there', () =>
  inNamespace(async (namespace) => {
    const {folder, apigen} = meshFolder({'openapi.yaml': DESCRIPTION});
    for (const name of ['orders', 'refunds'])
      expect(await kubectl(['apply', `--namespace=${namespace}`, '-f', '-'], service(name))).toMatchObject({
        status: 0,
      });
    const of = ['--from-cluster', '--service.namespace', namespace, '--target', 'httproute', '--yes'];
    expect(await apigen('init', ...of, '--service.name', 'carts')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^error: no Services "carts" in the cluster\n {4}choose one with `--service\.name` and `--service\.namespace`: /,
      ),
    });
    expect(await apigen('init', ...of)).toMatchObject({
      status: 0,
      stderr: `SETTING                   VALUE   FROM
mesh                      -       not set; for example \`--mesh=istio\`
service.name              orders  the cluster
service.port              8080    the cluster
timeouts.request_timeout  -       not set; for example \`--timeouts.request_timeout=30\`
apigen: wrote openapi.yaml
next: apigen apply -i openapi.yaml
`,
    });
    expect(readFileSync(path.join(folder, 'openapi.yaml'), 'utf8')).toBe(
      DESCRIPTION.replace(
        '3.1.0\n',
        `3.1.0
x-apigen:
  target: httproute
  namespace: ${namespace}
  service:
    name: orders
    namespace: ${namespace}
    port: 8080
`,
      ),
    );
  }));

it('reports that the user may not list Services', async () => {
  const {apigen} = meshFolder({'openapi.yaml': DESCRIPTION}, kubeconfigOfNobody());
  expect(await apigen('init', '--from-cluster')).toEqual({
    status: 1,
    stdout: '',
    stderr:
      'error: kubectl: Error from server (Forbidden): services is forbidden: User "nobody" cannot list resource "services" in API group "" at the cluster scope\n    check `kubectl config current-context`, and that you are allowed to list the Services of all namespaces\n',
  });
});
