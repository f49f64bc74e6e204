import {mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {parse} from 'yaml';
import {clusterAccess} from '../control-plane/cluster-access.ts';
import {kubectl} from './clients.ts';

interface Kubeconfig {
  readonly clusters: readonly {readonly name: string; readonly cluster: Readonly<Record<string, string>>}[];
  readonly users: readonly {readonly name: string; readonly user: Readonly<Record<string, string>>}[];
}

const administrator = (): Kubeconfig => parse(readFileSync(clusterAccess().kubeconfig, 'utf8'));

/** Writes a copy of the administrator's kubeconfig that reaches the cluster at another address. */
export function kubeconfigAt(server: string): string {
  const kubeconfig = administrator();
  const clusters = kubeconfig.clusters.map(({name, cluster}) => ({name, cluster: {...cluster, server}}));
  return write({...kubeconfig, clusters});
}

/** Writes a copy of the administrator's kubeconfig whose context has another name, and that logs in otherwise. */
export function kubeconfigWith(context: string, user: Readonly<Record<string, string>>): string {
  const kubeconfig = administrator();
  const contexts = [{name: context, context: {cluster: kubeconfig.clusters[0]?.name, user: context}}];
  return write({...kubeconfig, users: [{name: context, user}], contexts, 'current-context': context});
}

/** Writes a kubeconfig of a user without rights. */
export const kubeconfigOfNobody = () =>
  kubeconfigWith('nobody', {...administrator().users[0]?.user, as: 'nobody'});

/** Writes a kubeconfig of a service account of a namespace, which has the rights of a ClusterRole there, or none. */
export async function kubeconfigOf(namespace: string, account: string, role?: string): Promise<string> {
  await kubectl(['create', 'serviceaccount', account, '-n', namespace]);
  const subject = `--serviceaccount=${namespace}:${account}`;
  if (role)
    await kubectl(['create', 'rolebinding', account, `--clusterrole=${role}`, subject, '-n', namespace]);
  return kubeconfigOfAccount(namespace, account);
}

/** Writes a kubeconfig of a service account that exists. */
export async function kubeconfigOfAccount(namespace: string, account: string): Promise<string> {
  const {stdout: token} = await kubectl(['create', 'token', account, '-n', namespace]);
  const kubeconfig = administrator();
  const context = {cluster: kubeconfig.clusters[0]?.name, user: account};
  return write({
    ...kubeconfig,
    users: [{name: account, user: {token: token.trim()}}],
    contexts: [{name: account, context}],
    'current-context': account,
  });
}

function write(kubeconfig: object): string {
  const file = path.join(mkdtempSync(path.join(clusterAccess().folder, 'kubeconfig-')), 'kubeconfig');
  writeFileSync(file, JSON.stringify(kubeconfig));
  return file;
}
