import {millisecondsOf} from '../../base/duration.ts';
import {firstOfEach} from '../../base/group-by.ts';
import {ROUTE_METHODS, type RouteReader} from '../../meshes.ts';
import {type EffectiveSettings, prefixOf} from '../../openapi/effective-settings.ts';
import type {RoutedOperation} from '../../openapi/operation.ts';
import {asOnTheWire, neverMatches} from '../../routes/path-expression.ts';
import {anchoredRegex, pathRegex} from '../../routes/path-regex.ts';
import {MAX_MATCH_LENGTH} from '../../routes/program-size.ts';
import {encodedSegmentsOf} from '../../routes/segments.ts';
import type {RuleInput} from '../../rules/rule.ts';
import {TIMEOUT} from '../../settings/table.ts';
import {gatewayReader, isAtLeast, type MatchedPath} from '../target.ts';
import {type CorsFilter, corsOf} from './cors.ts';

/** What a rule does with its requests, apart from the Service that they go to. */
export interface Policy {
  /** GEP-2257 duration; `0s` switches the timeout off. */
  readonly timeout?: string;
  /** Absent without retries. */
  readonly retry?: {readonly attempts: number; readonly backoff?: string};
  readonly cors?: CorsFilter;
}

/** An operation as HTTPRoutes match it. */
export interface DescribedRoute {
  readonly operation: RoutedOperation;
  /** That of the operation, or one that is added to its rule. */
  readonly method: string;
  /** The path template and what it matches, without `path.base`. */
  readonly path: string;
  readonly expression: string;
  readonly segments: readonly string[];
  readonly match: MatchedPath;
  readonly policy: Policy;
  /** The same for routes that may share a rule. */
  readonly ruleKey: string;
  /** The place in the order of the routes: of two that match the same request, the first is meant. */
  readonly order: number;
}

/** The operations that HTTPRoutes can match, in their order. Meshes match the path alone, so `?` and `#` never match. */
export function describedRoutes({
  routes,
  settings,
}: Pick<RuleInput, 'routes' | 'settings'>): DescribedRoute[] {
  const prefix = prefixOf(settings);
  const gateway = gatewayReader(settings);
  const matchOf = pathMatcher(settings);
  const matched = routes.filter(
    ({method, expression}) => ROUTE_METHODS.includes(method) && !neverMatches(prefix, expression),
  );
  const described = matched.filter(({addedTo}) => addedTo === undefined);
  const cors = corsOf(described, settings);
  const places = new Map(described.map((operation, place) => [operation, place]));
  const all = matched.map((route, order): DescribedRoute => {
    const {method, expression, pathItem, addedTo: operation = route} = route;
    const filter = cors.filter(operation);
    const policy = {...policyOf(operation, settings), ...(filter && {cors: filter})};
    const ruleKey = settings.get('group') === 'operation' ? `${places.get(operation)}` : policyText(policy);
    const [match, segments] = [matchOf(expression), encodedSegmentsOf(expression)];
    return {operation, method, path: pathItem.path, expression, segments, match, policy, ruleKey, order};
  });
  // Contour leaves out a rule with a match that an earlier one has.
  return gateway ? firstOfEach(all, ({method, match}) => `${method} ${match.value}`) : all;
}

/** The same for policies that treat requests alike. */
export function policyText({timeout = '', retry, cors}: Policy): string {
  return [timeout, retry?.attempts, retry?.backoff, cors && JSON.stringify(cors)].join(' ');
}

function policyOf(operation: RoutedOperation, settings: EffectiveSettings): Policy {
  const seconds = settings.at(operation, TIMEOUT);
  const timeout = seconds === undefined ? undefined : toDuration(seconds);
  // Source: Gateway API 1.7, HTTPRouteRetry in the standard channel.
  const isRetried = isAtLeast('1.7', settings) && settings.at(operation, 'retryable') === true;
  const backoff = settings.at(operation, 'retry.backoff');
  const retry = {attempts: settings.at(operation, 'retry.attempts') ?? 0, ...(backoff && {backoff})};
  return {...(timeout !== undefined && {timeout}), ...(isRetried && {retry})};
}

