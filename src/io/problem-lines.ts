import {compareCodePoints} from '../core/code-point-order.ts';
import {type Location, type Position, type Problem, printable} from '../core/problem.ts';

/** The most characters that one problem takes, however long the value at fault. */
const LONGEST_PROBLEM = 2000;

interface Placed {
  readonly problem: Problem;
  readonly source: string;
  readonly position: Position | undefined;
}

/**
 * The lines that tell a user what is wrong: `file:line:col  message`, then a hint, sorted by place. A file is named as
 * `nameOf` says, a flag by its name.
 *
 * @param positions where locations are, as far as that is known
 */
export function problemLines(
  problems: readonly Problem[],
  positions: ReadonlyMap<Location, Position>,
  nameOf: (uri: string) => string,
): string {
  const lines = problems
    .map((problem) => place(problem, positions, nameOf))
    .sort(
      (a, b) =>
        compareCodePoints(a.source, b.source) ||
        (a.position?.line ?? 0) - (b.position?.line ?? 0) ||
        (a.position?.column ?? 0) - (b.position?.column ?? 0),
    )
    .map(toText);
  // What YAML merges into several maps stands at one place only.
  return [...new Set(lines)].join('');
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

/** A name that begins with a blank is quoted: its line could be taken for a stack frame, or for a hint. */
function plainName(name: string): string {
  return /^\s/.test(name) ? JSON.stringify(name) : name;
}

function toText({problem, source, position}: Placed): string {
  const place = position ? `${source}:${position.line}:${position.column}` : source;
  const warning = problem.severity === 'warning' ? 'warning: ' : '';
  const first = printable(`${place}${place === '' ? '' : '  '}${warning}${problem.message}`);
  const hint = problem.hint ? `    ${printable(problem.hint)}` : '';
  const room = LONGEST_PROBLEM - Math.min(hint.length, LONGEST_PROBLEM / 2) - 3;
  return `${shorten(first, room)}\n${hint === '' ? '' : `${shorten(hint, LONGEST_PROBLEM / 2)}\n`}`;
}

function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
