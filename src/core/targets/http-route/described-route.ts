import type {EffectiveSettings} from '../../openapi/effective-settings.ts';
import type {Operation} from '../../openapi/operation.ts';
import {normalizePrefix} from '../../openapi/path-template.ts';
import {type Segment, segmentsOf} from '../../openapi/routes/overlapping-segments.ts';
import {neverMatches} from '../../openapi/routes/path-expression.ts';
import type {RuleInput} from '../../rule.ts';
import {toDuration} from './duration.ts';
import {type PathMatch, pathMatch} from './path-match.ts';

/** What a rule does with its requests, apart from the Service that they go to. */
export interface Policy {
  /** GEP-2257 duration; `0s` switches the timeout off. */
  readonly timeout?: string;
  readonly retries: boolean;
}

/** An operation as HTTPRoutes match it. */
export interface DescribedRoute {
  readonly operation: Operation;
  readonly method: string;
  /** The path template, without `path.base`. */
  readonly path: string;
  readonly segments: readonly Segment[];
  readonly match: PathMatch;
  readonly policy: Policy;
  /** The same for routes that may share a rule. */
  readonly kind: string;
  /** The place in the order of the routes: of two that match the same request, the first is meant. */
  readonly order: number;
}

/** The operations that HTTPRoutes can match, in their order. Meshes match the path alone, so `?` and `#` never match. */
export function describedRoutes({
  routes,
  settings,
  choices,
}: Pick<RuleInput, 'routes' | 'settings' | 'choices'>): DescribedRoute[] {
  const prefix = normalizePrefix(settings.get('path.base') ?? '');
  return routes
    .filter(({pathItem: {path}}) => !neverMatches(prefix, path))
    .map((operation, order) => {
      const {
        method,
        pathItem: {path},
      } = operation;
      const policy = policyOf(operation, settings);
      const kind = choices.group === 'operation' ? String(order) : policyText(policy);
      const match = pathMatch(prefix, path);
      return {operation, method, path, segments: segmentsOf(path), match, policy, kind, order};
    });
}

/** The same for policies that treat requests alike. */
export function policyText({timeout = '', retries}: Policy): string {
  return `${timeout} ${retries}`;
}

function policyOf(operation: Operation, settings: EffectiveSettings): Policy {
  const seconds = settings.at(operation, 'timeouts.request_timeout');
  const timeout = seconds === undefined ? undefined : toDuration(seconds);
  // Source: Gateway API 1.7, HTTPRouteRetry in the standard channel.
  const retries = settings.get('gateway_api') === '1.7' && settings.at(operation, 'retryable') === true;
  return timeout === undefined ? {retries} : {timeout, retries};
}
