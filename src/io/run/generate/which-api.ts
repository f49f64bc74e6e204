import {printable} from '../../../core/base/quote.ts';
import {type Claim, claimsOf, keyOf} from '../../../core/generate/claims.ts';
import {type Decision, decide, isByHost, isSameListener} from '../../../core/generate/decide.ts';
import {objectsOf} from '../../../core/generate/object-kinds.ts';
import {resourceOf} from '../../../core/kubernetes/resource.ts';
import {chosenReader} from '../../../core/openapi/chosen-reader.ts';
import {isForHost, type Request} from '../../../core/routes/request.ts';
import type {MatchedApi} from './read-apis.ts';

/** A claim, and how it fits a request: 2 if it is the route for it, 1 if only the method is another one, else 0. */
type RankedClaim = Claim & {readonly fit: number};

/** The API that takes a request, where several may, or `null` where nothing known decides that; and whether it has a route for it. */
export type ApiChoice = {readonly api: string | null; readonly isServed: boolean; readonly why: string};

/** How the matches of an API fit a request, by their keys. */
function fitsOf(request: Request, {output, matcher}: MatchedApi): Map<string, number> {
  const methods = chosenReader(output.input.settings).pathFirst ? matcher.methods : [];
  const fits = new Map<string, number>();
  for (const method of [...methods, request.method])
    for (const {operation, method: added, ...path} of matcher.of({...request, method}).slice(0, 1))
      fits.set(keyOf(added ?? operation?.method, path), method === request.method ? 2 : 1);
  return fits;
}

/** Says which of several APIs at one Gateway gets a request for a host, once for requests alike; `undefined` where no more than one may. */
export function apiChooser(apis: readonly MatchedApi[]) {
  // To make the objects takes long, and nobody else can get what one API has.
  const claims = (apis.length < 2 ? [] : apis).flatMap(({source: owner, output: {input}}, index) => {
    const own = {owner, ownerId: String(index), mesh: input.settings.get('mesh')};
    return objectsOf(input).flatMap((object) => claimsOf(resourceOf(object), undefined, own));
  });
  const hosts = [...new Set(claims.map(({host}) => host))];
  const known = new Map<string, ApiChoice | undefined>();
  return (request: Request, asked?: string): ApiChoice | undefined => {
    if (claims.length === 0) return undefined;
    const fits = apis.map((api) => fitsOf(request, api));
    const at = asked && hosts.filter((host) => isForHost(asked, [host]));
    const key = JSON.stringify([at, fits.map((one) => [...one])]);
    if (known.has(key)) return known.get(key);
    const fitOf = (claim: Claim) => fits[Number(claim.ownerId)]?.get(keyOf(claim.method, claim)) ?? 0;
    const ways = claims.map((claim): RankedClaim => ({...claim, fit: fitOf(claim)}));
    ways.sort((a, b) => b.fit - a.fit || b.host.length - a.host.length);
    const tried = asked ? [asked] : new Set(ways.filter(({fit}) => fit === 2).map(({host}) => host));
    const usedFor = (host: string) => chooseApi(ways.filter((way) => isForHost(host, [way.host])));
    const used = [...tried].map(usedFor).find(Boolean);
    known.set(key, used);
    return used;
  };
}

function chooseApi([first, ...others]: readonly RankedClaim[]): ApiChoice | undefined {
  let [best, decision]: [RankedClaim | undefined, Decision | undefined] = [first, undefined];
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

/** Who gets some requests, of the APIs that have a route for them. */
export function choiceText(used: ApiChoice, apis: readonly {source: string}[], requests: string): string {
  const undecided = `it is not decided here which of ${apis.map(({source}) => source).join(' and ')}`;
  const takes = used.isServed ? `gets ${requests}` : `takes ${requests} without a route`;
  return printable(`${used.api ?? undecided} ${takes}: ${used.why}`);
}
