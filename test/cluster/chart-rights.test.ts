import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {rightsOn} from '../../plugins/tracer/src/rights.ts';
import {setFlags} from './chart.ts';
import {chartFolder} from './chart-repository.ts';
import {helm, helmMajors, inNamespace, kubectl} from './clients.ts';
import {clusterAccess} from './cluster-access.ts';
import './timeout.ts';

/** What the chart renders, whatever is switched on. */
const RESOURCES = [
  'serviceaccounts',
  'secrets',
  'configmaps',
  'services',
  'deployments.apps',
  'statefulsets.apps',
];
const COMPONENTS = ['collector.enabled=true', 'backend.enabled=true', 'sampleApp.enabled=true'];

/** Makes a user of one namespace who may do no more than what `tracer install` asks for; returns their kubeconfig. */
async function userOf(namespace: string): Promise<string> {
  const rules = rightsOn(RESOURCES).map(({verb, resource}) => {
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
  it('needs no more rights than those that are asked for before it runs', () =>
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
