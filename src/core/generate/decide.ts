import {compareCodePoints} from '../base/code-point-order.ts';
import {isForHost} from '../routes/request.ts';
import {compareMatches, typePreference} from '../targets/http-route/matched-routes.ts';
import type {Claim} from './claims.ts';

/** Which of two claims to the same requests wins, and why; none where nothing that is known decides that. */
export interface Decision {
  readonly winner?: Claim;
  readonly why: string;
}

export function isSameListener(a: Claim, b: Claim): boolean {
  return a.parent === b.parent && [a.listener ?? b.listener, undefined].includes(b.listener);
}

/** Whether all requests for the narrower of their hostnames are for the routes of that one. */
export function isByHost(a: Claim, b: Claim): boolean {
  const {reader} = a.reader ? a : b;
  return reader !== undefined && a.host !== b.host && reader.widerHosts === undefined;
}

/**
 * Decides between claims to the same requests as the implementation does: by hostname, path and method, then by age and name, where
 * `ties` do not say something else; `undefined` where none of them is of a description.
 *
 * Source: Gateway API v1, HTTPRouteSpec and HTTPRouteRule.
 */
export function decide(a: Claim, b: Claim): Decision | undefined {
  const {reader, title = ''} = a.reader ? a : b;
  if (reader === undefined) return undefined;
  const {ties, widerHosts, younger = ''} = reader;
  const isWider = isForHost(b.host, [a.host]);
  const byHost = [a.host === b.host ? 0 : isWider ? 1 : -1, 'the narrower hostname wins'] as const;
  const byPath = compareMatches(a, b, reader);
  const byName = compareCodePoints(a.object, b.object);
  const byText = compareCodePoints(a.value, b.value);
  const byTies = {name: byName, 'A to Z': byText, 'Z to A': -byText, nothing: 0};
  const orderedBy = ties === 'name' ? 'the name of the HTTPRoute' : 'text';
  const byAge = compareCodePoints(String(a.age ?? 'new'), String(b.age ?? 'new'));
  const older = `the older HTTPRoute wins${younger}`;
  const isKnown = (a.age ?? b.age) !== undefined && ties !== 'nothing';
  const reasons: readonly (readonly [order: number, why: string])[] = [
    widerHosts === 'by path' ? [0, ''] : byHost,
    [byPath, `${title} ${byPath < 0 ? typePreference(a, b) : typePreference(b, a)}`],
    [Number(!a.method) - Number(!b.method), `${title} prefers a match with a method`],
    byHost,
    [ties ? byTies[ties] : 0, `${title} orders such matches by ${orderedBy}`],
    [isKnown ? byAge : 0, older],
    [isKnown ? byName : 0, `the first HTTPRoute by name wins${younger}`],
  ];
  const [order, why] = reasons.find(([one]) => one !== 0) ?? [0, ''];
  if (order !== 0) return {winner: order < 0 ? a : b, why};
  if (a.object === b.object) return {why: `both are ${a.object}`};
  return {why: ties === 'nothing' ? `${title} uses any of them` : older};
}
