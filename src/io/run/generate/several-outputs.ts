import {existsSync, readFileSync} from 'node:fs';
import {groupBy} from '../../../core/base/group-by.ts';
import {
  hasErrors,
  type Location,
  outputError,
  type Problem,
  raiseWarnings,
} from '../../../core/base/problem.ts';
import {claimsOf, type Held} from '../../../core/generate/claims.ts';
import {isPolicy, isWidened} from '../../../core/generate/object-kinds.ts';
import {sharedRequests} from '../../../core/generate/shared-requests.ts';
import {type Resource, resourceName, resourceOf} from '../../../core/kubernetes/resource.ts';
import {positionText, withPositions} from '../../print/problems.ts';
import {type Outputs, repeatedObjects, SEPARATE, SEPARATE_APIS} from '../../project/place-output.ts';
import {locate} from '../../read/locate.ts';
import {localFiles, uriOf} from '../../read/source.ts';
import type {Output, WrittenOutput} from './generate-loaded.ts';

/** The texts of files as they are now: they are not kept while other descriptions are read. */
function textsOf(locations: readonly Location[]): ReadonlyMap<string, Buffer> {
  const files = localFiles(locations.map(({uri}) => uri)).filter(existsSync);
  return new Map(files.map((file) => [uriOf(file), readFileSync(file)]));
}

/** An output, and where its Service is named, for problems of what several outputs have in common. */
export function namedOutput(output: WrittenOutput) {
  const {source, name, uri, api, objects = [], serviceAt = {uri, pointer: ''}} = output;
  const position = () => locate([serviceAt], textsOf([serviceAt])).get(serviceAt) ?? {line: 1, column: 1};
  const inWords = () => (api ? source : positionText({source: name, position: position()}));
  const location = () => ({...serviceAt, position: position()});
  return {objects, location, owner: {id: `${uri} ${source}`, name: inWords}};
}

/** The objects that several outputs of a run have. */
export function repeatedIn(outputs: readonly Output[], {project}: {readonly project?: unknown}): Problem[] {
  const all: Outputs = new Map();
  return outputs.flatMap((one) => repeatedObjects(namedOutput(one), project ? SEPARATE_APIS : SEPARATE, all));
}

/** Policies of some outputs that let in whom those of another one refuse. */
export function widenedPolicies(outputs: readonly Output[]): Problem[] {
  const policies = outputs.flatMap((output) =>
    output.objects.filter(isPolicy).map((object) => ({output, policy: resourceOf(object)})),
  );
  return policies.flatMap(({output, policy}, index) => {
    const wider = policies.slice(0, index).find((one) => isWidened(policy, one.policy));
    if (wider === undefined) return [];
    const names = [wider, {policy}].map((one) => resourceName(one.policy)).join(' and ');
    const message = `${names} are for the same pods: each lets in whom the other refuses`;
    const hint =
      'use `--merge` if they describe one Service, or name other pods; in Istio a waypoint enforces them without `security.selector`';
    return outputError(message, hint, {location: namedOutput(output).location()});
  });
}

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
