import {hasErrors} from '../../../core/base/problem.ts';
import {printProblems} from '../../print/report.ts';
import type {Terminal} from '../../write/output.ts';
import type {RunOutputs} from '../generate/generate-all.ts';
import {deliverOutputs, isDelivered} from './deliver-outputs.ts';
import {placeOutputs} from './output-files.ts';
import {summaryJson, summaryTable, writtenLines} from './summary.ts';

/**
 * Reports the problems of several outputs, writes them to their files or compares them, and prints a summary. Nothing is written if an
 * output has an error, unless `keepGoing` is set.
 */
export async function deliverMany(
  found: RunOutputs,
  terminal: Terminal,
): Promise<{readonly status: number; readonly hasFailed: boolean}> {
  const {shared, noun, run} = found;
  const outputs = placeOutputs(found, terminal.folder);
  const problems = [...shared, ...outputs.flatMap((output) => output.problems)];
  const hasFailed = hasErrors(problems);
  if (!run.json) printProblems(terminal, problems, found);
  const results = await deliverOutputs(outputs, run, terminal, {
    hasFailed,
    // The configuration says nothing of the files of tests.
    noun: run.tests ? 'description' : noun,
  });
  if (run.json) terminal.out(summaryJson(results, shared, found));
  else if (noun === 'API' && outputs.length === 1) terminal.error(writtenLines(results));
  else if (outputs.length > 0)
    terminal.error(summaryTable(results, noun, {...terminal, style: terminal.errorStyle}));
  return {status: !hasErrors(shared) && isDelivered(results) ? 0 : (found.status ?? 1), hasFailed};
}
