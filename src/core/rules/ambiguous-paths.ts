import {groupBy} from '../base/group-by.ts';
import {type Finding, keyLocation} from '../base/problem.ts';
import {quote} from '../base/quote.ts';
import {withExpression} from '../openapi/effective-settings.ts';
import type {RoutedOperation} from '../openapi/operation.ts';
import {
  asTemplate,
  expressionText,
  normalized,
  PATTERNED,
  withEmptySegments,
  withoutCase,
} from '../routes/path-expression.ts';
import {encodedSegmentsOf, joinedFrom, pathsOverlap, sharedExpression} from '../routes/segments.ts';
import type {Rule} from './rule.ts';

const BY_SCHEMA = 'set `path.parameters: schema`: the schemas of their parameters differ';
const BY_PATTERNS = 'merge them into one path, or change the patterns of their parameters';

/**
 * The mesh cannot distinguish routes that have the same expression, and no order is right for two that match some of the same requests.
 *
 * Source: OpenAPI 3.2, Paths Object, "templated paths with the same hierarchy but different templated names".
 */
export const ambiguousPaths = {
  code: 'ambiguous-paths',
  severity: 'warning',
  summary: 'Paths with a method in common match different requests',
  check({routes, settings}) {
    const compared = settings.get('path.ignore_case') ? withoutCase : String;
    const requestOf = ({method, expression}: RoutedOperation) =>
      `${method} ${compared(expressionText(normalized(withEmptySegments(expression))))}`;
    const hierarchyOf = ({method, expression}: RoutedOperation) => `${method} ${asTemplate(expression)}`;
    const byRequest = groupBy(routes, requestOf);
    const byHierarchy = groupBy(routes, hierarchyOf);
    const segments = new Map(routes.map((one) => [one, plainSegments(one.expression)]));
    const overlapPartly = (one: RoutedOperation, other: RoutedOperation) =>
      haveDifferentRest(segments.get(one) ?? [], segments.get(other) ?? []);
    return routes.flatMap((operation): Finding[] => {
      const {pathItem} = operation;
      const [same = operation] = byRequest.get(requestOf(operation)) ?? [];
      const alike = same === operation ? (byHierarchy.get(hierarchyOf(operation)) ?? []) : [same];
      const first = alike.find((other) => other === same || overlapPartly(other, operation)) ?? same;
      if (first === operation) return [];
      const [one, other] = [first.pathItem, pathItem].map(({path, template = path}) => quote(template));
      const message = `paths ${one} and ${other} match ${first === same ? '' : 'some of '}the same requests`;
      const alsoAt = [first.location, operation.location];
      const bySchema = [first, operation].map((one) => requestOf(withExpression(one, settings, true)));
      const otherwise = first === same ? BY_SCHEMA : BY_PATTERNS;
      const hint = bySchema[0] === bySchema[1] ? 'merge them into one path' : otherwise;
      return [{message, hint, location: keyLocation(pathItem.location), alsoAt}];
    });
  },
} satisfies Rule;

/** Whether both match some requests, and each some that the other does not, where a parameter has a pattern. */
function haveDifferentRest(a: readonly string[], b: readonly string[]): boolean {
  if (![...a, ...b].some((segment) => PATTERNED.test(segment)) || !pathsOverlap(a, b)) return false;
  const shared = sharedExpression(a, b);
  return ![a, b].some((one) => joinedFrom(one, 0).slice(1, -1) === shared);
}

/**
 * The segments of an expression, without the form `%2F` of a slash in a pattern, which most clients do not send: a pattern is of several
 * segments then.
 */
function plainSegments(expression: string): string[] {
  const text = withEmptySegments(expression)
    .replaceAll(/\/\u0010%2\u0012Ff\u0015/gi, '/')
    .replaceAll(/\u000f\/\u0011/g, '/')
    .replaceAll(/\u0007([^\u000e]*)\u000e/g, (whole, pattern) =>
      HAS_INNER_SLASH.test(pattern) ? whole : `\b${pattern.replaceAll('/', '\u000e/\b')}\u000e`,
    );
  return encodedSegmentsOf(text);
}

/** A group, a repeated slash, or one in a class. */
const HAS_INNER_SLASH = /\u000f|\/[\u0016-\u0018]|\u0012[^\u0015]*\//;
