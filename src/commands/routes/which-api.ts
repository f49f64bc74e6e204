import {type Claim, claimsOf, keyOf} from '../../core/generate/claims.ts';
import {type Decision, decide, isByHost, isSameListener} from '../../core/generate/decide.ts';
import {resourceOf} from '../../core/kubernetes/resource.ts';
import {isForHost, type Request} from '../../core/routes/request.ts';
import {objectsOf} from '../../core/targets/object-kinds.ts';
import {chosenReader} from '../../core/targets/target.ts';
import type {MatchedApi} from '../../io/run/generate/read-apis.ts';

/** A claim, and how it fits a request: 2 if it is the route for it, 1 if only the method is another one, else 0. */
type Way = Claim & {readonly fit: number};

/** The API that takes a request, where several may, or `null` where nothing known decides that; and whether it has a route for it. */
export type Used = {readonly api: string | null; readonly isServed: boolean; readonly why: string};

function waysTo(request: Request, {source: owner, output: {input}, matcher}: MatchedApi): Way[] {
  const own = {owner, mesh: input.settings.get('mesh')};
  const methods = chosenReader(input.settings).pathFirst ? matcher.methods : [];
  const fits = new Map<string, number>();
  for (const method of [...methods, request.method])
    for (const {operation, method: added, ...path} of matcher.of({...request, method}).slice(0, 1))
      fits.set(keyOf(added ?? operation?.method, path), method === request.method ? 2 : 1);
  const claims = objectsOf(input).flatMap((object) => claimsOf(resourceOf(object), undefined, own));
  return claims.map((claim) => ({...claim, fit: fits.get(keyOf(claim.method, claim)) ?? 0}));
}

/** Which of several APIs at one Gateway gets a request; `undefined` where no more than one may. */
export function whichApi(request: Request, apis: readonly MatchedApi[], asked?: string): Used | undefined {
  const all = apis.flatMap((api) => waysTo(request, api));
  const ways = all.sort((a, b) => b.fit - a.fit || b.host.length - a.host.length);
  const hosts = asked ? [asked] : new Set(ways.filter(({fit}) => fit === 2).map(({host}) => host));
  return [...hosts].map((host) => usedOf(ways.filter((way) => isForHost(host, [way.host])))).find(Boolean);
}

function usedOf([first, ...others]: readonly Way[]): Used | undefined {
  let [best, decision]: [Way | undefined, Decision | undefined] = [first, undefined];
  for (const way of others) {
    if (!best || !isSameListener(best, way)) continue;
    const isSame = way.type === best.type && way.value === best.value;
    const isLess = way.fit < best.fit && (way.fit === 0 || isSame) && !isByHost(best, way);
    const next = isLess ? undefined : decide(best, way);
    if (next === undefined || (way.fit < 2 && next.winner !== way)) continue;
    if (way.owner !== best.owner && (next.winner === way || !decision)) decision = next;
    if (next.winner === way) best = way;
  }
  return decision && {api: decision.winner?.owner ?? null, isServed: best?.fit === 2, why: decision.why};
}
