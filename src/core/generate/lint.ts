import {isMap} from '../base/json.ts';
import type {Location, Problem} from '../base/problem.ts';
import {readOpenapi} from '../openapi/description.ts';
import {identify, likelyVersion} from '../openapi/version.ts';
import {rulePage} from '../rules/rule.ts';
import {type Checked, type CheckOptions, check, isOfSetting} from './check.ts';
import type {DocumentOptions} from './described.ts';
import {RULES, RULES_BY_CODE} from './rule-list.ts';

export const LINT_RULES = RULES.filter(({linted}) => linted === undefined);

/** The rules that have a page. */
export const EXPLAINED_RULES = RULES.filter(({linted}) => linted !== false);

/** The address of the page of a rule; `undefined` for what has none. */
export function pageOf(code: string): string | undefined {
  return EXPLAINED_RULES.some((rule) => rule.code === code) ? rulePage(code) : undefined;
}

/** A finding of a linter: a problem at a place of the description, with the severity that the rule has in linters. */
export interface LintProblem extends Problem {
  readonly location: Location;
}

/** As of `generate`; settings are those that are known to be given along with the description. */
export interface LintOptions extends CheckOptions, Pick<DocumentOptions, 'documents'> {
  readonly uri: string;
}

/**
 * The problems of an OpenAPI description: those of `generate`, in its words, as far as linters do not report
 * them by rules of their own. A description without any setting, and for which no Service is named either, has no problems
 * but misspelled `paths`: it may not be meant for a mesh.
 *
 * @param document a parsed OpenAPI 3.0, 3.1, 3.2 or Swagger 2.0 description
 */
export function lintDescription(
  document: unknown,
  {uri, documents = new Map(), ...options}: LintOptions,
): LintProblem[] {
  if (!isMap(document)) return [];
  const identified = identify(document, uri);
  // Settings are checked even if the version is wrong.
  const version = 'version' in identified ? identified.version : likelyVersion(document);
  if (version === undefined) return [];
  const read = readOpenapi({document, version}, uri, documents);
  const description = 'version' in identified ? read : {...read, faults: [identified, ...read.faults]};
  const toOrigin = <F>(thing: F) => thing;
  return toLintProblems(check({description, problems: [], toOrigin}, options));
}

/** The problems of `generate` as a linter without rules of its own reports them: also those of reading the description. */
export function toLinted({problems, isForMesh}: Pick<Checked, 'problems' | 'isForMesh'>): Problem[] {
  const counted = isForMesh
    ? problems
    : problems.filter(
        (problem) =>
          !RULES_BY_CODE.has(problem.code) || isOfSetting(problem) || problem.suggestion === 'paths',
      );
  return counted.map((problem) => ({
    ...problem,
    severity: RULES_BY_CODE.get(problem.code)?.lintSeverity ?? problem.severity,
  }));
}

/** The problems of a description that was checked, as linters report them that read it themselves. */
export function toLintProblems(checked: Pick<Checked, 'problems' | 'isForMesh'>): LintProblem[] {
  return toLinted(checked).flatMap((problem) => {
    const {location, code} = problem;
    const isLinted = LINT_RULES.some((rule) => rule.code === code);
    return isLinted && location ? [{...problem, location}] : [];
  });
}
