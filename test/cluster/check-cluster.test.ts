import path from 'node:path';
import {beforeAll, describe, expect, it} from '@jest/globals';
import {inNamespace, kubectl} from './support/clients.ts';
import {kubeconfigOfNobody} from './support/kubeconfig-of-nobody.ts';
import {meshFolder} from './support/mesh-folder.ts';

const crd = path.join(import.meta.dirname, 'service-profile-crd.yaml');

const describeApi = (service: string, namespace: string, paths: string) =>
  `openapi: 3.1.0
x-apigen: {namespace: ${namespace}, service: {name: ${service}, namespace: ${namespace}}}
paths:
${paths}`;

const PATHS = '  /a: {get: {x-apigen: {timeouts: {request_timeout: 5}}}}\n  /old: {get: {}}\n';
const CHANGED = '  /a: {get: {x-apigen: {timeouts: {request_timeout: 7}}}}\n  /new: {get: {}}\n';

describe('apigen mesh --check-cluster', () => {
  beforeAll(async () => {
    expect(await kubectl(['apply', '-f', crd])).toMatchObject({status: 0});
    expect(await kubectl(['wait', '--for=condition=Established', '-f', crd])).toMatchObject({status: 0});
  });

  it('lists the routes that were added, removed and changed, with their places', () =>
    inNamespace(async (namespace) => {
      const {write, mesh} = meshFolder({'a.yaml': describeApi('a', namespace, PATHS)});
      const {stdout} = await mesh('-i', 'a.yaml');
      expect(await kubectl(['apply', '--server-side', '-f', '-'], stdout)).toMatchObject({status: 0});
      expect(await mesh('-i', 'a.yaml', '--check-cluster')).toEqual({
        status: 0,
        stdout: '',
        stderr: 'no differences between the cluster and the description\n',
      });
      write('a.yaml', describeApi('a', namespace, CHANGED));
      expect(await mesh('-i', 'a.yaml', '--check-cluster')).toEqual({
        status: 1,
        stdout: `PLACE     ROUTE     CHANGE   CLUSTER     DESCRIPTION
a.yaml:4  GET /a    changed  timeout 5s  timeout 7s
a.yaml:5  GET /new  added    -           no policy
a.yaml    GET /old  removed  no policy   -
`,
        stderr: '3 differences between the cluster and the description\n',
      });
    }));

  it('compares many descriptions in one table, or as JSON', () =>
    inNamespace(async (namespace) => {
      const {mesh} = meshFolder({
        'a.yaml': describeApi('a', namespace, PATHS),
        'b.yaml': describeApi('b', namespace, '  /b: {get: {}}\n'),
      });
      const {stdout} = await mesh('-i', 'a.yaml', '--retry_budget.ratio', '0.5');
      expect(await kubectl(['apply', '--server-side', '-f', '-'], stdout)).toMatchObject({status: 0});
      const profile = `ServiceProfile ${namespace}/a.${namespace}.svc.cluster.local`;
      const found = await mesh('-i', '*.yaml', '--check-cluster', '--retry_budget.ratio', '0.25', '--json');
      expect({...found, stdout: JSON.parse(found.stdout)}).toEqual({
        status: 1,
        stderr: '',
        stdout: {
          changes: [
            {
              route: profile,
              before: 'other spec',
              after: 'spec as generated',
              place: 'a.yaml',
              change: 'changed',
            },
            {route: 'GET /b', after: 'no policy', place: 'b.yaml:4', change: 'added'},
          ],
          problems: [],
        },
      });
    }));

  it('compares what several descriptions of a Service are merged to', () =>
    inNamespace(async (namespace) => {
      const {write, mesh} = meshFolder({
        'a.yaml': describeApi('a', namespace, PATHS),
        'b.yaml': 'openapi: 3.1.0\nx-apigen: {path: {base: /b}}\npaths:\n  /a: {get: {}}\n',
      });
      const args = ['-i', 'a.yaml', '-i', 'b.yaml', '--merge'];
      const {stdout} = await mesh(...args);
      expect(await kubectl(['apply', '--server-side', '-f', '-'], stdout)).toMatchObject({status: 0});
      expect(await mesh(...args, '--check-cluster')).toEqual({
        status: 0,
        stdout: '',
        stderr: 'no differences between the cluster and 2 descriptions\n',
      });
      write('b.yaml', 'openapi: 3.1.0\nx-apigen: {path: {base: /b}}\npaths:\n  /new: {get: {}}\n');
      expect(await mesh(...args, '--check-cluster')).toEqual({
        status: 1,
        stdout: `PLACE           ROUTE       CHANGE   CLUSTER    DESCRIPTION
b.yaml:4        GET /b/new  added    -          no policy
a.yaml, b.yaml  GET /b/a    removed  no policy  -
`,
        stderr: '2 differences between the cluster and 2 descriptions\n',
      });
    }));

  it('compares the APIs of a configuration file', () =>
    inNamespace(async (namespace) => {
      const {write, mesh} = meshFolder({
        'redocly.yaml': `apis:
  a: {root: a.yaml, decorators: {apigen/service-profile: {namespace: ${namespace}}}}
  b: {root: b.yaml}
decorators:
  apigen/service-profile: {service.namespace: ${namespace}, service.name: a}
`,
        'a.yaml': describeApi('a', namespace, PATHS),
        'b.yaml': 'asyncapi: 3.0.0\n',
      });
      const {stdout} = await mesh('-i', 'a.yaml');
      expect(await kubectl(['apply', '--server-side', '-f', '-'], stdout)).toMatchObject({status: 0});
      const skipped = 'apigen: b: skipped: not an OpenAPI description but `asyncapi`\n';
      expect(await mesh('--config', 'redocly.yaml', '--check-cluster')).toEqual({
        status: 0,
        stdout: '',
        stderr: `${skipped}no differences between the cluster and the API\n`,
      });
      write('a.yaml', describeApi('a', namespace, CHANGED));
      expect(await mesh('a', '--check-cluster')).toEqual({
        status: 1,
        stdout: `PLACE     ROUTE     CHANGE   CLUSTER     DESCRIPTION
a.yaml:4  GET /a    changed  timeout 5s  timeout 7s
a.yaml:5  GET /new  added    -           no policy
a         GET /old  removed  no policy   -
`,
        stderr: '3 differences between the cluster and the API\n',
      });
    }));

  it('finds what was changed by hand', () =>
    inNamespace(async (namespace) => {
      const {mesh} = meshFolder({'a.yaml': describeApi('a', namespace, '  /a: {get: {}}\n')});
      const args = ['-i', 'a.yaml', '--labels', 'team=shop'];
      const {stdout} = await mesh(...args);
      expect(await kubectl(['apply', '--server-side', '-f', '-'], stdout)).toMatchObject({status: 0});
      const name = `a.${namespace}.svc.cluster.local`;
      const of = ['serviceprofiles.mesh.io', name, `--namespace=${namespace}`];
      expect(await kubectl(['label', ...of, 'team=other', '--overwrite'])).toMatchObject({status: 0});
      const patch = '[{"op": "replace", "path": "/spec/routes/0/condition/pathRegex", "value": "/b"}]';
      expect(await kubectl(['patch', ...of, '--type=json', `--patch=${patch}`])).toMatchObject({status: 0});
      const found = await mesh(...args, '--check-cluster', '--json');
      const change = {route: `ServiceProfile ${namespace}/${name}`, place: 'a.yaml', change: 'changed'};
      expect({...found, stdout: JSON.parse(found.stdout)}).toEqual({
        status: 1,
        stderr: '',
        stdout: {
          changes: [
            {...change, before: 'other spec', after: 'spec as generated'},
            {...change, before: 'other labels', after: 'labels as generated'},
          ],
          problems: [],
        },
      });
    }));

  it('reports what the user may not read', () =>
    inNamespace(async (namespace) => {
      const descriptions = {'a.yaml': describeApi('a', namespace, PATHS)};
      const {mesh} = meshFolder(descriptions, await kubeconfigOfNobody());
      expect(await mesh('-i', 'a.yaml', '--check-cluster')).toEqual({
        status: 1,
        stdout: '',
        stderr: `kubectl: Error from server (Forbidden): serviceprofiles.mesh.io "a.${namespace}.svc.cluster.local" is forbidden: User "nobody" cannot get resource "serviceprofiles" in API group "mesh.io" in the namespace "${namespace}"\n    check \`kubectl config current-context\`, and that the objects of the mesh are installed in the cluster\n`,
      });
    }));

  it('reports a kind that the cluster does not have', () =>
    inNamespace(async (namespace) => {
      const {mesh} = meshFolder({'a.yaml': describeApi('a', namespace, PATHS)});
      const {status, stdout, stderr} = await mesh(
        ...['-i', 'a.yaml', '--check-cluster', '--api-version', 'linkerd.io/v1alpha2'],
      );
      expect({status, stdout}).toEqual({status: 1, stdout: ''});
      expect(stderr).toMatch(/^kubectl: .*no matches for kind "ServiceProfile"/);
    }));
});
