import {hasErrors, type Problem} from '../../../core/base/problem.ts';
import {counted} from '../../../core/base/quote.ts';
import {camelCase, jsonReport} from '../../print/json-report.ts';
import {problemJson} from '../../print/placed-routes.ts';
import {type Places, placeProblems, printProblems} from '../../print/problems.ts';
import {type TableOutput, tableOfFirst} from '../../print/text-table.ts';
import {listedFiles, settleFiles} from '../../write/file-list.ts';
import {checkOutput, type Terminal} from '../../write/output.ts';
import {allProblems, type RunOutputs} from '../generate/generate-all.ts';
import type {WrittenOutput} from '../generate/generate-loaded.ts';
import type {Inputs} from '../load/load-description.ts';
import {
  type PlacedOutput,
  placeOutputs,
  RESULTS,
  type Result,
  type Results,
  withoutFile,
  writeOutputs,
} from './output-files.ts';

const DELIVERED: readonly Result[] = ['written', 'printed', 'unchanged', 'skipped'];

/**
 * Reports the problems of several outputs, writes them to their files or compares them, and prints a summary. Nothing is written if an
 * output has an error, unless `keepGoing` is set.
 */
export async function deliverMany(runOutputs: RunOutputs<WrittenOutput>, terminal: Terminal) {
  const {shared, noun, run} = runOutputs;
  const {json, check, keepGoing = false} = run;
  const outputs = placeOutputs(runOutputs, terminal.folder);
  const listed = listedFiles(runOutputs, outputs);
  const ofRun = [...shared, ...listed.problems];
  const problems = allProblems({shared: ofRun, outputs});
  const hasFailed = hasErrors(problems);
  if (!json) printProblems(terminal, problems, runOutputs);
  let results: Results;
  if (check !== undefined) results = await checkOutputs(outputs, runOutputs, terminal);
  else if (keepGoing || !hasFailed) results = writeOutputs(outputs, terminal, keepGoing);
  else
    results = new Map(
      outputs.map((output) => [output, output.text === undefined ? withoutFile(output) : 'not written']),
    );
  const isDelivered = (result: Result) => DELIVERED.includes(result);
  const isDone = [...results].every(([{text}, result]) => text === undefined || isDelivered(result));
  const isSettled = check !== undefined || !isDone || settleFiles(listed, terminal);
  if (json) terminal.out(summaryJson(results, ofRun, runOutputs));
  else if (noun === 'API' && outputs.length === 1) terminal.error(writtenLines(results));
  else if (outputs.length > 0)
    terminal.error(summaryTable(results, noun, {...terminal, style: terminal.errorStyle}));
  const isWhole = isSettled && [...results.values()].every(isDelivered);
  return {status: isWhole && !hasErrors(ofRun) ? 0 : (runOutputs.status ?? 1), hasFailed};
}

async function checkOutputs(outputs: readonly PlacedOutput[], {run, noun}: Inputs, terminal: Terminal) {
  // The differences are for readers, and standard output is for the JSON.
  const quiet = run.json ? {...terminal, out: () => {}, error: () => {}} : terminal;
  // The configuration says nothing of the files of tests.
  const named = run.tests ? 'description' : noun;
  const results = new Map<PlacedOutput, Result>();
  for (const output of outputs) {
    const {file, text, shown} = output;
    if (file === undefined || text === undefined) results.set(output, withoutFile(output));
    else {
      const status = await checkOutput(file, text, quiet, named, shown);
      results.set(output, status === 0 ? 'unchanged' : 'out of date');
    }
  }
  return results;
}

/** The results that are counted, but have no row. */
const WITHOUT_ROW: readonly Result[] = ['unchanged', 'skipped'];

/** A table of the descriptions whose output is not as before, those that failed first, and how many have which result. */
function summaryTable(results: Results, noun: string, output: TableOutput = {}): string {
  const isPartial = [...results.values()].some((result) => result !== 'not written');
  const rows = [...results]
    .filter(([, result]) => !WITHOUT_ROW.includes(result) && (isPartial || result !== 'not written'))
    .sort(([, a], [, b]) => Number(b === 'failed') - Number(a === 'failed'))
    .map(([{source, shown, text}, result]) => ({cells: [source, text === undefined ? '' : shown, result]}));
  const columns = [noun.toUpperCase(), 'OUTPUT', 'RESULT'].map((title) => ({title}));
  const counts = countsOf(results).flatMap(([result, count]) => (count === 0 ? [] : `${count} ${result}`));
  return `${tableOfFirst(columns, rows, output)}${counted(results.size, noun)}: ${counts.join(', ')}\n`;
}

/** A line for each output that was written, as the Redocly plugin prints them. */
function writtenLines(results: Results): string {
  return [...results]
    .filter(([, result]) => result === 'written')
    .map(([{source, shown}]) => `apigen: ${source}: wrote ${shown}\n`)
    .join('');
}

function countsOf(results: Results): (readonly [Result, number])[] {
  const all = [...results.values()];
  return RESULTS.map((result) => [result, all.filter((one) => one === result).length]);
}

/** The results and all problems as JSON; `shared` are the problems that concern all descriptions. */
function summaryJson(results: Results, shared: readonly Problem[], places: Places): string {
  const all = [...shared, ...[...results.keys()].flatMap(({problems}) => problems)];
  const placed = placeProblems(all, places);
  const toJson = (problem: Problem) => problemJson(problem, placed);
  const descriptions = [...results].map(([output, result]) => ({
    ...(output.api === undefined
      ? {description: output.source}
      : {api: output.source, description: places.nameOf(output.uri)}),
    ...(output.text === undefined || output.file === undefined ? {} : {output: output.shown}),
    result: camelCase(result),
    ...(output.skipped !== undefined && {reason: output.skipped}),
    objects: (output.objects ?? []).map(({kind, metadata: {name, namespace}}) => ({kind, name, namespace})),
    ...(result === 'printed' && {manifests: output.objects}),
    problems: output.problems.map(toJson),
  }));
  const counts = Object.fromEntries(countsOf(results).map(([result, count]) => [camelCase(result), count]));
  return jsonReport({descriptions}, {problems: shared, placed, all}, counts);
}
