import {hasErrors, outputError, type Problem} from '../../core/problem.ts';
import {counted, printable, reportJson} from '../../core/quote.ts';
import type {RouteChange} from '../../core/route-changes.ts';
import {ClusterFailed} from '../../io/cluster/kubectl.ts';
import {placeProblems, problemJson} from '../../io/print/placed-routes.ts';
import {printProblems} from '../../io/print/report.ts';
import {printDiff} from '../../io/print/style.ts';
import type {RunOutputs} from '../../io/run/generate-all.ts';
import {SEPARATE} from '../../io/run/output-files.ts';
import {repeatedObjects} from '../../io/run/repeated-objects.ts';
import type {Terminal} from '../../io/write/output.ts';
import {clusterObjects} from './cluster-objects.ts';
import {driftsOf} from './drifts.ts';
import {foreignPrefixes} from './foreign-prefixes.ts';

/** Prints the routes that differ from what the API server holds. Returns the exit code: 2 for errors, and when the cluster cannot be read. */
export async function diffCluster(found: RunOutputs, terminal: Terminal): Promise<number> {
  const outputs = found.outputs.filter(({skipped}) => skipped === undefined);
  const problems = [
    ...found.shared,
    ...outputs.flatMap((output) => output.problems),
    ...repeatedObjects(outputs, SEPARATE),
  ];
  if (hasErrors(problems)) return printDifferences([], problems, found, terminal);
  try {
    const cluster = await clusterObjects(outputs.flatMap(({objects}) => objects));
    const differences = outputs.flatMap(({objects, places = new Map(), source}) =>
      driftsOf(objects, places, cluster).map(({location, ...change}) => ({
        ...change,
        source,
        place: location ? `${found.nameOf(location.uri)}:${location.position?.line}` : source,
      })),
    );
    const taken = await foreignPrefixes(outputs);
    return printDifferences(differences, [...problems, ...taken], found, terminal);
  } catch (error) {
    if (!(error instanceof ClusterFailed)) throw error;
    return printDifferences([], [...problems, outputError(error.message, error.hint)], found, terminal);
  }
}

interface Difference extends RouteChange {
  readonly source: string;
  /** `openapi.yaml:12`; the description alone where the route is only in the cluster. */
  readonly place: string;
}

function printDifferences(
  differences: readonly Difference[],
  problems: readonly Problem[],
  found: RunOutputs,
  terminal: Terminal,
): number {
  const hasFailed = hasErrors(problems);
  if (found.run.json) {
    const changes = differences.map(({source, ...change}) => ({...change, change: changeOf(change)}));
    const placed = placeProblems(problems, found);
    terminal.out(reportJson({changes, problems: problems.map((problem) => problemJson(problem, placed))}));
  } else {
    printProblems(terminal, problems, found);
    const lines = differences.flatMap(linesOf).map((line) => `${printable(line)}\n`);
    printDiff(terminal, lines.join(''));
    const compared = `between the cluster and ${comparedOf(found)}`;
    if (!hasFailed) terminal.error(`${numberOf(differences.length, 'difference')} ${compared}\n`);
  }
  if (hasFailed) return 2;
  return differences.length > 0 ? 1 : 0;
}

/** A difference in the form of `git diff`, below the name of its description where that is another one than before. */
function linesOf(
  {source, place, route, before, after}: Difference,
  index: number,
  all: readonly Difference[],
) {
  const head = all[index - 1]?.source === source ? [] : ['--- cluster', `+++ ${source}`];
  const removed = before === undefined ? [] : [`-${before}`];
  const added = after === undefined ? [] : [`+${after}`];
  return [...head, `@@ ${place} @@ ${route}`, ...removed, ...added];
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

/** What applying the description would do. */
function changeOf({before, after}: RouteChange): string {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}
