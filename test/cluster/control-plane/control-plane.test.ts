import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {helm, helmMajors, inNamespace, kubectl} from '../support/clients.ts';

const crd = path.join(import.meta.dirname, '..', 'service-profile-crd.yaml');

describe('the cluster of the tests', () => {
  it('answers, and has a node to run pods on', async () => {
    expect(await kubectl(['get', '--raw', '/readyz'])).toEqual({status: 0, stdout: 'ok', stderr: ''});
    const ready = 'jsonpath={.items[*].status.conditions[?(@.type=="Ready")].status}';
    expect((await kubectl(['get', 'nodes', '-o', ready])).stdout).toMatch(/^True/);
  });

  it.each(helmMajors)('is reached by helm %i', async (major) => {
    expect((await helm(major, ['version', '--short'])).stdout).toMatch(
      new RegExp(`^v${major}\\.\\d+\\.\\d+`),
    );
    expect(await helm(major, ['list', '-q', '-n', 'default'])).toEqual({status: 0, stdout: '', stderr: ''});
  });

  it('runs what a StatefulSet with a volume and a Deployment ask for', () =>
    inNamespace(async (namespace) => {
      const applied = await kubectl([
        'apply',
        '-n',
        namespace,
        '-f',
        path.join(import.meta.dirname, '..', 'workloads.yaml'),
      ]);
      expect(applied).toMatchObject({status: 0, stderr: ''});
      const rollouts = ['statefulset/database', 'deployment/server'].map((name) =>
        kubectl(['rollout', 'status', name, '-n', namespace, '--timeout=60s']),
      );
      expect(await Promise.all(rollouts)).toMatchObject([{status: 0}, {status: 0}]);
    }));
});

describe('a ServiceProfile', () => {
  const profile = (pathRegex: string) => `
apiVersion: mesh.io/v1alpha2
kind: ServiceProfile
metadata:
  creationTimestamp: null
  name: petstore.default.svc.cluster.local
spec:
  routes:
  - condition:
      method: GET
      pathRegex: ${pathRegex}
    name: GET /pets/{id}
    timeout: 10s
`;

  it.each([
    {
      name: 'with a pathRegex',
      pathRegex: '/pets/[^/]*',
      status: 0,
      stdout: 'serviceprofile.mesh.io/petstore.default.svc.cluster.local created\n',
      stderr: '',
    },
    {
      name: 'whose pathRegex is not a string',
      pathRegex: '7',
      status: 1,
      stdout: '',
      stderr:
        'The ServiceProfile "petstore.default.svc.cluster.local" is invalid: spec.routes[0].condition.pathRegex: Invalid value: "integer": spec.routes[0].condition.pathRegex in body must be of type string: "integer"\n',
    },
  ])('$name gets the answer of the definition', ({pathRegex, status, stdout, stderr}) =>
    inNamespace(async (namespace) => {
      expect(await kubectl(['apply', '-f', crd])).toMatchObject({status: 0, stderr: ''});
      expect(await kubectl(['wait', '--for=condition=Established', '-f', crd])).toMatchObject({status: 0});
      const applied = await kubectl(['apply', '-n', namespace, '-f', '-'], profile(pathRegex));
      expect(applied).toEqual({status, stdout, stderr});
    }),
  );
});
