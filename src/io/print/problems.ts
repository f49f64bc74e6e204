import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {compareCodePoints} from '../../core/base/code-point-order.ts';
import {groupBy} from '../../core/base/group-by.ts';
import {MAX_PROBLEM_LENGTH, MAX_PROBLEMS} from '../../core/base/limits.ts';
import {hintOf, type Location, type Position, type Problem, SEVERITIES} from '../../core/base/problem.ts';
import {counted, printable, withoutUserinfo} from '../../core/base/quote.ts';
import {RULES_BY_CODE} from '../../core/generate/rule-list.ts';
import {locate} from '../read/locate.ts';
import {isRemote, STANDARD_INPUT, uriOf} from '../read/source.ts';
import {PLAIN, type Style} from './style.ts';

/** The lines and columns of locations, as far as they are known, and the names of documents by their URIs. */
export interface FoundPlaces {
  readonly positions: ReadonlyMap<Location, Position>;
  readonly nameOf: (uri: string) => string;
}

/** The context for printing problems and where they are. */
export interface Places {
  readonly texts: ReadonlyMap<string, Buffer>;
  readonly nameOf: FoundPlaces['nameOf'];
  /** How many inputs there are, such as descriptions: if there are any, a last line counts the problems. */
  readonly subject?: readonly [count: number, noun: string];
  /** The most problems that are printed, at most `MAX_PROBLEMS`, which is the default. */
  readonly most?: number | undefined;
}

/** For problems that are not in a document. */
export const NOWHERE: Places = {texts: new Map(), nameOf: (uri) => uri};

/**
 * Problems as text, with the places looked up in the texts of the documents. Of more than `MAX_PROBLEMS` the most severe are
 * printed, those that were found first, and the others counted.
 */
export function report(
  problems: readonly Problem[],
  {texts, nameOf, subject, most}: Places,
  style: Style = PLAIN,
): string {
  const shown = mostSevere(problems, most);
  const places = placeProblems(shown, {texts, nameOf});
  const lines = problemLines(shown, places, style);
  const more = problems.filter((problem) => !shown.includes(problem));
  const all = [...lines.keys(), ...more];
  return [
    ...withoutRepeats(lines, places),
    more.length > 0 ? `and ${more.length} more\n` : '',
    subject?.[0] && all.length > 0 ? `${countsOf(all, style)} in ${counted(...subject)}\n` : '',
  ].join('');
}

/** Of more equal warnings or notes, only the first is printed, with the places of as many others. */
const MAX_EQUAL = 5;

function withoutRepeats(lines: ReadonlyMap<Problem, string>, places: FoundPlaces): string[] {
  const keyOf = ({severity, code, message, hint}: Problem) => [severity, code, message, hint].join('\n');
  const groups = groupBy([...lines.keys()], keyOf);
  return [...lines].map(([problem, text]) => {
    const [first, ...others] = groups.get(keyOf(problem)) ?? [];
    if (others.length < MAX_EQUAL || problem.severity === 'error') return text;
    const named = others.slice(0, MAX_EQUAL).map((other) => positionText(locateProblem(other, places)));
    const more = others.length > MAX_EQUAL ? ` and ${others.length - MAX_EQUAL} more` : '';
    return problem === first ? `${text}    also at ${named.join(', ')}${more}\n` : '';
  });
}

/** Where problems, and `others`, are, all looked up at once: each document is read once. */
export function placeProblems(
  problems: readonly Problem[],
  {texts, nameOf}: Places,
  others: readonly Location[] = [],
): FoundPlaces {
  const locations = [...others, ...problems.flatMap(({location}) => location ?? [])];
  return {positions: locate([...new Set(locations)], texts), nameOf};
}

function countsOf(problems: readonly Problem[], style: Style): string {
  const counts = SEVERITIES.flatMap((level) => {
    const {length} = problems.filter(({severity}) => severity === level);
    return length === 0 ? [] : style(level, counted(length, level));
  });
  return counts.join(', ');
}

export interface MessageOutput {
  readonly error: (text: string) => void;
  readonly errorStyle?: Style;
  /** Whether problems are printed; all are if absent. */
  readonly isNew?: (problems: readonly Problem[]) => boolean;
}

