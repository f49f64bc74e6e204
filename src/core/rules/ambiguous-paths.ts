import {literalsOf} from '../openapi/path-template.ts';
import {type Finding, keyLocation} from '../problem.ts';
import {quote} from '../quote.ts';
import type {Rule} from '../rule.ts';

/**
 * The mesh cannot tell paths apart that differ only in the names of their parameters, and OpenAPI forbids them.
 *
 * Source: OpenAPI 3.2, Paths Object, "templated paths with the same hierarchy but different templated names".
 */
export const ambiguousPaths = {
  code: 'ambiguous-paths',
  severity: 'warning',
  summary: 'Paths differ in more than the names of their parameters',
  check({routes}) {
    const firstByShape = new Map<string, string>();
    const pathItems = new Map(routes.map(({pathItem}) => [pathItem.path, pathItem]));
    return [...pathItems.values()].flatMap(({path, location}): Finding[] => {
      const shape = literalsOf(path).join('{}');
      const first = firstByShape.get(shape);
      if (first === undefined) firstByShape.set(shape, path);
      return first === undefined
        ? []
        : [
            {
              message: `paths ${quote(first)} and ${quote(path)} differ only in the names of their parameters`,
              hint: 'merge them into one path',
              location: keyLocation(location),
            },
          ];
    });
  },
} as const satisfies Rule;
