import {hasErrors} from '../../core/base/problem.ts';
import {printProblems} from '../../io/print/report.ts';
import {printDiff} from '../../io/print/style.ts';
import type {PlacedOutput, Result} from '../../io/run/deliver/deliver-outputs.ts';
import {placeOutputs} from '../../io/run/deliver/output-files.ts';
import {summaryJson} from '../../io/run/deliver/summary.ts';
import {generateAll, type RunOutputs} from '../../io/run/generate/generate-all.ts';
import type {RunRequest} from '../../io/run/load/load-description.ts';
import {reportFailure, type Terminal} from '../../io/write/output.ts';
import {unifiedDiff} from '../../io/write/unified-diff.ts';
import {readTextIfThere} from '../../io/write/write-file.ts';
import {diffCluster, numberOf} from './diff-cluster.ts';

/** Compares outputs with their files or with the cluster. Returns the exit code: 0 no difference, 1 a difference, 2 when anything is wrong. */
export async function runDiff(request: RunRequest, terminal: Terminal): Promise<number> {
  const found = await generateAll(request, terminal);
  return request.comparedWith === 'cluster' ? diffCluster(found, terminal) : diffFiles(found, terminal);
}

function diffFiles(found: RunOutputs, terminal: Terminal): number {
  const {shared, run} = found;
  const outputs = placeOutputs(found, terminal.folder);
  const problems = [...shared, ...outputs.flatMap((output) => output.problems)];
  if (!run.json) printProblems(terminal, problems, found);
  if (!run.json && !run.keepGoing && hasErrors(problems)) return 2;
  const out = run.json ? () => undefined : terminal.out;
  const results = new Map(outputs.map((output) => [output, compare(output, {...terminal, out})]));
  const counted = (wanted: Result) => [...results.values()].filter((result) => result === wanted).length;
  const hasFailed = hasErrors(problems) || counted('failed') > 0;
  const different = counted('out of date');
  if (run.json) terminal.out(summaryJson(results, shared, found));
  else if (!hasFailed || run.keepGoing) terminal.error(`${numberOf(different, 'file')} would change\n`);
  if (hasFailed) return 2;
  return different === 0 ? 0 : 1;
}

function compare({file, text, shown, skipped}: PlacedOutput, terminal: Terminal): Result {
  if (file === undefined || text === undefined) return skipped === undefined ? 'failed' : 'skipped';
  try {
    const existing = readTextIfThere(file);
    if (existing === text) return 'unchanged';
    printDiff(terminal, unifiedDiff(shown, existing, text));
    return 'out of date';
  } catch (error) {
    reportFailure(shown, error, terminal);
    return 'failed';
  }
}
