import {compareCodePoints} from '../../core/base/code-point-order.ts';
import {MAX_PROBLEM_LENGTH} from '../../core/base/limits.ts';
import {hintOf, type Location, type Position, type Problem} from '../../core/base/problem.ts';
import {printable} from '../../core/base/quote.ts';
import {RULES_BY_CODE} from '../../core/generate/rule-list.ts';
import {PLAIN, type Style} from './style.ts';

/** The lines and columns of locations, as far as they are known, and the names of documents by their URIs. */
export interface FoundPlaces {
  readonly positions: ReadonlyMap<Location, Position>;
  readonly nameOf: (uri: string) => string;
}

/** Problems as text, each `file:line:col  error  rule: message` and then a hint, sorted by place. What no rule finds has no name. */
export function problemLines(
  problems: readonly Problem[],
  places: FoundPlaces,
  style: Style = PLAIN,
): ReadonlyMap<Problem, string> {
  const all = problems.map((problem) => place(problem, places));
  // What YAML merges into several maps has one place.
  const distinct = new Map(all.map((placed) => [idOf(placed), placed]));
  const sorted = [...distinct.values()].sort(
    (a, b) =>
      compareCodePoints(a.source, b.source) ||
      (a.position?.line ?? 0) - (b.position?.line ?? 0) ||
      (a.position?.column ?? 0) - (b.position?.column ?? 0),
  );
  return new Map(sorted.map((placed) => [placed.problem, toText(placed, style)]));
}

function idOf({problem, source, position}: PlacedProblem): string {
  const {severity, message} = problem;
  return [source, position?.line, position?.column, severity, message, hintOf(problem)].join('\n');
}

type PlacedProblem = ReturnType<typeof place>;

function place(problem: Problem, {positions, nameOf}: FoundPlaces) {
  const {location, flag} = problem;
  const source = location ? nameOf(location.uri) : flag === undefined ? '' : `--${flag}`;
  return {problem, source, position: location && (positions.get(location) ?? location.position)};
}

function toText({problem, source, position}: PlacedProblem, style: Style): string {
  const {severity, message} = problem;
  const half = MAX_PROBLEM_LENGTH / 2;
  const hintText = hintOf(problem);
  const hint = hintText ? shorten(`    ${printable(hintText)}`, half) : '';
  const place = shorten(printable(position ? `${source}:${position.line}:${position.column}` : source), half);
  const before = place === '' ? '' : `${style('place', place)}  `;
  const label = ruleLabel(problem);
  const room = MAX_PROBLEM_LENGTH - hint.length - place.length - severity.length - label.length - 5;
  const first = `${before}${style(severity, severity)}${label}${shorten(printable(message), room)}`;
  return `${first}\n${hint === '' ? '' : `${hint}\n`}`;
}

/** What is between the severity of a problem and its message: the rule, if one has found it. */
export function ruleLabel({code}: Problem): string {
  return RULES_BY_CODE.has(code) ? `  ${code}: ` : ': ';
}

function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
