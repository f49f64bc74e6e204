import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {MAX_PROBLEMS} from '../../core/base/limits.ts';
import {type Location, type Problem, SEVERITIES} from '../../core/base/problem.ts';
import {counted, withoutUserinfo} from '../../core/base/quote.ts';
import {locate} from '../read/locate.ts';
import {isRemote, STANDARD_INPUT, uriOf} from '../read/source.ts';
import {type FoundPlaces, problemLines} from './problem-lines.ts';
import {PLAIN, type Style} from './style.ts';

/** What is needed to print problems and where they are. */
export interface Places {
  readonly texts: ReadonlyMap<string, Buffer>;
  readonly nameOf: FoundPlaces['nameOf'];
  /** What was read, such as `1 description`: if present, a last line counts the problems unless there is only one. */
  readonly subject?: string;
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
  const lines = problemLines(shown, placeProblems(shown, {texts, nameOf}), style);
  const more = problems.filter((problem) => !shown.includes(problem));
  const all = [...lines.keys(), ...more];
  return [
    ...lines.values(),
    more.length > 0 ? `and ${more.length} more\n` : '',
    subject !== undefined && all.length > 1 ? `${countsOf(all, style)} in ${subject}\n` : '',
  ].join('');
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
