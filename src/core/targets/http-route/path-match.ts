import {asOnTheWire, pathExpression, pathRegex} from '../../openapi/routes/path-expression.ts';

/** `path` of an HTTPRouteMatch. */
export interface PathMatch {
  readonly type: 'Exact' | 'PathPrefix' | 'RegularExpression';
  readonly value: string;
}

/** The most characters of `value`. Source: Gateway API, HTTPPathMatch. */
export const MAX_PATH_LENGTH = 1024;

/** What the Gateway API allows in `Exact` and `PathPrefix`. Source: the CEL rules of HTTPPathMatch in the CRD. */
const EXACT = /^\/(?:[-A-Za-z0-9/._~!$&'()*+,;=:@]|%[0-9a-fA-F]{2})*$/;
const NOT_EXACT = /\/\/|\/\.{1,2}(\/|$)|%2f/i;

/**
 * The path of a match: `Exact` for a path without parameters that the Gateway API allows there, else an expression, which
 * meshes anchor at both ends.
 *
 * @param prefix as `normalizePrefix` gives it
 */
export function pathMatch(prefix: string, template: string): PathMatch {
  const expression = pathExpression(template);
  const text = asOnTheWire(prefix) + expression.join('');
  const isExact = expression.length === 1 && EXACT.test(text) && !NOT_EXACT.test(text);
  return isExact
    ? {type: 'Exact', value: text}
    : {type: 'RegularExpression', value: pathRegex(prefix, template)};
}
