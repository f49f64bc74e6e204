import {describe, expect, it} from '@jest/globals';
import {chartFolder} from '../support/chart-repository.ts';
import {helm, helmMajors, inNamespace, kubectl} from '../support/clients.ts';
import {kubeconfigOf} from '../support/kubeconfigs.ts';
import {leftIn, namesIn} from '../support/objects.ts';
import {tracer} from '../support/tracer.ts';
import '../timeout.ts';

const KEPT = ['PersistentVolumeClaim/data-tracer-postgresql-0', 'Secret/tracer-postgresql'];
/** The objects of the tests' user. */
const OF_USER = /^(Role|RoleBinding|ServiceAccount)\/developer/;

interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

/** Gives the tests' user these permissions, and no others. */
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

/** A kubeconfig of a user without permissions, until `grant` is called. */
async function developer(namespace: string): Promise<string> {
  const kubeconfig = await kubeconfigOf(namespace, 'developer');
  const to = ['--role=developer', `--serviceaccount=${namespace}:developer`];
  await kubectl(['create', 'rolebinding', 'developer', ...to, '-n', namespace]);
  return kubeconfig;
}

/** The missing permissions of a message, as rules. */
function rulesIn(stderr: string): Rule[] {
  const missing = /missing permissions in namespace \S+: (.*)/.exec(stderr)?.[1] ?? '';
  return missing.split(', ').map((right) => {
    const [verb = '', resource = ''] = right.split(' ');
    const [name = '', ...group] = resource.split('.');
    return {apiGroups: [group.join('.')], resources: [name], verbs: [verb]};
  });
}

describe.each(helmMajors)('before anything is removed under helm %i', (major) => {
  const uninstall = (namespace: string, KUBECONFIG: string, ...options: string[]) =>
    tracer({helm: major, chartRepository: '', env: {KUBECONFIG}}, [
      ...['uninstall', '--yes', '--namespace', namespace],
      ...options,
    ]);
  const install = async (namespace: string) =>
    expect(await helm(major, ['install', 'tracer', chartFolder, '-n', namespace, '--wait'])).toMatchObject({
      status: 0,
    });
  const all = {apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'create', 'update', 'patch']};

  it.each([
    {
      name: 'may only read',
      rules: [{...all, verbs: ['get', 'list']}],
      options: [],
      lacks: 'update secrets, delete secrets, delete persistentvolumeclaims',
    },
    {
      name: "may not delete helm's objects",
      rules: [all, {apiGroups: [''], resources: ['secrets', 'persistentvolumeclaims'], verbs: ['delete']}],
      options: [],
      lacks:
        'delete serviceaccounts, delete configmaps, delete services, delete deployments.apps, delete statefulsets.apps',
    },
    {
      name: 'may not detach the volume from its StatefulSet',
      rules: [{...all, verbs: ['get', 'list', 'update', 'delete']}],
      options: ['--keep-data'],
      lacks: 'patch persistentvolumeclaims, patch statefulsets.apps',
    },
  ])('the missing permissions are reported to a user who $name', ({rules, options, lacks}) =>
    inNamespace(async (namespace) => {
      await install(namespace);
      const kubeconfig = await developer(namespace);
      await grant(namespace, rules);
      const before = await namesIn(namespace);
      const {status, stderr} = await uninstall(namespace, kubeconfig, ...options);
      const [first = ''] = lacks.split(',');
      expect({status, stderr}).toEqual({
        status: 1,
        stderr: `Error: missing permissions in namespace ${namespace}: ${lacks}
ask the cluster's administrator for them (ClusterRole "admin" bound in the namespace has all), and check with \`kubectl --context developer --namespace ${namespace} auth can-i ${first}\`
`,
      });
      expect(await namesIn(namespace)).toEqual(before);
    }),
  );

  it.each([
    {name: 'everything', options: [], left: []},
    {name: 'everything but the data', options: ['--keep-data'], left: KEPT},
  ])('a user with exactly the reported permissions can remove $name', ({options, left}) =>
    inNamespace(async (namespace) => {
      await install(namespace);
      const kubeconfig = await developer(namespace);
      const rules: Rule[] = [];
      let finished = await uninstall(namespace, kubeconfig, ...options);
      // The permissions for the release's objects are known only once helm's records can be read.
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
