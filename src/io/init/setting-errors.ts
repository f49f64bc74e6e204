import {generate} from '../../core/generate.ts';
import type {Problem} from '../../core/problem.ts';
import type {Description} from '../read/read-description.ts';

/**
 * The errors of `apigen mesh` for a description with new settings that are not among those without them, `before`, such as a path that
 * the new target cannot match.
 *
 * @param document the description with the new settings
 */
export function causedErrors(
  document: unknown,
  {uri, documents}: Description,
  before: readonly Problem[],
): readonly Problem[] {
  const known = new Set(before.map(idOf));
  return meshErrors(document, {uri, documents}).filter((problem) => !known.has(idOf(problem)));
}

/** The errors for which `apigen mesh` refuses a description. */
export function meshErrors(
  document: unknown,
  description: Pick<Description, 'uri' | 'documents' | 'openapi'>,
): Problem[] {
  return generate(document, description).problems.filter(({severity}) => severity === 'error');
}

function idOf({code, message}: Problem): string {
  return `${code} ${message}`;
}
