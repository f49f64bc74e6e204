import {type Contender, type Decision, decide} from '../../core/generate/decide.ts';
import {type HostedRoute, hostedRoutes, isSameListener} from '../../core/generate/hosted-routes.ts';
import {resourceOf} from '../../core/kubernetes/resource.ts';
import {meshNamed} from '../../core/meshes.ts';
import {isForHost} from '../../core/routes/request.ts';
import {chosenReader, type RouteMatch} from '../../core/targets/target.ts';
import type {MatchedApi} from '../../io/run/generate/read-apis.ts';

interface Claim extends Contender, HostedRoute {}

export type UsedApi = Decision<Claim>;

/** The HTTPRoute of the match that an API uses for a request, for each hostname that the request may have. */
export function claimsOf(
  {source, output: {target, input}}: Pick<MatchedApi, 'source' | 'output'>,
  match: RouteMatch,
  asked: string | undefined,
): Claim[] {
  const {settings} = input;
  const mesh = {title: meshNamed(settings.get('mesh')).title, reader: chosenReader(settings)};
  return target
    .toObjects(input)
    .filter(({metadata}) => metadata.name === match.place?.object)
    .flatMap((object) => hostedRoutes(resourceOf(object), undefined, {owner: source, mesh}))
    .flatMap((route) => {
      const hosts = route.hosts.filter((host) => isForHost(asked, [host]));
      return hosts.map((host) => ({...route, match, host}));
    });
}

/** Which of several APIs gets a request that they match at the same Gateway; `undefined` where they do not meet. */
export function whichApi([first = [], ...others]: readonly Claim[][]): UsedApi | undefined {
  let [best, decision]: [readonly Claim[], UsedApi | undefined] = [first, undefined];
  for (const claims of others) {
    const pairs = best.flatMap((a) => claims.flatMap((b) => (isSameListener(a, b) ? [{a, b}] : [])));
    const {a, b} =
      pairs.find((pair) => pair.a.host === pair.b.host) ??
      pairs.find((pair) => isForHost(pair.a.host, [pair.b.host]) || isForHost(pair.b.host, [pair.a.host])) ??
      {};
    if (!a?.mesh || !b) return undefined;
    const next = decide(a, b, a.mesh);
    if (decision === undefined || next.winner !== a) decision = next;
    if (next.winner === b) best = claims;
  }
  return decision;
}
