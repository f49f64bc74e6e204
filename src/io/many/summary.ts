import type {Location, Position, Problem} from '../../core/problem.ts';
import {hintOf} from '../../core/problem.ts';
import {reportJson} from '../../core/quote.ts';
import {locate} from '../positions/locate.ts';
import type {Places} from '../report/report.ts';
import {textTable} from '../routes/text-table.ts';
import {RESULTS, type Result, type Results} from './deliver-outputs.ts';

/** The most rows of the table. */
const MAX_ROWS = 100;

/** The results that are counted, but have no row. */
const WITHOUT_ROW: readonly Result[] = ['unchanged', 'not written', 'skipped'];

/**
 * A table of the descriptions whose output is not as before, those that failed first, and how many have which result.
 *
 * @param noun what the descriptions are called
 */
export function summaryTable(results: Results, noun: string): string {
  const rows = [...results]
    .filter(([, result]) => !WITHOUT_ROW.includes(result))
    .sort(([, a], [, b]) => Number(b === 'failed') - Number(a === 'failed'))
    .map(([{api, source, shown, text}, result]) => [api ?? source, text === undefined ? '–' : shown, result]);
  const columns = [noun, 'output', 'result'].map((title) => ({title}));
  const shown = rows.slice(0, MAX_ROWS).map((cells) => ({cells}));
  const table = rows.length > 0 ? textTable(columns, shown) : '';
  const more = rows.length > MAX_ROWS ? `and ${rows.length - MAX_ROWS} more\n` : '';
  return `${table}${more}${totals(results, noun)}\n`;
}

/** A line for each output that was written, as the Redocly plugin prints them. */
export function writtenLines(results: Results): string {
  return [...results]
    .filter(([, result]) => result === 'written')
    .map(([{api, shown}]) => `apigen: ${api}: wrote ${shown}\n`)
    .join('');
}

function totals(results: Results, noun: string): string {
  const counts = countsOf(results);
  const parts = RESULTS.flatMap((result) => (counts[result] === 0 ? [] : [`${counts[result]} ${result}`]));
  return `${results.size} ${noun}${results.size === 1 ? '' : 's'}: ${parts.join(', ')}`;
}

function countsOf(results: Results): Readonly<Record<Result, number>> {
  const count = (result: Result) => [...results.values()].filter((one) => one === result).length;
  return {
    written: count('written'),
    unchanged: count('unchanged'),
    'out of date': count('out of date'),
    'not written': count('not written'),
    skipped: count('skipped'),
    failed: count('failed'),
  };
}

/**
 * The results and all problems as JSON, without the user's name and password in addresses.
 *
 * @param shared the problems that concern all descriptions
 */
export function summaryJson(results: Results, shared: readonly Problem[], places: Places): string {
  const all = [...shared, ...[...results.keys()].flatMap(({problems}) => problems)];
  const toJson = problemToJson(all, places);
  const descriptions = [...results].map(([output, result]) => ({
    ...(output.api !== undefined && {api: output.api}),
    description: output.source,
    ...(output.text === undefined ? {} : {output: output.shown}),
    result,
    ...(output.skipped !== undefined && {reason: output.skipped}),
    objects: output.objects,
    problems: output.problems.map(toJson),
  }));
  const problems = shared.map(toJson);
  return reportJson({descriptions, problems, summary: countsOf(results)});
}

/** Gives each of some problems as JSON, with its place. */
export function problemToJson(
  problems: readonly Problem[],
  {texts, nameOf}: Places,
): (problem: Problem) => object {
  const positions = locate(
    problems.flatMap(({location}) => location ?? []),
    texts,
  );
  return (problem) => problemJson(problem, positions, nameOf);
}

function problemJson(problem: Problem, positions: ReadonlyMap<Location, Position>, nameOf: Places['nameOf']) {
  const {severity, code, message, location, flag} = problem;
  const hint = hintOf(problem);
  return {
    severity,
    code,
    message,
    ...(hint === undefined ? {} : {hint}),
    ...(location === undefined ? {} : {file: nameOf(location.uri), ...positions.get(location)}),
    ...(flag === undefined ? {} : {flag}),
  };
}
