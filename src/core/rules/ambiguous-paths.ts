import {type Finding, keyLocation} from '../problem.ts';
import {quote} from '../quote.ts';
import {expressionText, normalized, withEmptySegments} from '../routes/path-expression.ts';
import type {Rule} from '../rule.ts';

/**
 * The mesh cannot tell routes apart that have the same method and the same expression.
 *
 * Source: OpenAPI 3.2, Paths Object, "templated paths with the same hierarchy but different templated names".
 */
export const ambiguousPaths = {
  code: 'ambiguous-paths',
  severity: 'warning',
  summary: 'Paths with a method in common match different requests',
  check({routes}) {
    const firstByRequest = new Map<string, string>();
    return routes.flatMap(({method, expression, pathItem: {path, template = path, location}}): Finding[] => {
      const request = `${method} ${expressionText(normalized(withEmptySegments(expression)))}`;
      const first = firstByRequest.get(request);
      if (first === undefined) {
        firstByRequest.set(request, template);
        return [];
      }
      const message = `paths ${quote(first)} and ${quote(template)} match the same requests`;
      return [{message, hint: 'merge them into one path', location: keyLocation(location)}];
    });
  },
} satisfies Rule;
