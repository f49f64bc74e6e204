import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {installPermissions} from '../../../plugins/tracer/src/checks/permissions.ts';
import {clusterAccess} from '../control-plane/cluster-access.ts';
import {chartFolder} from '../support/chart-repository.ts';
import {helm, helmMajors, inNamespace, kubectl} from '../support/clients.ts';
import {setFlags} from '../support/render.ts';
import '../timeout.ts';

/** The resources that the chart renders, whatever is enabled. */
const RESOURCES = [
  'serviceaccounts',
  'secrets',
  'configmaps',
  'services',
  'deployments.apps',
  'statefulsets.apps',
];
const COMPONENTS = ['collector.enabled=true', 'backend.enabled=true', 'sampleApp.enabled=true'];

/** Creates a user of one namespace who has only the permissions that `tracer install` checks; returns their kubeconfig. */
async function userOf(namespace: string): Promise<string> {
  const rules = installPermissions(RESOURCES).map((permission) => {
    const [verb = '', resource = ''] = permission.split(' ');
    const [name, group = ''] = resource.split('.');
    return {apiGroups: [group], resources: [name], verbs: [verb]};
  });
  const role = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: {name: 'installer', namespace},
    rules,
  };
  const inIt = ['--namespace', namespace];
  await kubectl(['create', '-f', '-'], JSON.stringify(role));
  await kubectl(['create', 'serviceaccount', 'installer', ...inIt]);
  const bound = ['--role=installer', `--serviceaccount=${namespace}:installer`];
  await kubectl(['create', 'rolebinding', 'installer', ...bound, ...inIt]);
  const token = (await kubectl(['create', 'token', 'installer', ...inIt])).stdout.trim();
  const view = await kubectl(['config', 'view', '--minify', '--raw', '--output=json']);
  const {contexts, ...config} = JSON.parse(view.stdout);
  const [{name, context}] = contexts;
  const file = path.join(clusterAccess().folder, `${namespace}.kubeconfig`);
  const users = [{name: 'installer', user: {token}}];
  writeFileSync(
    file,
    JSON.stringify({...config, users, contexts: [{name, context: {...context, user: 'installer'}}]}),
  );
  return file;
}

describe.each(helmMajors)('helm %i', (major) => {
  it('needs no more permissions than those that are checked before it runs', () =>
    inNamespace(async (namespace) => {
      const asUser = ['--namespace', namespace, '--kubeconfig', await userOf(namespace)];
      for (const args of [
        ['install', 'tracer', chartFolder],
        ['upgrade', 'tracer', chartFolder, ...setFlags(COMPONENTS)],
        ['upgrade', 'tracer', chartFolder],
        ['uninstall', 'tracer'],
      ]) {
        const {status, stderr} = await helm(major, [...args, ...asUser]);
        expect({args, status, stderr}).toEqual({args, status: 0, stderr: ''});
      }
    }));
});
