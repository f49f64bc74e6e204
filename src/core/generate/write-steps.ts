import type {OwnObjects} from '../kubernetes/own-objects.ts';
import {intermediateRoute, isCatchAll, requestKeys} from '../targets/http-route/intermediate-route.ts';
import type {KubernetesObject} from '../targets/target.ts';
import {isPolicy} from './object-kinds.ts';

/** An object that differs from a cluster: as that has it, and as it was generated, if they are there. */
export interface ObjectChange {
  readonly before?: unknown;
  readonly after?: KubernetesObject;
  /** Whether policies say who may call it, by its name. */
  readonly isProtected?: boolean;
  /** The labels by which such objects are found again. */
  readonly labels?: OwnObjects['labels'];
}

/** The states of an object that are written in two rounds, and the requests that it gains and loses. */
export interface WriteSteps {
  /** Before all others, which need it: it says who may call. */
  readonly policy?: KubernetesObject;
  /** While nothing is lost. */
  readonly first?: KubernetesObject | undefined;
  /** When all is gained. */
  readonly second?: KubernetesObject;
  /** In the end. */
  readonly deleted?: unknown;
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}

/**
 * How objects are changed so that what is served before and after is served all the time: those that gain requests come before those
 * that lose some. One that does both is written with both states first, unless no other gains any, or is another object until the end.
 */
export function writeSteps<C extends ObjectChange>(changes: readonly C[]): (C & WriteSteps)[] {
  const compared = changes.map((change) => {
    const [old = [], next = []] = [change.before, change.after].map(requestKeys);
    return {...change, gained: difference(next, old), lost: difference(old, next)};
  });
  const isOneGaining = compared.filter(({gained}) => gained.length > 0).length === 1;
  const steps = compared.map((step): C & WriteSteps => {
    const {before, after, labels, isProtected, gained, lost} = step;
    if (after === undefined) return {...step, deleted: before};
    if (isPolicy(after)) return {...step, policy: after};
    // An HTTPRoute that no policy names would be open.
    const isWhole = isOneGaining || isProtected;
    if (lost.length === 0 || (gained.length > 0 && isWhole)) return {...step, first: after};
    if (gained.length === 0) return {...step, second: after};
    const both = intermediateRoute(before, after, labels);
    const deleted = both.metadata.name === after.metadata.name ? undefined : both;
    return {...step, first: both, second: after, deleted};
  });
  // A match of all methods is for what no other takes, also while those are deleted.
  const isLast = ({deleted}: WriteSteps) => deleted !== undefined && isCatchAll(deleted);
  return steps.toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)));
}

function difference(requests: readonly string[], without: readonly string[]): string[] {
  const left = new Set(without);
  return requests.filter((request) => !left.has(request));
}
