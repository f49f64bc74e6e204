import {asOnTheWire, decodeUnreserved, expressionText, VARIABLE} from './path-expression.ts';
import {MARK} from './pattern-marks.ts';

/** A wildcard, and what clients send in two forms, such as `%C3`. */
const IN_FORMS = /[*[\]|^]|%(?:[A-F]|\d[A-F])/i;

/** A segment of any text, and any number of them, as Istio writes them. */
export const [ANY_SEGMENT, ANY_NUMBER] = ['{*}', '{**}'];

/** The characters that Envoy takes as text in a template, and its parameters match; what Istio lets pass in spite of that makes it refuse all of its configuration. */
const CHARACTERS = "\\w\\-.~%!$&'()+,;:@";
const TEXT = new RegExp(`^[${CHARACTERS}]+$`);

/**
 * The path of a policy of Istio that takes no request which the route does not: exact text, or a template. Its parameters are not empty, and
 * have no `=`, `*` and what clients encode. `undefined` where the path cannot be written.
 *
 * @param prefix as `normalizePrefix` gives it
 * @param ignoresCase whether the route matches every case of letters
 *
 * Source: Envoy, source/extensions/path/uri_template_lib/uri_template_internal.cc; Istio, pkg/config/security, `CheckValidPathTemplate`;
 * pilot, authz/matcher/string.go: a `*` at an end is a wildcard.
 */
export function uriTemplate(prefix: string, expression: string, ignoresCase = false): string | undefined {
  const text = expressionText(asOnTheWire(prefix) + expression);
  const isInForms = IN_FORMS.test(text) || decodeUnreserved(text) !== text;
  if (isInForms || (ignoresCase && /[a-z]/i.test(text))) return undefined;
  if (!VARIABLE.test(text)) return text;
  const [, ...segments] = text.split('/');
  const written = segments.map((segment, index) => {
    const later = segments.slice(index + 1);
    if (segment === MARK.parameter) return ANY_SEGMENT;
    if (segment === MARK.spanning && !VARIABLE.test(later.join())) return ANY_NUMBER;
    return TEXT.test(segment) || (segment === '' && later.length === 0) ? segment : undefined;
  });
  return written.includes(undefined) ? undefined : `/${written.join('/')}`;
}

/** The expression of a path of such a policy. */
export function templateExpression(path: string): string {
  return path.replaceAll(ANY_NUMBER, MARK.spanning).replaceAll(ANY_SEGMENT, MARK.parameter);
}

/** Whether a path of such a policy takes that of a request, as it is compared. */
export function takesPath(template: string, path: string): boolean {
  const parts = template.split(/(\{\*{1,2}\})/).map((part) => {
    if (part === ANY_SEGMENT) return `[${CHARACTERS}]+`;
    return part === ANY_NUMBER ? `[${CHARACTERS}/]*` : part.replace(/[^\w/]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`).test(path);
}

/** Whether a wider path takes requests that the route of a narrower one takes and its path does not: those with an empty segment. */
export function hasGaps(wider: string, narrower: string): boolean {
  const spanning = wider.split('/').indexOf(ANY_NUMBER);
  return spanning !== -1 && narrower.split('/').slice(spanning).includes(ANY_SEGMENT);
}
