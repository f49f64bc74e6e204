import {asOnTheWire, expressionText, VARIABLE} from './path-expression.ts';
import {MARK} from './pattern-marks.ts';

/** A segment of any text, and the rest of a path, as Istio writes them. */
export const [ANY_SEGMENT, ANY_REST] = ['{*}', '{**}'];

/** What Envoy takes as text in a template. Istio's own check lets `=` pass, and Envoy then refuses all of its configuration. */
const TEXT = /^[\w\-.~%!$&'()+,;:@]+$/;

/**
 * The path of a policy of Istio that takes no request which the route does not: exact text, or a template. Its parameters are not empty, and
 * have no `=`, `*` and what clients encode. `undefined` where there is no such path.
 *
 * @param prefix as `normalizePrefix` gives it
 * @param ignoresCase whether the route matches every case of letters
 *
 * Source: Envoy, source/extensions/path/uri_template_lib/uri_template_internal.cc; Istio, pkg/config/security, `CheckValidPathTemplate`;
 * pilot, authz/matcher/string.go: a `*` at an end is a wildcard.
 */
export function uriTemplate(prefix: string, expression: string, ignoresCase = false): string | undefined {
  const text = expressionText(asOnTheWire(prefix) + expression);
  // Clients send these in two forms.
  if (/[*[\]|^]/.test(text) || (ignoresCase && /[a-z]/i.test(text))) return undefined;
  if (!VARIABLE.test(text)) return text;
  const [, ...segments] = text.split('/');
  const written = segments.map((segment, index) => {
    const isLast = index === segments.length - 1;
    if (segment === MARK.parameter) return ANY_SEGMENT;
    if (segment === MARK.spanning && isLast) return ANY_REST;
    return TEXT.test(segment) || (segment === '' && isLast) ? segment : undefined;
  });
  return written.includes(undefined) ? undefined : `/${written.join('/')}`;
}

/** The expression of a path of such a policy. */
export function templateExpression(path: string): string {
  return path.replaceAll(ANY_REST, MARK.spanning).replaceAll(ANY_SEGMENT, MARK.parameter);
}

/** Whether some requests of a narrower path that a wider one takes, with an empty segment, are not excluded from it by the narrower. */
export function hasGaps(wider: string, narrower: string): boolean {
  const fixed = wider.split('/').length - 1;
  return wider.endsWith(ANY_REST) && narrower.split('/').slice(fixed).includes(ANY_SEGMENT);
}
