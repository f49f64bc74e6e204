import {compareCodePoints} from '../base/code-point-order.ts';
import {firstOfEach, groupBy} from '../base/group-by.ts';
import {MAX_COMPARISONS} from '../base/limits.ts';
import {inputNote, type Problem} from '../base/problem.ts';
import {pathCovers} from '../routes/path-automaton.ts';
import {withoutCase} from '../routes/path-expression.ts';
import {expressionIn, ignoresCase} from '../routes/path-regex.ts';
import {isForHost} from '../routes/request.ts';
import {type InTree, RouteTree} from '../routes/route-tree.ts';
import {encodedSegmentsOf, joinedFrom, pathsOverlap} from '../routes/segments.ts';
import type {Claim} from './claims.ts';
import {type Decision, decide, isByHost, isSameListener} from './decide.ts';
import {sharedRequest} from './rule-list.ts';

/** Without methods, since some gateways choose by the path alone. */
type Tree = RouteTree<InTree & {readonly claim: Claim}>;

function comparedSegments(claim: Claim, isCaseless: boolean): readonly string[] {
  const expression = expressionIn(claim);
  return encodedSegmentsOf(isCaseless ? withoutCase(expression) : expression);
}

interface Shared extends Decision {
  readonly mine: Claim;
  readonly other: Claim;
}

/**
 * Problems, by the `ownerId` of claims, of requests that others claim too where none is meant to be the narrower one: warnings, and notes
 * where one has the narrower hostname.
 */
export function sharedRequests(claims: readonly Claim[]): (readonly [ownerId: string, Problem])[] {
  const comparisons = {left: MAX_COMPARISONS};
  const groups = groupsOfSeveral(groupBy(claims, ({parent}) => parent));
  const all = groups.flatMap((group) => [...lostHosts(group), ...sharedIn(group, comparisons)]);
  const both = all.flatMap((one) => [one, {...one, mine: one.other, other: one.mine}]);
  const pairs = groupBy(both, ({mine, other, winner}) =>
    JSON.stringify([mine.ownerId, other.ownerId, mine.host === other.host, winner?.ownerId]),
  );
  const problems = [...groups.flatMap(severalMeshes), ...[...pairs.values()].flatMap(problemOf)];
  return comparisons.left < 0 && claims[0] ? [...problems, [claims[0].ownerId, INCOMPLETE]] : problems;
}

const PROBLEM = {code: sharedRequest.code, severity: sharedRequest.severity};

const INCOMPLETE = inputNote(
  `too many similar paths: after ${MAX_COMPARISONS} comparisons, requests that several descriptions match are not looked for`,
  'name fewer descriptions at once',
);

/** One implementation reads the HTTPRoutes of a Gateway. */
function severalMeshes(claims: readonly Claim[]): (readonly [string, Problem])[] {
  const owners = firstOfEach(claims, ({ownerId}) => ownerId).filter(({location}) => location);
  const titles = [...new Set(owners.map(({title}) => title))];
  if (titles.length < 2) return [];
  const message = `expected one \`mesh\` for ${owners[0]?.parent.trim()}, found ${titles.join(' and ')}`;
  return owners.flatMap(({ownerId, location}) =>
    location ? [[ownerId, {...PROBLEM, message, hint: 'set the same `mesh` for all', location}]] : [],
  );
}

/** The hostnames of which one gets all requests, and another with a wider hostname none. */
function lostHosts(claims: readonly Claim[]): Shared[] {
  const all = firstOfEach(claims, ({ownerId, host, listener}) => JSON.stringify([ownerId, host, listener]));
  const hosts = new Set(all.map(({ownerId, host}) => `${ownerId} ${host}`));
  const loses = (mine: Claim, other: Claim) =>
    isByHost(mine, other) &&
    isForHost(mine.host, [other.host]) &&
    isSameListener(mine, other) &&
    !hosts.has(`${other.ownerId} ${mine.host}`);
  return all.flatMap((mine) =>
    all.filter((other) => loses(mine, other)).map((other) => ({mine, other, winner: mine, why: ''})),
  );
}

function groupsOfSeveral(groups: ReadonlyMap<string, readonly Claim[]>): (readonly Claim[])[] {
  return [...groups.values()].filter((group) => group.some(({ownerId}) => ownerId !== group[0]?.ownerId));
}

