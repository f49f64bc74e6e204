import {firstOfEach} from '../../base/group-by.ts';
import {ROUTE_METHODS, type RouteReader} from '../../meshes.ts';
import {type Access, accessOf} from '../../openapi/access.ts';
import {type EffectiveSettings, prefixOf} from '../../openapi/effective-settings.ts';
import type {RoutedOperation} from '../../openapi/operation.ts';
import {asOnTheWire, neverMatches} from '../../routes/path-expression.ts';
import {anchoredRegex, pathRegex} from '../../routes/path-regex.ts';
import {MAX_MATCH_LENGTH} from '../../routes/program-size.ts';
import {encodedSegmentsOf} from '../../routes/segments.ts';
import {gatewayReader, type MatchedPath, policyTarget, type TargetInput} from '../target.ts';
import {limitName, type RateLimit, rateLimitOf} from './rate-limit.ts';
import {type RuleFields, ruleFields} from './rule-fields.ts';

export interface DescribedRoute {
  readonly operation: RoutedOperation;
  /** That of the operation, or one that is added to its rule. */
  readonly method: string;
  /** The path template and what it matches, without `path.base`. */
  readonly path: string;
  readonly expression: string;
  readonly segments: readonly string[];
  readonly match: MatchedPath;
  readonly fields: RuleFields;
  /** Who may call it, where policies are attached to rules. */
  readonly access: Access | undefined;
  readonly limit: RateLimit | undefined;
  /** The same for routes that are treated alike. */
  readonly treatment: string;
  /** The same for routes that may share a rule. */
  readonly ruleKey: string;
  /** The place in the order of the routes: of two that match the same request, the first is meant. */
  readonly order: number;
}

/** The operations that HTTPRoutes can match, in their order. Meshes match the path alone, so `?` and `#` never match. */
export function describedRoutes({routes, settings}: TargetInput): DescribedRoute[] {
  const prefix = prefixOf(settings);
  const gateway = gatewayReader(settings);
  const matchOf = pathMatcher(settings);
  const matched = routes.filter(
    ({method, expression}) => ROUTE_METHODS.includes(method) && !neverMatches(prefix, expression),
  );
  const described = matched.filter(({addedTo}) => addedTo === undefined);
  const fieldsOf = ruleFields(described, settings);
  const isOfRules = policyTarget(settings) === 'rules';
  const places = new Map(described.map((operation, place) => [operation, place]));
  const all = matched.map((route, order): DescribedRoute => {
    const {method, expression, pathItem, addedTo: operation = route} = route;
    const fields = fieldsOf(operation);
    const {access} = isOfRules ? accessOf(operation, settings) : {};
    const limit = rateLimitOf(operation, settings);
    const treatment = JSON.stringify(fields) + (access?.key ?? '') + (limit ? limitName(limit) : '');
    const ruleKey = settings.get('group') === 'operation' ? `${places.get(operation)}` : treatment;
    const [match, segments] = [matchOf(expression), encodedSegmentsOf(expression)];
    const path = {path: pathItem.path, expression, segments, match};
    return {operation, method, ...path, fields, access, limit, treatment, ruleKey, order};
  });
  // Contour leaves out a rule with a match that an earlier one has.
  return gateway ? firstOfEach(all, ({method, match}) => `${method} ${match.value}`) : all;
}

/** Paths that the Gateway API allows in `Exact` and `PathPrefix`. Source: the CEL rules of HTTPPathMatch in the CRD. */
const EXACT = /^\/(?:[-A-Za-z0-9/._~!$&'()*+,;=:@]|%[0-9a-fA-F]{2})*$/;
const NOT_EXACT = /\/\/|\/\.{1,2}(\/|$)|%2f/i;

/** Linkerd compares the first match that it finds with the path: where segments may be missing, or a pattern has a choice, a later one may be longer. */
const NEEDS_ANCHOR = /[\u0002\u0003\u0006].*\u0003|\0[^/]*\u0003(?!\/)|[\u000f\u0018\u0019]/;

/** The match of each expression, as the settings have it written. */
export function pathMatcher(settings: EffectiveSettings): (expression: string) => MatchedPath {
  const [prefix, gateway] = [prefixOf(settings), gatewayReader(settings)];
  return (expression) => pathMatch(prefix, expression, gateway, settings.get('path.ignore_case'));
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
