import {hasErrors} from '../../../core/base/problem.ts';
import {printProblems} from '../../print/problems.ts';
import {checkOutput, printOrWrite, type Terminal} from '../../write/output.ts';
import {namesFiles} from '../find/inputs.ts';
import {allProblems, type RunOutputs} from '../generate/generate-all.ts';
import type {WrittenOutput} from '../generate/generate-loaded.ts';

/**
 * Prints, writes or compares outputs, and reports their problems. Returns the exit code, and whether there is nothing to compare the next
 * outputs with.
 */
export async function deliver(runOutputs: RunOutputs<WrittenOutput>, terminal: Terminal) {
  if (runOutputs.run.json || namesFiles(runOutputs.run)) {
    const {deliverMany} = await import('./deliver-many.ts');
    return deliverMany(runOutputs, terminal);
  }
  const status = await deliverOne(runOutputs, terminal);
  return {status, hasFailed: status !== 0};
}

async function deliverOne(runOutputs: RunOutputs<WrittenOutput>, terminal: Terminal): Promise<number> {
  const {outputs, run, noun} = runOutputs;
  const problems = allProblems(runOutputs);
  printProblems(terminal, problems, runOutputs);
  const [{text, documents} = {text: undefined, documents: []}] = outputs;
  if (text === undefined || hasErrors(problems)) return runOutputs.status ?? 1;
  if (run.check !== undefined) return checkOutput(run.check, text, terminal, noun);
  return printOrWrite(run.out, text, documents, terminal, run.watch);
}
