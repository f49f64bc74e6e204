import {setTimeout as sleep} from 'node:timers/promises';
import {isDeepStrictEqual} from 'node:util';
import {mapsOf, ownValue, valueAt} from '../../core/base/json.ts';
import {outputError, type Problem} from '../../core/base/problem.ts';
import {counted} from '../../core/base/quote.ts';
import {isPolicy, isWidened, objectKind} from '../../core/generate/object-kinds.ts';
import {type Resource, resourceId, resourceName, resourceOf} from '../../core/kubernetes/resource.ts';
import {type ClusterOutput, readObjects} from './cluster-objects.ts';
import {ClusterFailed, orFailed} from './kubectl.ts';

/** How long a controller has to say whether it has accepted a policy. */
const WAITED = 30_000;

/** Why a policy is not in effect, and what to do about it where waiting does not help. */
export interface NotInEffect {
  readonly why: string;
  readonly hint?: string;
}

/**
 * Why a policy of a cluster is not in effect as it was generated; `undefined` if it is, and for other objects. Others may have added
 * fields, which applying keeps.
 *
 * @param others objects of the cluster, some of which may let more callers in
 *
 * Source: Gateway API, GEP-713, PolicyStatus: the condition `Accepted` of each ancestor; Istio, pilot, `WaypointPolicyStatus`.
 */
export function notInEffect(
  content: unknown,
  generated: unknown,
  others: readonly Resource[],
): NotInEffect | undefined {
  if (!isPolicy(content)) return undefined;
  const policy = resourceOf(content);
  const wider = others.filter((other) => isWidened(policy, other)).map((other) => resourceName(other));
  if (wider.length > 0) {
    const [lets, it] = wider.length === 1 ? ['lets', 'it'] : ['let', 'them'];
    return {
      why: `${wider.join(' and ')} ${lets} others in too`,
      hint: `remove ${it} if nobody needs ${it}, and else let ${it} be for something else; this policy stays`,
    };
  }
  if (!isDeepStrictEqual(ownValue(content, 'spec'), ownValue(generated, 'spec')))
    return {
      why: 'somebody else has set fields of its spec',
      hint: 'remove these fields with `kubectl edit`, and do not delete it: without it everybody may call',
    };
  const generation = valueAt(content, '/metadata/generation');
  const statuses = [...mapsOf(valueAt(content, '/status/ancestors')), valueAt(content, '/status')];
  const accepted = statuses
    .flatMap((status) => mapsOf(ownValue(status, 'conditions')))
    .filter(
      ({type, observedGeneration = generation}) =>
        /^(Waypoint)?Accepted$/.test(String(type)) && String(observedGeneration) === String(generation),
    );
  const refused = accepted.find(({status}) => status !== 'True');
  if (refused) return {why: `not accepted, ${refused.reason}: ${refused.message}`};
  const isAwaited = objectKind(content)?.hasStatus?.(content) !== false;
  return accepted.length === 0 && isAwaited ? {why: 'not accepted by any gateway'} : undefined;
}

/**
 * The policies of outputs that are not in effect, once a controller had time to say so.
 *
 * @param announce prints that there is something to wait for
 */
export async function awaitPolicies(
  outputs: readonly ClusterOutput[],
  announce: (line: string) => void,
): Promise<Problem[]> {
  const policies = outputs.flatMap(({objects}) => objects.filter(isPolicy).map((one) => resourceOf(one)));
  if (policies.length === 0) return [];
  const ofPolicies = outputs.map((output) => ({...output, own: output.own.filter(isPolicy)}));
  const started = Date.now();
  for (let rounds = 0; ; rounds += 1, await sleep(1000)) {
    const read = await orFailed(readObjects(ofPolicies));
    if (read instanceof ClusterFailed) return [outputError(read.message, read.hint)];
    const byId = new Map(read.objects.map((one) => [resourceId(one), one]));
    const found = policies.flatMap((policy) => {
      const one = byId.get(resourceId(policy));
      const not = one ? notInEffect(one.content, policy.content, read.objects) : {why: 'not in the cluster'};
      return not ? {...not, name: resourceName(policy)} : [];
    });
    const awaited = found.filter(({hint}) => hint === undefined).length;
    if (awaited === 0 || Date.now() > started + WAITED)
      return found.map(({name, why, hint = 'see its status, and the log of the gateway'}) =>
        outputError(`${name} is not in effect: ${why}`, hint),
      );
    if (rounds === 0)
      announce(
        `waiting for up to ${WAITED / 1000} s until a gateway accepts ${counted(awaited, 'policy')}\n`,
      );
  }
}
