import {compareCodePoints} from '../base/code-point-order.ts';
import {groupBy} from '../base/group-by.ts';
import {MAX_COMPARISONS} from '../base/limits.ts';
import {inputNote, type Problem} from '../base/problem.ts';
import {pathCovers} from '../routes/path-automaton.ts';
import {type InTree, RouteTree} from '../routes/route-tree.ts';
import {joinedFrom} from '../routes/segments.ts';
import {sharedRequest} from '../rules/shared-request.ts';
import {type Contender, type Decision, decide} from './decide.ts';
import {type HostedMatch, type HostedRoute, isSameListener} from './hosted-routes.ts';

/** A match of an HTTPRoute for one hostname; of any method, since some gateways choose by the path alone. */
interface Claim extends InTree, Contender {
  readonly route: HostedRoute;
  readonly match: HostedMatch;
}

interface Pair extends Decision<Claim> {
  readonly mine: Claim;
  readonly other: Claim;
}

/**
 * Problems, by the owners of HTTPRoutes, of requests that the HTTPRoutes of several owners match where none is meant to be the narrower one:
 * warnings, and notes where one has the narrower hostname.
 */
export function sharedRequests(routes: readonly HostedRoute[]): (readonly [owner: string, Problem])[] {
  const comparisons = {left: MAX_COMPARISONS};
  const found = [...groupBy(routes, ({parent}) => parent).values()].flatMap((group) =>
    group.some(({owner}) => owner !== group[0]?.owner) ? pairsIn(group, comparisons) : [],
  );
  const pairs = found.map((pair) =>
    compareCodePoints(pair.mine.route.owner, pair.other.route.owner) < 0 ? pair : turned(pair),
  );
  const keyOf = ({mine, other}: Pair) =>
    JSON.stringify([mine.route.owner, other.route.owner, mine.host === other.host]);
  const problems = [...groupBy(pairs, keyOf).values()].flatMap((shared) => [
    ...problemOf(shared),
    ...problemOf(shared.map(turned)),
  ]);
  return comparisons.left < 0 && routes[0] ? [...problems, [routes[0].owner, INCOMPLETE]] : problems;
}

const INCOMPLETE = inputNote(
  `too many similar paths: after ${MAX_COMPARISONS} comparisons, requests that several descriptions match are not looked for`,
  'name fewer descriptions at once',
);

const turned = ({mine, other, ...decision}: Pair): Pair => ({mine: other, other: mine, ...decision});

/** Wider hostnames come first, so that each claim is compared with those of its own hostname and of wider ones that are known. */
function pairsIn(routes: readonly HostedRoute[], comparisons: {left: number}): Pair[] {
  const trees = new Map<string, RouteTree<Claim>>();
  const known = new Set<string>();
  const hosted = routes.flatMap((route) => route.hosts.map((host) => ({route, host})));
  hosted.sort((a, b) => a.host.length - b.host.length || compareCodePoints(a.host, b.host));
  return hosted.flatMap(({route, host}): Pair[] => {
    const tree = trees.get(host) ?? new RouteTree<Claim>(comparisons);
    trees.set(host, tree);
    const wider = [host, ...widerThan(host)].flatMap((one) => trees.get(one) ?? []);
    return route.matches.flatMap((match) => {
      const claim = {
        method: '',
        segments: match.segments,
        route,
        name: route.name,
        age: route.age,
        match,
        host,
      };
      const others = wider.flatMap((one) => [...one.overlapping(claim)]);
      // What is equal is compared with the first that has it, or a thousand descriptions with `/health` would be with each other.
      const key = JSON.stringify([host, route.listener, match.method, match.type, match.value]);
      if (!known.has(key)) tree.add(claim);
      known.add(key);
      return others.flatMap((other) => pairOf(claim, other) ?? []);
    });
  });
}

/** The wildcards that take the requests to a hostname. */
function widerThan(host: string): string[] {
  const dots = [...host.matchAll(/\./g)].map(({index}) => `*${host.slice(index)}`);
  return [...dots, '*'].filter((one) => one !== host);
}

/** Two claims to the same requests, unless the one that gets them is narrower, as it is meant to be. */
function pairOf(claim: Claim, other: Claim): Pair | undefined {
  const [a, b] = [claim.match, other.match];
  const mesh = claim.route.mesh ?? other.route.mesh;
  if (claim.route.owner === other.route.owner || !isSameListener(claim.route, other.route) || !mesh)
    return undefined;
  // NGINX Gateway Fabric chooses one location by the path, and the matches of one text are in one location.
  const isByPath = mesh.reader.pathFirst && (a.type !== b.type || a.value !== b.value);
  if (a.method !== b.method && a.method && b.method && !isByPath) return undefined;
  const decision = decide(claim, other, mesh);
  const {winner} = decision;
  const loser = winner === claim ? b : a;
  const isMeant = winner && covers(loser, winner.match) && !covers(winner.match, loser);
  return isMeant ? undefined : {mine: claim, other, ...decision};
}

function covers(wide: HostedMatch, narrow: HostedMatch): boolean {
  const hasMethod = wide.method === undefined || wide.method === narrow.method;
  return hasMethod && pathCovers(joinedFrom(wide.segments, 0), joinedFrom(narrow.segments, 0));
}

/** The problem at the first place in a description that shares requests with another; none for an object of a cluster. */
function problemOf(shared: readonly Pair[]): (readonly [string, Problem])[] {
  const [first] = shared;
  if (first === undefined) return [];
  const {mine, other, winner, why} = first;
  const {name, location} = mine.match;
  if (location === undefined) return [];
  const count = new Set(shared.map((one) => one.mine.match.name)).size - 1;
  const more = count === 0 ? '' : ` and ${count} more`;
  const as = other.match.name === name ? '' : `, with \`${other.match.name}\``;
  const gets = winner && `, and ${winner === other ? 'gets' : 'does not get'} them`;
  const {code, severity} = sharedRequest;
  return [
    [
      mine.route.owner,
      {
        code,
        severity: mine.host === other.host ? severity : 'note',
        message: `${other.route.owner} matches requests of \`${name}\`${more} too${as}${gets ?? ''}: ${why}`,
        hint: 'give one of them another path, or another hostname or listener of the Gateway',
        location,
      },
    ],
  ];
}