/** In milliseconds. */
const UNITS = Object.entries({h: 3_600_000, m: 60_000, s: 1000, ms: 1});

/** Five digits a unit. */
const MAX_DIGITS = 99_999;

/** The longest duration, in seconds, that has no fraction of a second: `99999h99999m99999s`. */
export const MAX_DURATION = MAX_DIGITS * (3600 + 60 + 1);

/**
 * A number of seconds as the Gateway API writes a duration, with one unit where that is possible: `90s`, `2000m`,
 * `33h20m1s`. `undefined` for more than `MAX_DURATION`, and for parts of a millisecond.
 *
 * Source: GEP-2257.
 */
export function toDuration(total: number): string | undefined {
  let rest = millisecondsOf(total);
  if (total > MAX_DURATION || !Number.isInteger(rest)) return undefined;
  const [, ...longer] = UNITS.toReversed();
  const single = [...longer, ...UNITS].find(
    ([, length]) => rest % length === 0 && rest / length <= MAX_DIGITS,
  );
  if (single) return `${rest / single[1]}${single[0]}`;
  return UNITS.map(([unit, length]) => {
    const count = Math.min(MAX_DIGITS, Math.floor(rest / length));
    rest -= count * length;
    return count === 0 ? '' : `${count}${unit}`;
  }).join('');
}

/** What the Gateway API allows in `Exact` and `PathPrefix`. Source: the CEL rules of HTTPPathMatch in the CRD. */
const EXACT = /^\/(?:[-A-Za-z0-9/._~!$&'()*+,;=:@]|%[0-9a-fA-F]{2})*$/;
const NOT_EXACT = /\/\/|\/\.{1,2}(\/|$)|%2f/i;

/** Linkerd compares the first match that it finds with the path: where segments may be missing, or a pattern has a choice, a later one may be longer. */
const NEEDS_ANCHOR = /[\u0002\u0003\u0006].*\u0003|\0[^/]*\u0003(?!\/)|[\u000f\u0018\u0019]/;

/** The match of each expression, as the settings have it written. */
export function pathMatcher(settings: EffectiveSettings): (expression: string) => MatchedPath {
  const [prefix, gateway, ignoresCase] = [
    prefixOf(settings),
    gatewayReader(settings),
    settings.get('path.ignore_case'),
  ];
  return (expression) => pathMatch(prefix, expression, gateway, ignoresCase);
}

/**
 * The path of a match: `Exact` for a path without parameters that the Gateway API allows there, else an expression.
 *
 * @param prefix as `normalizePrefix` gives it
 * @param gateway what reads it; absent for a mesh, which anchors expressions at both ends
 * @param ignoresCase whether it matches every case of letters
 */
export function pathMatch(
  prefix: string,
  expression: string,
  gateway?: RouteReader,
  ignoresCase = false,
): MatchedPath {
  const text = asOnTheWire(prefix) + expression;
  const isExact = EXACT.test(text) && !NOT_EXACT.test(text) && !(ignoresCase && /[a-z]/i.test(text));
  // Some gateways decode the path of the request, and NGINX Gateway Fabric refuses `;`.
  if (isExact && !(gateway && /[%;]/.test(text))) return {type: 'Exact', value: text};
  if (!gateway) {
    const value = pathRegex(prefix, expression, ignoresCase);
    return {type: 'RegularExpression', value: NEEDS_ANCHOR.test(expression) ? `${value}$` : value};
  }
  const {anchors, reserved} = gateway;
  const isOneSegment = reserved !== undefined && text.lastIndexOf('/', text.search(/\u0003\/|$/)) === 0;
  const valueIn = (bothCases: boolean) =>
    anchoredRegex(prefix, expression, anchors, ignoresCase, bothCases).replace(
      '/',
      isOneSegment ? `/(?!${reserved})` : '/',
    );
  const value = valueIn(!ignoresCase);
  return {type: 'RegularExpression', value: value.length > MAX_MATCH_LENGTH ? valueIn(false) : value};
}
