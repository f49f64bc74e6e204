import {compareCodePoints} from '../base/code-point-order.ts';
import type {RouteReader} from '../meshes.ts';
import {isForHost} from '../routes/request.ts';
import {compareMatches, typePreference} from '../targets/http-route/matched-routes.ts';
import type {MatchedPath} from '../targets/target.ts';

/** A match of an HTTPRoute that takes a request to a hostname, or to those of a wildcard. */
export interface Contender {
  /** The HTTPRoute. */
  readonly name: string;
  readonly age?: unknown;
  readonly match: MatchedPath & {readonly method?: unknown};
  readonly host: string;
}

/** What reads HTTPRoutes, and what messages call it. */
export interface NamedReader {
  readonly title: string;
  readonly reader: RouteReader;
}

/** The one that gets the requests which both match, and why; without one, nothing that is known decides that. */
export interface Decision<C> {
  readonly winner?: C;
  readonly why: string;
}

/**
 * Decides between two HTTPRoutes: by hostname, path, method, then by age and name, or by what the implementation has in place of these.
 *
 * Source: Gateway API v1, HTTPRouteSpec and HTTPRouteRule.
 */
export function decide<C extends Contender>(a: C, b: C, {title, reader}: NamedReader): Decision<C> {
  const [first, second] = [a.match, b.match];
  const texts = compareCodePoints(first.value, second.value);
  const names = compareCodePoints(a.name, b.name);
  const [age, other] = [a.age, b.age];
  const isOlder = compareCodePoints(String(age ?? 'new'), String(other ?? 'new'));
  const byTies: Readonly<Record<NonNullable<RouteReader['ties']>, number>> = {
    name: names,
    'A to Z': texts,
    'Z to A': -texts,
    nothing: 0,
  };
  const byPath = compareMatches(first, second, reader);
  const preferred = byPath < 0 ? typePreference(first, second) : typePreference(second, first);
  const reasons: readonly (readonly [order: number, why: string])[] = [
    [a.host === b.host ? 0 : isForHost(a.host, [b.host]) ? -1 : 1, 'its hostname is narrower'],
    [byPath, `${title} ${preferred}`],
    [Number(!first.method) - Number(!second.method), `${title} prefers a match with a method`],
    [
      reader.ties ? byTies[reader.ties] : 0,
      `${title} orders such HTTPRoutes by ${reader.ties === 'name' ? 'name' : 'text'}`,
    ],
    [age === other || reader.ties === 'nothing' ? 0 : isOlder, 'it is older'],
    [age === undefined || reader.ties === 'nothing' ? 0 : names, 'its name comes first'],
  ];
  const [order, why] = reasons.find(([one]) => one !== 0) ?? [0, ''];
  if (order !== 0) return {winner: order < 0 ? a : b, why};
  return {why: reader.ties === 'nothing' ? `${title} uses any of them` : 'the older HTTPRoute wins'};
}
