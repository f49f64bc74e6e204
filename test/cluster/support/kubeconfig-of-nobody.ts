import path from 'node:path';
import {kubectl} from './clients.ts';
import {meshFolder} from './mesh-folder.ts';

/** A kubeconfig of the tests' cluster for a user without rights. */
export async function kubeconfigOfNobody(): Promise<string> {
  const {stdout: config} = await kubectl(['config', 'view', '--raw', '--flatten', '--output=json']);
  const {users, ...rest} = JSON.parse(config);
  const [{user, ...named}] = users;
  const kubeconfig = JSON.stringify({...rest, users: [{...named, user: {...user, as: 'nobody'}}]});
  return path.join(meshFolder({kubeconfig}).folder, 'kubeconfig');
}
