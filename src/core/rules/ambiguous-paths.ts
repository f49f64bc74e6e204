import {type Finding, keyLocation} from '../base/problem.ts';
import {quote} from '../base/quote.ts';
import {routed} from '../openapi/effective-settings.ts';
import type {RoutedOperation} from '../openapi/operation.ts';
import {expressionText, normalized, withEmptySegments, withoutCase} from '../routes/path-expression.ts';
import type {Rule} from './rule.ts';

const BY_SCHEMA = 'set `path.parameters: schema`: the schemas of their parameters differ';

/**
 * The mesh cannot tell routes apart that have the same method and the same expression.
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
    const firstByRequest = new Map<string, RoutedOperation>();
    return routes.flatMap((operation): Finding[] => {
      const {pathItem} = operation;
      const request = requestOf(operation);
      const first = firstByRequest.get(request);
      if (first === undefined) {
        firstByRequest.set(request, operation);
        return [];
      }
      const [one, other] = [first.pathItem, pathItem].map(({path, template = path}) => quote(template));
      const message = `paths ${one} and ${other} match the same requests`;
      const alsoAt = [first.location, operation.location];
      const bySchema = [first, operation].map((one) => requestOf(routed(one, settings, true)));
      const hint = bySchema[0] === bySchema[1] ? 'merge them into one path' : BY_SCHEMA;
      return [{message, hint, location: keyLocation(pathItem.location), alsoAt}];
    });
  },
} satisfies Rule;
