import {existsSync, readFileSync} from 'node:fs';
import {groupBy} from '../../../core/base/group-by.ts';
import {hasErrors, raiseWarnings} from '../../../core/base/problem.ts';
import {generatedRoutes, hostedRoutes} from '../../../core/generate/hosted-routes.ts';
import {sharedRequests} from '../../../core/generate/shared-requests.ts';
import {type Resource, resourceId} from '../../../core/kubernetes/resource.ts';
import {withPositions} from '../../print/problems.ts';
import {localFiles, uriOf} from '../../read/source.ts';
import type {Output} from './generate-loaded.ts';

/**
 * Outputs with the problems of requests that others match too: other outputs, or if the HTTPRoutes and Gateways of a cluster are given,
 * those of `others` among them. With `strict` such an output has failed.
 */
export function withSharedRequests(
  outputs: readonly Output[],
  {found, others}: Readonly<Record<'found' | 'others', readonly Resource[]>> = {found: [], others: []},
): Output[] {
  const held = new Map(found.map((one) => [resourceId(one), one]));
  const own = outputs.flatMap((output) => generatedRoutes(output, held));
  const problemsOf = groupBy(
    sharedRequests([...own, ...others.flatMap((one) => hostedRoutes(one, held))]),
    ([owner]) => owner,
  );
  return outputs.map((output) => {
    const problems = (problemsOf.get(output.source) ?? []).map(([, problem]) => problem);
    if (problems.length === 0) return output;
    // Texts are not kept while other descriptions are read.
    const files = localFiles(problems.flatMap(({location}) => location?.uri ?? [])).filter(existsSync);
    const texts = new Map(files.map((file) => [uriOf(file), readFileSync(file)]));
    const all = withPositions(output.strict ? raiseWarnings(problems) : problems, texts);
    const {text: _, ...failed} = output;
    const kept = hasErrors(all) ? {...failed, objects: []} : output;
    return {...kept, problems: [...output.problems, ...all]};
  });
}
