import type {Problem} from '../../core/problem.ts';
import {hintOf} from '../../core/problem.ts';
import {jsonText, printable, withoutUserinfo} from '../../core/quote.ts';
import type {Places} from '../report/report.ts';
import {RESULTS, type Result, type Results} from './deliver-outputs.ts';

/** The most rows of the table. */
const MAX_ROWS = 100;

/** A table of the descriptions whose output is not as before, and how many have which result. */
export function summaryTable(results: Results): string {
  const rows = [...results]
    .filter(([, result]) => result !== 'unchanged' && result !== 'not written')
    .map(([{source, file, text}, result]) => [source, text === undefined ? '–' : file, result]);
  const shown = [['description', 'output', 'result'], ...rows.slice(0, MAX_ROWS)];
  const widths = [0, 1].map((column) => Math.max(...shown.map((row) => (row[column] ?? '').length)));
  const lines = shown.map((row) =>
    printable(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')),
  );
  const more = rows.length > MAX_ROWS ? [`and ${rows.length - MAX_ROWS} more`] : [];
  return `${[...(rows.length > 0 ? lines : []), ...more, totals(results)].join('\n')}\n`;
}

function totals(results: Results): string {
  const counts = countsOf(results);
  const parts = RESULTS.flatMap((result) => (counts[result] === 0 ? [] : [`${counts[result]} ${result}`]));
  return `${results.size} descriptions: ${parts.join(', ')}`;
}

function countsOf(results: Results): Readonly<Record<Result, number>> {
  const count = (result: Result) => [...results.values()].filter((one) => one === result).length;
  return {
    written: count('written'),
    unchanged: count('unchanged'),
    'out of date': count('out of date'),
    'not written': count('not written'),
    failed: count('failed'),
  };
}

/**
 * The results and all problems as JSON, without the user's name and password in addresses.
 *
 * @param shared the problems that concern all descriptions
 */
export function summaryJson(results: Results, shared: readonly Problem[], nameOf: Places['nameOf']): string {
  const descriptions = [...results].map(([{source, file, objects, text, problems}, result]) => ({
    description: source,
    ...(text === undefined ? {} : {output: file}),
    result,
    objects,
    problems: problems.map((problem) => toJson(problem, nameOf)),
  }));
  const problems = shared.map((problem) => toJson(problem, nameOf));
  const shown = (_: string, value: unknown) => (typeof value === 'string' ? withoutUserinfo(value) : value);
  return jsonText({descriptions, problems, summary: countsOf(results)}, shown);
}

function toJson(problem: Problem, nameOf: Places['nameOf']) {
  const {severity, code, message, location, flag} = problem;
  const hint = hintOf(problem);
  return {
    severity,
    code,
    message,
    ...(hint === undefined ? {} : {hint}),
    ...(location === undefined ? {} : {file: nameOf(location.uri), ...location.position}),
    ...(flag === undefined ? {} : {flag}),
  };
}
