import {compareCodePoints} from '../../core/code-point-order.ts';
import {MAX_PROBLEM_LENGTH} from '../../core/limits.ts';
import {hintOf, type Location, type Position, type Problem} from '../../core/problem.ts';
import {printable} from '../../core/quote.ts';

interface Placed {
  readonly problem: Problem;
  readonly source: string;
  readonly position: Position | undefined;
}

/**
 * Problems as text: `file:line:col  message`, then a hint, sorted by place.
 *
 * @param positions lines and columns of locations, as far as they are known
 * @param nameOf the name of a document, by its URI
 */
export function problemLines(
  problems: readonly Problem[],
  positions: ReadonlyMap<Location, Position>,
  nameOf: (uri: string) => string,
): string {
  // What YAML merges into several maps has one place.
  const distinct = new Map(
    problems.map((problem) => place(problem, positions, nameOf)).map((placed) => [idOf(placed), placed]),
  );
  return [...distinct.values()].sort(byPlace).map(toText).join('');
}

function idOf({problem, source, position}: Placed): string {
  const {severity, message} = problem;
  return [source, position?.line, position?.column, severity, message, hintOf(problem)].join('\n');
}

function byPlace(a: Placed, b: Placed): number {
  return (
    compareCodePoints(a.source, b.source) ||
    (a.position?.line ?? 0) - (b.position?.line ?? 0) ||
    (a.position?.column ?? 0) - (b.position?.column ?? 0)
  );
}

function place(
  problem: Problem,
  positions: ReadonlyMap<Location, Position>,
  nameOf: (uri: string) => string,
): Placed {
  const {location, flag} = problem;
  if (location === undefined)
    return {problem, source: flag === undefined ? '' : `--${flag}`, position: undefined};
  return {
    problem,
    source: plainName(nameOf(location.uri)),
    position: positions.get(location) ?? location.position,
  };
}

/** A name that begins with a space is quoted: its line could be taken for a hint. */
function plainName(name: string): string {
  return /^\s/.test(name) ? JSON.stringify(name) : name;
}

function toText({problem, source, position}: Placed): string {
  const place = position ? `${source}:${position.line}:${position.column}` : source;
  const severity = problem.severity === 'error' ? '' : `${problem.severity}: `;
  const first = printable(`${place}${place === '' ? '' : '  '}${severity}${problem.message}`);
  const hintText = hintOf(problem);
  const hint = hintText ? `    ${printable(hintText)}` : '';
  const room = MAX_PROBLEM_LENGTH - Math.min(hint.length, MAX_PROBLEM_LENGTH / 2) - 3;
  return `${shorten(first, room)}\n${hint === '' ? '' : `${shorten(hint, MAX_PROBLEM_LENGTH / 2)}\n`}`;
}

function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
