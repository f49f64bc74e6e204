import {kubectl, type Place} from './cluster.ts';
import {complaint} from './program.ts';
import {contextWords} from './shell.ts';
import {text} from './texts.ts';
import {TracerError} from './tracer-error.ts';

/** What is known of a namespace: `unseen` for somebody who may not look at namespaces, but was given one to work in. */
export type NamespaceState = 'there' | 'new' | 'unseen';

/**
 * Whether the namespace is there. Throws a
 * `TracerError` for one that is being deleted.
 */
export async function namespaceState(place: Place, signal?: AbortSignal): Promise<NamespaceState> {
  const {namespace} = place;
  const args = ['get', 'namespace', namespace, '--ignore-not-found', '--output=jsonpath={.status.phase}'];
  const answer = await kubectl(place, args, {signal});
  if (answer.status !== 0) {
    if (/forbidden/i.test(answer.stderr)) return 'unseen';
    throw new TracerError(text('stoppedAnswering', {reason: complaint(answer)}));
  }
  if (answer.stdout === 'Terminating')
    throw new TracerError(text('namespaceTerminating', {namespace, contextWords: contextWords(place)}));
  return answer.stdout === '' ? 'new' : 'there';
}
