import {type Claim, claimsOf} from '../../core/generate/claims.ts';
import {type Decision, decide, isSameListener} from '../../core/generate/decide.ts';
import {resourceOf} from '../../core/kubernetes/resource.ts';
import {isForHost} from '../../core/routes/request.ts';
import type {RouteMatch} from '../../core/targets/target.ts';
import type {MatchedApi} from '../../io/run/generate/read-apis.ts';

/** What an API claims by the match that it uses for a request, for each hostname that the request may have. */
export function claimsToRequest(
  {source: owner, output: {target, input}}: Pick<MatchedApi, 'source' | 'output'>,
  {operation, method = operation?.method, place, type, value}: RouteMatch,
  asked: string | undefined,
): Claim[] {
  const own = {owner, mesh: input.settings.get('mesh')};
  return target
    .toObjects(input)
    .filter(({metadata}) => metadata.name === place?.object)
    .flatMap((object) => claimsOf(resourceOf(object), undefined, own))
    .filter((claim) => claim.type === type && claim.value === value && claim.method === method)
    .filter(({host}) => isForHost(asked, [host]));
}

/** Which of several APIs gets a request that they match at the same Gateway; `undefined` where they do not meet. */
export function whichApi([first = [], ...others]: readonly Claim[][]): Decision | undefined {
  let [best, decision]: [readonly Claim[], Decision | undefined] = [first, undefined];
  for (const claims of others) {
    const pairs = best.flatMap((a) => claims.map((b) => ({a, b}))).filter(({a, b}) => isSameListener(a, b));
    const met = pairs.filter(({a, b}) => isForHost(a.host, [b.host]) || isForHost(b.host, [a.host]));
    const {a, b} = met.find((pair) => pair.a.host === pair.b.host) ?? met[0] ?? {};
    const next = a && b && decide(a, b);
    if (next === undefined) return undefined;
    if (next.winner !== a || decision === undefined) decision = next;
    if (next.winner === b) best = claims;
  }
  return decision;
}
