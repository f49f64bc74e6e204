import {groupBy} from '../../../core/base/group-by.ts';
import {hasErrors, raiseWarnings} from '../../../core/base/problem.ts';
import {claimsOf, type Held} from '../../../core/generate/claims.ts';
import {sharedRequests} from '../../../core/generate/shared-requests.ts';
import {type Resource, resourceOf} from '../../../core/kubernetes/resource.ts';
import {withPositions} from '../../print/problems.ts';
import type {Output} from './generate-loaded.ts';
import {textsOf} from './named-output.ts';

/**
 * Outputs with the problems of requests that others match too: other outputs, or HTTPRoutes of a cluster. With `strict` such an output has
 * failed.
 */
export function withSharedRequests(
  outputs: readonly Output[],
  held?: Held,
  others: readonly Resource[] = [],
): Output[] {
  const own = outputs.flatMap(({objects, matchPlaces: places, name: owner, mesh}, index) =>
    (places ? objects : []).flatMap((one) =>
      claimsOf(resourceOf(one), held, {owner, ownerId: String(index), places, mesh}),
    ),
  );
  const shared = sharedRequests([...own, ...others.flatMap((one) => claimsOf(one, held))]);
  const problemsOf = groupBy(shared, ([ownerId]) => ownerId);
  return outputs.map((output, index) => {
    const problems = (problemsOf.get(String(index)) ?? []).map(([, problem]) => problem);
    if (problems.length === 0) return output;
    const texts = textsOf(problems.flatMap(({location}) => location ?? []));
    const all = withPositions(output.strict ? raiseWarnings(problems) : problems, texts);
    const {text: _, ...failed} = output;
    const kept = hasErrors(all) ? {...failed, objects: []} : output;
    return {...kept, problems: [...output.problems, ...all]};
  });
}
