import {asOnTheWire, decodeUnreserved, expressionText, PATTERNED, VARIABLE} from './path-expression.ts';
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
  if (templateHint(prefix, expression, ignoresCase) !== undefined) return undefined;
  return expressionText(asOnTheWire(prefix) + expression)
    .replaceAll(MARK.spanning, ANY_NUMBER)
    .replaceAll(MARK.parameter, ANY_SEGMENT);
}

/** How to change a path that cannot be written, by the first reason for it; `undefined` where it can. */
export function templateHint(prefix: string, expression: string, ignoresCase = false): string | undefined {
  const text = expressionText(asOnTheWire(prefix) + expression);
  const [form] = IN_FORMS.exec(text) ?? [];
  if (form !== undefined || decodeUnreserved(text) !== text)
    return form?.length === 1 && !form.startsWith('%')
      ? `remove \`${form}\` from the path`
      : 'remove what clients encode in two ways from the path, such as `%C3` and `%7E`';
  if (ignoresCase && /[a-z]/i.test(text)) return 'remove `path.ignore_case`';
  if (!VARIABLE.test(text)) return undefined;
  if (PATTERNED.test(text)) return 'remove `path.parameters: schema`';
  if (text.endsWith(`${MARK.optional}/${MARK.optionalEnd}`)) return 'remove `path.trailing_slash: either`';
  const [, ...segments] = text.split('/');
  return segments
    .map((segment, index) => segmentFault(segment, segments.slice(index + 1)))
    .find((fault) => fault !== undefined);
}

function segmentFault(segment: string, later: readonly string[]): string | undefined {
  if (segment === MARK.parameter || TEXT.test(segment) || (segment === '' && later.length === 0))
    return undefined;
  if (segment === '') return 'remove the empty segment';
  if (segment === MARK.spanning)
    return VARIABLE.test(later.join()) ? 'let the parameter of several segments be the last one' : undefined;
  if (segment.includes(MARK.optional) || segment.includes(MARK.optionalEnd))
    return 'remove the part of the path that may be missing';
  if (VARIABLE.test(segment)) return 'make the parameter a whole segment';
  const [character] = [...segment].filter((one) => !TEXT.test(one));
  return `remove \`${character}\` from the path: it cannot be next to parameters`;
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
