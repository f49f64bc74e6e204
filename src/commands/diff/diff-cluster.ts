import {hasErrors, type Problem} from '../../core/base/problem.ts';
import {counted, reportJson} from '../../core/base/quote.ts';
import {compareOutputs} from '../../io/cluster/compare-outputs.ts';
import {type Compared, differenceJson, differencesText} from '../../io/cluster/differences.ts';
import {placeProblems, problemJson} from '../../io/print/placed-routes.ts';
import {printProblems} from '../../io/print/report.ts';
import {printDiff} from '../../io/print/style.ts';
import {printNote, type RunOutputs} from '../../io/run/generate/generate-all.ts';
import type {Terminal} from '../../io/write/output.ts';

/** Prints the routes that differ from what the API server holds. Returns the exit code: 2 for errors, and when the cluster cannot be read. */
export async function diffCluster(found: RunOutputs, terminal: Terminal): Promise<number> {
  const {problems, notes, compared = []} = await compareOutputs(found);
  if (compared.length > 0) printNote(found, terminal);
  const differences = compared.flatMap((one) => one.differences);
  return printDifferences(differences, [...problems, ...notes], found, terminal);
}

function printDifferences(
  differences: Compared['differences'],
  problems: readonly Problem[],
  found: RunOutputs,
  terminal: Terminal,
): number {
  const hasFailed = hasErrors(problems);
  if (found.run.json) {
    const changes = differences.map(differenceJson);
    const placed = placeProblems(problems, found);
    terminal.out(reportJson({changes, problems: problems.map((problem) => problemJson(problem, placed))}));
  } else {
    printProblems(terminal, problems, found);
    printDiff(terminal, differencesText(differences));
    const compared = `between the cluster and ${comparedOf(found)}`;
    if (!hasFailed || differences.length > 0)
      terminal.error(`${numberOf(differences.length, 'difference')} ${compared}\n`);
  }
  if (hasFailed) return 2;
  return differences.length > 0 ? 1 : 0;
}

function comparedOf({outputs, noun, run}: RunOutputs): string {
  if (run.merge) return `the ${noun}s`;
  const {length} = outputs.filter(({skipped}) => skipped === undefined);
  return length === 1 ? `the ${noun}` : numberOf(length, noun);
}

/** A count in words: `no files`, `1 file`, `2 files`. */
export function numberOf(count: number, noun: string): string {
  return count === 0 ? `no ${noun}s` : counted(count, noun);
}