/** Wider hostnames come first, so that each claim is compared with those of its own hostname and of wider ones before it. */
function sharedIn(claims: readonly Claim[], comparisons: {left: number}): Shared[] {
  const trees = new Map<string, Tree>();
  const firsts = new Map<string, Claim>();
  const isCaseless = claims.some(ignoresCase);
  const byHost = claims.toSorted((a, b) => a.host.length - b.host.length);
  return byHost.flatMap((claim) => {
    const {host, listener, type, value} = claim;
    const indexed = {claim, method: '', segments: comparedSegments(claim, isCaseless)};
    const tree: Tree = trees.get(host) ?? new RouteTree(comparisons);
    trees.set(host, tree);
    const wider = new Set([host, ...[...host.matchAll(/\.|$/g)].map(({index}) => `*${host.slice(index)}`)]);
    // Of equal ones the first is compared with all: a thousand descriptions may have `/health`.
    const key = JSON.stringify([host, listener, claim.method, type, value]);
    const equal = firsts.get(key);
    const inTrees = () => [...wider].flatMap((one) => [...(trees.get(one)?.overlapping(indexed) ?? [])]);
    const candidates = equal ? [equal] : inTrees().map((one) => one.claim);
    if (!equal) tree.add(indexed);
    firsts.set(key, equal ?? claim);
    // Without case, the tree also has paths that differ by case alone.
    const isOverlapping = (other: Claim) => !isCaseless || pathsOverlap(...bothSegments(claim, other));
    return candidates.filter(isOverlapping).flatMap((other) => compareClaims(claim, other) ?? []);
  });
}

/** Two claims to the same requests, unless the one that wins is narrower, which is meant. */
function compareClaims(mine: Claim, other: Claim): Shared | undefined {
  if (mine.ownerId === other.ownerId || !isSameListener(mine, other) || isByHost(mine, other)) return;
  const decision = decide(mine, other);
  // NGINX Gateway Fabric chooses a location by the path, and only matches with the same text are in one location.
  const {pathFirst} = mine.reader ?? other.reader ?? {};
  const isByPath = pathFirst && (mine.type !== other.type || mine.value !== other.value);
  const isSame = mine.method === other.method || !mine.method || !other.method || isByPath;
  if (!decision || !isSame) return undefined;
  const {winner} = decision;
  const loser = winner === mine ? other : mine;
  const isMeant = winner && covers(loser, winner) && !covers(winner, loser);
  return isMeant ? undefined : {mine, other, ...decision};
}

function covers(wide: Claim, narrow: Claim): boolean {
  const hasMethod = wide.method === undefined || wide.method === narrow.method;
  const [a, b] = bothSegments(wide, narrow);
  return hasMethod && pathCovers(joinedFrom(a, 0), joinedFrom(b, 0));
}

/** Compared without case where one of the two is for every case. */
function bothSegments(a: Claim, b: Claim): [readonly string[], readonly string[]] {
  const isCaseless = ignoresCase(a) || ignoresCase(b);
  return [comparedSegments(a, isCaseless), comparedSegments(b, isCaseless)];
}

/** One problem for all that two share, at the first place in the description; none for an object of others. */
function problemOf(all: readonly Shared[]): (readonly [string, Problem])[] {
  const [first] = all.toSorted((a, b) => compareCodePoints(a.mine.route, b.mine.route));
  const {location, ownerId, host} = first?.mine ?? {};
  if (!first || !location || !ownerId) return [];
  const {mine, other} = first;
  const [text, hint] = isByHost(mine, other) ? hostTexts(first, all) : pathTexts(first, all);
  const message = `${other.owner === mine.owner ? other.object : other.owner} ${text}`;
  return [[ownerId, {...PROBLEM, ...(host !== other.host && {severity: 'note'}), message, hint, location}]];
}

function hostTexts({mine, other, winner}: Shared, all: readonly Shared[]): [string, string] {
  const hosts = [...new Set(all.map((one) => `\`${one.winner?.host}\``))].join(', ');
  const why = `${mine.title ?? other.title} uses the routes of the narrowest hostname alone`;
  const message = `gets ${winner === other ? 'all' : 'no'} requests for ${hosts}: ${why}`;
  return [message, 'give both the hostname if both serve it'];
}

function pathTexts({mine, other, winner, why}: Shared, all: readonly Shared[]): [string, string] {
  const {route, method} = mine;
  const routes = [...new Set(all.map((one) => one.mine.route).sort(compareCodePoints))].slice(1);
  const more = routes.length === 0 ? '' : ` and ${routes.length} more`;
  const list = routes.length === 0 ? '' : `; the others: ${routes.map((one) => `\`${one}\``).join(', ')}`;
  const as = other.route === route ? '' : `, with \`${other.route}\``;
  const isOtherMethod = method && other.method && method !== other.method;
  const takes = isOtherMethod ? 'takes them without a route' : 'gets them';
  const gets = winner ? `, and ${winner === other ? takes : 'does not get them'}` : '';
  const message = `matches requests of \`${route}\`${more} too${as}${gets}: ${why}${list}`;
  const isTaken = mine.type === 'RegularExpression' && winner === other && other.type === 'PathPrefix';
  const asText = `, or write the prefix as \`RegularExpression: ${other.value.replace(/\/$/, '')}/.*\``;
  const hint =
    mine.parentKind === 'Service'
      ? 'give one of them another path, or use `--merge` if they describe one Service'
      : `give one of them another path, or another hostname or listener of the Gateway${isTaken ? asText : ''}`;
  return [message, hint];
}
