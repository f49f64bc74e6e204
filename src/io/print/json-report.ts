import {type Problem, SEVERITIES} from '../../core/base/problem.ts';
import {reportJson} from '../../core/base/quote.ts';
import {problemJson} from './placed-routes.ts';
import type {FoundPlaces} from './problems.ts';

/** Problems in JSON, and all that are counted: also those in the content, and those that are not shown. */
export interface JsonProblems {
  readonly problems: readonly Problem[];
  readonly placed: FoundPlaces;
  readonly all?: readonly Problem[];
}

/**
 * The JSON of every command with `--json`: its content, the problems that are not in that, and counts. The package has its schema in
 * `schema-report.json`.
 *
 * @param counts of results, by `camelCase`
 */
export function jsonReport(
  content: object,
  {problems, placed, all = problems}: JsonProblems,
  counts: Readonly<Record<string, number>> = {},
): string {
  const countOf = (level: string) => all.filter(({severity}) => severity === level).length;
  const summary = {...counts, ...Object.fromEntries(SEVERITIES.map((level) => [level, countOf(level)]))};
  return reportJson({
    ...content,
    problems: problems.map((problem) => problemJson(problem, placed)),
    summary,
  });
}

/** Words as a key or a value in JSON: `outOfDate`. */
export function camelCase(words: string): string {
  return words.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
}
