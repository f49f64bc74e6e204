import {settingProblems} from '../../core/check.ts';
import {generate} from '../../core/generate.ts';
import type {Problem} from '../../core/problem.ts';
import type {Description} from '../read/read-description.ts';

/** The settings of a description for which `apigen mesh` refuses it, wherever they are. */
export function invalidSettings(description: Description): readonly Problem[] {
  return settingProblems(errorsOf(description.document, description));
}

/**
 * The errors of `apigen mesh` for a description with new settings that it does not have without them, such as a path that
 * the new target cannot match.
 *
 * @param document the description with the new settings
 */
export function causedErrors(document: unknown, description: Description): readonly Problem[] {
  const known = new Set(errorsOf(description.document, description).map(idOf));
  const {uri, documents} = description;
  return errorsOf(document, {uri, documents}).filter((problem) => !known.has(idOf(problem)));
}

function errorsOf(
  document: unknown,
  description: Pick<Description, 'uri' | 'documents' | 'openapi'>,
): Problem[] {
  return generate(document, description).problems.filter(({severity}) => severity === 'error');
}

function idOf({code, message}: Problem): string {
  return `${code} ${message}`;
}
