import {kubectl, type Place} from './cluster.ts';
import {complaint} from './program.ts';
import {text} from './texts.ts';
import {TracerError} from './tracer-error.ts';

/** What helm does to the chart's objects and to its own records. A right is a verb on `resource` or `resource.group`. */
export const RIGHTS: Readonly<Record<string, readonly string[]>> = {
  secrets: ['get', 'list', 'create', 'update', 'patch', 'delete'],
  configmaps: ['get', 'create', 'patch', 'delete'],
  serviceaccounts: ['get', 'create', 'patch', 'delete'],
  services: ['get', 'create', 'patch', 'delete'],
  // The chart looks for the volume of an earlier release.
  persistentvolumeclaims: ['get'],
  'deployments.apps': ['get', 'list', 'create', 'patch', 'delete'],
  'statefulsets.apps': ['get', 'list', 'create', 'patch', 'delete'],
  pods: ['list'],
};

interface Right {
  readonly verb: string;
  readonly resource: string;
}

function review({verb, resource}: Right, namespace: string): string {
  const [name, group = ''] = resource.split('.');
  return JSON.stringify({
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: {
      resourceAttributes: {
        namespace: resource === 'namespaces' ? '' : namespace,
        verb,
        group,
        resource: name,
      },
    },
  });
}

const ANSWER = '{.spec.resourceAttributes.verb} {.spec.resourceAttributes.resource} {.status.allowed}{"\\n"}';

/**
 * Asks for every right at once: the question behind `kubectl auth can-i`, without starting kubectl for each. Throws a `TracerError`
 * that lists what is missing.
 */
export async function checkRights(
  place: Place,
  namespaceExists: boolean,
  signal?: AbortSignal,
): Promise<void> {
  const wanted: Right[] = Object.entries(RIGHTS).flatMap(([resource, verbs]) =>
    verbs.map((verb) => ({verb, resource})),
  );
  if (!namespaceExists) wanted.push({verb: 'create', resource: 'namespaces'});
  const reviews = wanted.map((right) => review(right, place.namespace)).join('\n');
  const args = ['create', '--validate=false', '--filename=-', `--output=jsonpath=${ANSWER}`];
  const answer = await kubectl(place, args, {input: reviews, signal});
  const granted = new Set(answer.stdout.split('\n').filter((line) => line.endsWith(' true')));
  const missing = wanted.filter(({verb, resource}) => !granted.has(`${verb} ${resource.split('.')[0]} true`));
  const [first] = missing;
  if (!first) return;
  if (answer.status !== 0) throw new TracerError(text('rightsUnreadable', {reason: complaint(answer)}));
  const rights = missing.map(({verb, resource}) => `${verb} ${resource}`).join(', ');
  const {context, namespace} = place;
  throw new TracerError(
    text('noRights', {rights, context, namespace, example: `${first.verb} ${first.resource}`}),
  );
}
