import path from 'node:path';
import {describe, expect, it} from '@jest/globals';
import {chartFolder} from './chart-repository.ts';
import {helm, helmMajors, inNamespace, kubectl} from './clients.ts';
import {invocation} from './installers.ts';
import {kubeconfigOf} from './kubeconfigs.ts';
import {leftIn, namesIn} from './objects.ts';
import {type Finished, run} from './run.ts';
import './timeout.ts';

const STARTER = path.resolve(import.meta.dirname, '..', '..', 'bin', 'run.js');
const KEPT = ['PersistentVolumeClaim/data-tracer-postgresql-0', 'Secret/tracer-postgresql'];
/** What the user of the tests is, beside what of tracer is left. */
const OF_USER = /^(Role|RoleBinding|ServiceAccount)\/developer/;

interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

/** Gives the user of the tests these rights, in place of others. */
async function grant(namespace: string, rules: readonly Rule[]): Promise<void> {
  const role = {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: {name: 'developer'},
    rules,
  };
  const {status, stderr} = await kubectl(['apply', '-n', namespace, '-f', '-'], JSON.stringify(role));
  expect({status, stderr}).toEqual({status: 0, stderr: ''});
}

/** A kubeconfig of a user who may do what `grant` says, which is nothing yet. */
async function developer(namespace: string): Promise<string> {
  const kubeconfig = await kubeconfigOf(namespace, 'developer');
  const to = ['--role=developer', `--serviceaccount=${namespace}:developer`];
  await kubectl(['create', 'rolebinding', 'developer', ...to, '-n', namespace]);
  return kubeconfig;
}

/** The rights that a message says are lacking, as rules. */
function rulesIn(stderr: string): Rule[] {
  const lacking = /You lack rights in namespace \S+: (.*)/.exec(stderr)?.[1] ?? '';
  return lacking.split(', ').map((right) => {
    const [verb = '', resource = ''] = right.split(' ');
    const [name = '', ...group] = resource.split('.');
    return {apiGroups: [group.join('.')], resources: [name], verbs: [verb]};
  });
}

describe.each(helmMajors)('before anything is removed under helm %i', (major) => {
  const uninstall = (namespace: string, KUBECONFIG: string, ...options: string[]): Promise<Finished> => {
    const {env} = invocation('command', [], {helm: major, chartRepository: '', env: {KUBECONFIG}});
    const words = [STARTER, 'tracer', 'uninstall', '--yes', '--namespace', namespace, ...options];
    return run(process.execPath, words, {env});
  };
  const install = async (namespace: string) =>
    expect(await helm(major, ['install', 'tracer', chartFolder, '-n', namespace, '--wait'])).toMatchObject({
      status: 0,
    });
  const all = {apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'create', 'update', 'patch']};

  it.each([
    {
      name: 'may only look',
      rules: [{...all, verbs: ['get', 'list']}],
      options: [],
      lacks: 'update secrets, delete secrets, delete persistentvolumeclaims',
    },
    {
      name: 'may not delete what helm made',
      rules: [all, {apiGroups: [''], resources: ['secrets', 'persistentvolumeclaims'], verbs: ['delete']}],
      options: [],
      lacks:
        'delete serviceaccounts, delete configmaps, delete services, delete deployments.apps, delete statefulsets.apps',
    },
    {
      name: 'may not take the volume from its StatefulSet',
      rules: [{...all, verbs: ['get', 'list', 'update', 'delete']}],
      options: ['--keep-data'],
      lacks: 'patch persistentvolumeclaims, patch statefulsets.apps',
    },
  ])('a user who $name is told what is lacking', ({rules, options, lacks}) =>
    inNamespace(async (namespace) => {
      await install(namespace);
      const kubeconfig = await developer(namespace);
      await grant(namespace, rules);
      const before = await namesIn(namespace);
      const {status, stderr} = await uninstall(namespace, kubeconfig, ...options);
      const [first = ''] = lacks.split(',');
      expect({status, stderr}).toEqual({
        status: 1,
        stderr: `Error: You lack rights in namespace ${namespace}: ${lacks}
Ask for them whoever runs the cluster (ClusterRole "admin" bound in the namespace has all), and check with \`kubectl --context developer --namespace ${namespace} auth can-i ${first}\`
`,
      });
      expect(await namesIn(namespace)).toEqual(before);
    }),
  );

  it.each([
    {name: 'everything', options: [], left: []},
    {name: 'everything but the data', options: ['--keep-data'], left: KEPT},
  ])('a user who gets what is said to be lacking, and no more, can remove $name', ({options, left}) =>
    inNamespace(async (namespace) => {
      await install(namespace);
      const kubeconfig = await developer(namespace);
      const rules: Rule[] = [];
      let finished = await uninstall(namespace, kubeconfig, ...options);
      // Only who may read helm's records can be told what is lacking for what they hold.
      for (let round = 0; round < 2; round += 1) {
        rules.push(...rulesIn(finished.stderr));
        await grant(namespace, rules);
        finished = await uninstall(namespace, kubeconfig, ...options);
      }
      const {status, stderr} = finished;
      expect({status, stderr}).toEqual({status: 0, stderr: ''});
      await kubectl(['delete', 'serviceaccount,role,rolebinding', '--all', '-n', namespace]);
      const names = left.length === 0 ? await leftIn(namespace) : await namesIn(namespace);
      expect(names.filter((name) => !OF_USER.test(name))).toEqual(left);
    }),
  );
});
