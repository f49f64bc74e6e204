import {kubectl, type Place} from './cluster.ts';
import {complaint} from './program.ts';
import {contextWords, placeWords} from './shell.ts';
import {text} from './texts.ts';
import {TracerError} from './tracer-error.ts';

/** What is needed whatever the chart renders. A right is a verb on `resource` or `resource.group`. */
export const RIGHTS: Readonly<Record<string, readonly string[]>> = {
  // helm's own records of the release.
  secrets: ['get', 'list', 'create', 'update', 'patch', 'delete'],
  // What is waited for.
  pods: ['list'],
  'deployments.apps': ['list'],
  'statefulsets.apps': ['list'],
  // The chart looks for the volume of an earlier release.
  persistentvolumeclaims: ['get'],
};

/** What helm does to each object of the chart. */
export const OBJECT_RIGHTS: readonly string[] = ['get', 'create', 'patch', 'delete'];

/** One right. */
export interface Right {
  readonly verb: string;
  readonly resource: string;
}

/** The rights to install objects of these resources, such as `services` and `deployments.apps`; each right once. */
export function rightsOn(resources: readonly string[]): Right[] {
  const always = Object.entries(RIGHTS).flatMap(([resource, verbs]) =>
    verbs.map((verb) => ({verb, resource})),
  );
  const more = resources
    .flatMap((resource) => OBJECT_RIGHTS.map((verb) => ({verb, resource})))
    .filter(({verb, resource}) => !RIGHTS[resource]?.includes(verb));
  return [...always, ...more];
}

function review({verb, resource}: Right, namespace: string): string {
  const [name, ...group] = resource.split('.');
  return JSON.stringify({
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: {
      resourceAttributes: {
        namespace: resource === 'namespaces' ? '' : namespace,
        verb,
        group: group.join('.'),
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
  wanted: readonly Right[],
  signal?: AbortSignal,
): Promise<void> {
  const reviews = wanted.map((right) => review(right, place.namespace)).join('\n');
  const args = ['create', '--validate=false', '--filename=-', `--output=jsonpath=${ANSWER}`];
  const answer = await kubectl(place, args, {input: reviews, signal});
  const granted = new Set(answer.stdout.split('\n').filter((line) => line.endsWith(' true')));
  const missing = wanted.filter(({verb, resource}) => !granted.has(`${verb} ${resource.split('.')[0]} true`));
  const [first] = missing;
  if (!first) return;
  const {namespace} = place;
  if (answer.status !== 0)
    throw new TracerError(
      text('rightsUnreadable', {reason: complaint(answer), contextWords: contextWords(place)}),
    );
  // Who gets a namespace gets the rights in it, too.
  if (missing.some(({resource}) => resource === 'namespaces'))
    throw new TracerError(text('namespaceNotAllowed', {namespace}));
  const rights = missing.map(({verb, resource}) => `${verb} ${resource}`).join(', ');
  throw new TracerError(
    text('noRights', {
      rights,
      namespace,
      example: `${first.verb} ${first.resource}`,
      placeWords: placeWords(place),
    }),
  );
}