export function printProblems(
  {error, errorStyle, isNew = () => true}: MessageOutput,
  problems: readonly Problem[],
  places: Places = NOWHERE,
): void {
  if (isNew(problems) && problems.length > 0) error(report(problems, places, errorStyle));
}

/** Prints why nothing is done, and returns the exit code: 2 for a wrong command line. */
export function refuse(terminal: MessageOutput, ...problems: readonly Problem[]): 2 {
  printProblems(terminal, problems);
  return 2;
}

/** The problems with the lines and columns of those that are printed, so that the texts are not needed any more. */
export function withPositions(
  problems: readonly Problem[],
  texts: Places['texts'],
  most?: number,
): Problem[] {
  const {positions} = placeProblems(mostSevere(problems, most), {...NOWHERE, texts});
  return problems.map((problem) => {
    const position = problem.location && positions.get(problem.location);
    return problem.location && position ? {...problem, location: {...problem.location, position}} : problem;
  });
}

/** The first `most` problems, the most severe before the others. */
export function mostSevere(problems: readonly Problem[], most = MAX_PROBLEMS): readonly Problem[] {
  if (problems.length <= most) return problems;
  return SEVERITIES.flatMap((level) => problems.filter(({severity}) => severity === level)).slice(0, most);
}

/**
 * The names of documents in messages: the descriptions as the user typed them, the others relative to `folder` unless the
 * first description was given by an absolute path; an address is shown without its password.
 */
export function documentNames(source: string | readonly string[], folder: string): Places['nameOf'] {
  const sources = [source].flat();
  const roots = new Map(sources.map((one) => [uriOf(one), one]));
  const isAbsolute = path.isAbsolute(sources[0] ?? '');
  return (uri) => {
    if (isRemote(uri)) return withoutUserinfo(uri);
    if (!uri.startsWith('file:')) return uri;
    const named = roots.get(uri);
    if (named !== undefined) return named === STANDARD_INPUT ? '<stdin>' : named;
    const file = fileURLToPath(uri);
    return isAbsolute ? file : path.relative(folder, file) || '.';
  };
}

/** Problems as text, each `file:line:col  error  rule: message` and then a hint, sorted by place. What no rule finds has no name. */
export function problemLines(
  problems: readonly Problem[],
  places: FoundPlaces,
  style: Style = PLAIN,
): ReadonlyMap<Problem, string> {
  const all = problems.map((problem) => locateProblem(problem, places));
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

type PlacedProblem = ReturnType<typeof locateProblem>;

/** A problem, with the document or the flag that it is about, and the position there. */
export function locateProblem(problem: Problem, {positions, nameOf}: FoundPlaces) {
  const {location, flag} = problem;
  const source = location ? nameOf(location.uri) : flag === undefined ? '' : `--${flag}`;
  return {problem, source, position: location && (positions.get(location) ?? location.position)};
}

export function positionText({source, position}: Pick<PlacedProblem, 'source' | 'position'>): string {
  return position ? `${source}:${position.line}:${position.column}` : source;
}

function toText({problem, source, position}: PlacedProblem, style: Style): string {
  const {severity, message} = problem;
  const half = MAX_PROBLEM_LENGTH / 2;
  const hintText = hintOf(problem);
  const hint = hintText ? shorten(`    ${printable(hintText)}`, half) : '';
  const place = shorten(printable(positionText({source, position})), half);
  const before = place === '' ? '' : `${style('place', place)}  `;
  const label = ruleLabel(problem);
  const room = MAX_PROBLEM_LENGTH - hint.length - place.length - severity.length - label.length - 5;
  const first = `${before}${style(severity, severity)}${label}${shorten(printable(message), room)}`;
  return `${first}\n${hint === '' ? '' : `${hint}\n`}`;
}

/** The text between the severity of a problem and its message: the rule, if one has found it. */
export function ruleLabel({code}: Problem): string {
  return RULES_BY_CODE.has(code) ? `  ${code}: ` : ': ';
}

function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
