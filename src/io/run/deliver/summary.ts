import type {Problem} from '../../../core/base/problem.ts';
import {counted, reportJson} from '../../../core/base/quote.ts';
import {problemJson} from '../../print/placed-routes.ts';
import {type Places, placeProblems} from '../../print/problems.ts';
import {type TableOutput, tableOfFirst} from '../../print/text-table.ts';
import {RESULTS, type Result, type Results} from './deliver-outputs.ts';

/** The results that are counted, but have no row. */
const WITHOUT_ROW: readonly Result[] = ['unchanged', 'not written', 'skipped'];

/** A table of the descriptions whose output is not as before, those that failed first, and how many have which result. */
export function summaryTable(results: Results, noun: string, output: TableOutput = {}): string {
  const rows = [...results]
    .filter(([, result]) => !WITHOUT_ROW.includes(result))
    .sort(([, a], [, b]) => Number(b === 'failed') - Number(a === 'failed'))
    .map(([{source, shown, text}, result]) => ({cells: [source, text === undefined ? '' : shown, result]}));
  const columns = [
    {title: noun.toUpperCase(), keep: 'both ends'},
    {title: 'OUTPUT', keep: 'both ends'},
    {title: 'RESULT'},
  ] as const;
  return `${tableOfFirst(columns, rows, output)}${totals(results, noun)}\n`;
}

/** A line for each output that was written, as the Redocly plugin prints them. */
export function writtenLines(results: Results): string {
  return [...results]
    .filter(([, result]) => result === 'written')
    .map(([{source, shown}]) => `apigen: ${source}: wrote ${shown}\n`)
    .join('');
}

function totals(results: Results, noun: string): string {
  const parts = countsOf(results).flatMap(([result, count]) => (count === 0 ? [] : [`${count} ${result}`]));
  return `${counted(results.size, noun)}: ${parts.join(', ')}`;
}

function countsOf(results: Results): (readonly [Result, number])[] {
  const all = [...results.values()];
  return RESULTS.map((result) => [result, all.filter((one) => one === result).length]);
}

/** The results and all problems as JSON; `shared` are the problems that concern all descriptions. */
export function summaryJson(results: Results, shared: readonly Problem[], places: Places): string {
  const all = [...shared, ...[...results.keys()].flatMap(({problems}) => problems)];
  const placed = placeProblems(all, places);
  const toJson = (problem: Problem) => problemJson(problem, placed);
  const descriptions = [...results].map(([output, result]) => ({
    ...(output.api === undefined
      ? {description: output.source}
      : {api: output.source, description: places.nameOf(output.uri)}),
    ...(output.text === undefined || output.file === undefined ? {} : {output: output.shown}),
    result,
    ...(output.skipped !== undefined && {reason: output.skipped}),
    objects: output.objects.map(({kind, metadata: {name, namespace}}) => ({kind, name, namespace})),
    ...(result === 'printed' && {manifests: output.objects}),
    problems: output.problems.map(toJson),
  }));
  const problems = shared.map(toJson);
  return reportJson({descriptions, problems, summary: Object.fromEntries(countsOf(results))});
}
