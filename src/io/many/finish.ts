import {hasErrors} from '../../core/problem.ts';
import type {Terminal} from '../write/output.ts';
import {deliverOutputs, isDelivered, type PlacedOutput} from './deliver-outputs.ts';
import type {GeneratedDescriptions} from './generate-descriptions.ts';
import {reportAll} from './report-all.ts';
import {summaryJson, summaryTable, writtenLines} from './summary.ts';

interface Placed extends GeneratedDescriptions {
  readonly outputs: readonly PlacedOutput[];
  /** How to update a file that differs. */
  readonly update: string;
}

interface Finished {
  /** The exit code. */
  readonly status: number;
  /** Whether a problem is an error. */
  readonly hasFailed: boolean;
}

/** Reports what was found in descriptions, delivers their outputs, and prints a summary. */
export async function finish(placed: Placed, terminal: Terminal): Promise<Finished> {
  const {outputs, shared, noun, run} = placed;
  const found = [...shared, ...outputs.flatMap(({problems}) => problems)];
  const hasFailed = hasErrors(found);
  if (!run.json) reportAll(found, placed, terminal);
  const results = await deliverOutputs(outputs, run, terminal, {hasFailed, update: placed.update});
  if (run.json) terminal.out(summaryJson(results, shared, placed));
  else if (noun === 'API' && outputs.length === 1) terminal.error(writtenLines(results));
  else if (outputs.length > 0) terminal.error(summaryTable(results, noun));
  return {status: !hasErrors(shared) && isDelivered(results) ? 0 : 1, hasFailed};
}
