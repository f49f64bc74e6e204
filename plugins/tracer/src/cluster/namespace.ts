import {TracerError} from '../errors.ts';
import {reasonOf} from '../process/run.ts';
import {contextOptions, kubectl, type Scope} from './programs.ts';

/** Whether a namespace exists; `unreadable` for a user who has access to the namespace but may not read namespaces. */
export type NamespaceState = 'exists' | 'missing' | 'unreadable';

/** Reads whether the namespace exists; throws a `TracerError` when it is being deleted. */
export async function namespaceState(scope: Scope, signal: AbortSignal): Promise<NamespaceState> {
  const {namespace} = scope;
  const args = ['get', 'namespace', namespace, '--ignore-not-found', '--output=jsonpath={.status.phase}'];
  const answer = await kubectl(scope, args, {signal});
  if (answer.status !== 0) {
    if (/forbidden/i.test(answer.stderr)) return 'unreadable';
    throw new TracerError(`the cluster stopped answering: ${reasonOf(answer)}`);
  }
  if (answer.stdout === 'Terminating')
    throw new TracerError(
      `namespace ${namespace} is being deleted: wait until \`kubectl ${contextOptions(scope)} get namespace ${namespace}\` reports "not found", or choose another namespace with --namespace`,
    );
  return answer.stdout === '' ? 'missing' : 'exists';
}
