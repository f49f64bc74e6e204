import {kubectl, type Place} from './cluster.ts';
import {complaint} from './program.ts';
import {text} from './texts.ts';
import {TracerError} from './tracer-error.ts';

/**
 * Whether the namespace is there. Somebody who may not look at namespaces, but was given one to work in, counts as having it. Throws a
 * `TracerError` for one that is being deleted.
 */
export async function namespaceExists(place: Place, signal?: AbortSignal): Promise<boolean> {
  const {context, namespace} = place;
  const args = ['get', 'namespace', namespace, '--ignore-not-found', '--output=jsonpath={.status.phase}'];
  const answer = await kubectl(place, args, {signal});
  if (answer.status !== 0) {
    if (/forbidden/i.test(answer.stderr)) return true;
    throw new TracerError(text('stoppedAnswering', {reason: complaint(answer)}));
  }
  if (answer.stdout === 'Terminating')
    throw new TracerError(text('namespaceTerminating', {context, namespace}));
  return answer.stdout !== '';
}
