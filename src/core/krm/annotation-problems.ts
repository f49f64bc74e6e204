import {nearestKey} from '../nearest-key.ts';
import type {Problem} from '../problem.ts';
import {quote} from '../quote.ts';
import {DESCRIPTION_ANNOTATION, GROUP} from './mesh-routes.ts';
import {annotationPlace, annotationsOf, isService, type Resource} from './resources.ts';

/** The annotations of our group that have no effect. */
export function annotationProblems(item: Resource): Problem[] {
  return [...annotationsOf(item).keys()]
    .filter((key) => key.startsWith(`${GROUP}/`) && !(key === DESCRIPTION_ANNOTATION && isService(item)))
    .map((key) => ({
      code: 'input',
      severity: 'warning',
      location: annotationPlace(item, key),
      ...(key === DESCRIPTION_ANNOTATION ? noEffect(item) : unknown(key)),
    }));
}

function noEffect({apiVersion, kind}: Resource) {
  const object = `${kind} of ${apiVersion}`;
  const message = `annotation ${quote(DESCRIPTION_ANNOTATION)} has no effect on a ${object}`;
  return {message, hint: 'annotate the Service'};
}

function unknown(key: string) {
  const suggestion = nearestKey(key, [DESCRIPTION_ANNOTATION]);
  const message = `unknown annotation ${quote(key)}`;
  return suggestion === undefined
    ? {message, hint: `known: \`${DESCRIPTION_ANNOTATION}\``}
    : {message, suggestion};
}
