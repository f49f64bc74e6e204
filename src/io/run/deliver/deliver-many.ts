import {hasErrors} from '../../../core/base/problem.ts';
import {printProblems} from '../../print/problems.ts';
import {checkOutput, type Terminal} from '../../write/output.ts';
import type {RunOutputs} from '../generate/generate-all.ts';
import {type PlacedOutput, type Result, type Results, withoutFile, writeOutputs} from './deliver-outputs.ts';
import {placeOutputs} from './output-files.ts';
import {summaryJson, summaryTable, writtenLines} from './summary.ts';

const DELIVERED: readonly Result[] = ['written', 'printed', 'unchanged', 'skipped'];

/**
 * Reports the problems of several outputs, writes them to their files or compares them, and prints a summary. Nothing is written if an
 * output has an error, unless `keepGoing` is set.
 */
export async function deliverMany(
  found: RunOutputs,
  terminal: Terminal,
): Promise<{readonly status: number; readonly hasFailed: boolean}> {
  const {shared, noun, run} = found;
  const {json, check, keepGoing = false} = run;
  const outputs = placeOutputs(found, terminal.folder);
  const problems = [...shared, ...outputs.flatMap((output) => output.problems)];
  const hasFailed = hasErrors(problems);
  if (!json) printProblems(terminal, problems, found);
  let results: Results;
  if (check !== undefined) results = await checkOutputs(outputs, found, terminal);
  else if (keepGoing || !hasFailed) results = writeOutputs(outputs, terminal, keepGoing);
  else
    results = new Map(
      outputs.map((output) => [output, output.text === undefined ? withoutFile(output) : 'not written']),
    );
  if (json) terminal.out(summaryJson(results, shared, found));
  else if (noun === 'API' && outputs.length === 1) terminal.error(writtenLines(results));
  else if (outputs.length > 0)
    terminal.error(summaryTable(results, noun, {...terminal, style: terminal.errorStyle}));
  const isDelivered = [...results.values()].every((result) => DELIVERED.includes(result));
  return {status: isDelivered && !hasErrors(shared) ? 0 : (found.status ?? 1), hasFailed};
}

async function checkOutputs(
  outputs: readonly PlacedOutput[],
  {run, noun}: RunOutputs,
  terminal: Terminal,
): Promise<Results> {
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
