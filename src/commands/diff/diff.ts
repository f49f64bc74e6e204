import {hasErrors, inputError} from '../../core/base/problem.ts';
import {counted, reportJson} from '../../core/base/quote.ts';
import {compareOutputs, differenceJson, differencesText} from '../../io/cluster/differences.ts';
import {problemJson} from '../../io/print/placed-routes.ts';
import {placeProblems, printProblems} from '../../io/print/problems.ts';
import {printDiff} from '../../io/print/style.ts';
import {summaryJson} from '../../io/run/deliver/deliver-many.ts';
import {type PlacedOutput, placeOutputs, type Result} from '../../io/run/deliver/output-files.ts';
import {generateAll, printNote, type RunOutputs} from '../../io/run/generate/generate-all.ts';
import {listedFiles} from '../../io/write/file-list.ts';
import {reportFailure, type Terminal} from '../../io/write/output.ts';
import {unifiedDiff} from '../../io/write/unified-diff.ts';
import {readTextIfThere} from '../../io/write/write-file.ts';
import {notAFolder} from '../arguments/apis-arguments.ts';
import {type CommandFlag, flagsLike, MESH_FLAGS, switchFlag} from '../arguments/flags.ts';
import {checkedCommand} from '../checked-command.ts';
import {processTerminal} from '../process-terminal.ts';

const DIFF_FLAGS: readonly CommandFlag[] = [
  ...flagsLike(
    MESH_FLAGS.filter(({key}) => !['check', 'watch', 'prune-files'].includes(key)),
    {
      in: {
        summary:
          'OpenAPI description: a file, an http(s) URL, or - for standard input; several, or a glob pattern, with a folder, --merge or --cluster',
      },
      config: {summary: 'Compare the output of every API in this file'},
      out: {excludes: [], summary: 'Compare with this file, or with <service>.yaml in this folder'},
      'keep-going': {
        summary: 'Compare the descriptions without an error although others have one, and exit 2',
      },
      json: {excludes: [], summary: 'Print differences and problems as JSON'},
      context: {needs: ['cluster', 'from-services']},
      kubeconfig: {needs: ['cluster', 'from-services']},
    },
  ),
  switchFlag('cluster', 'output', "Compare with the cluster of kubectl's current context, by route", {
    excludes: ['out'],
  }),
];

const NOTHING_TO_COMPARE = inputError(
  'nothing to compare with',
  'name the file or the folder with `-o`, or add `--cluster`',
);

export default class Diff extends checkedCommand(DIFF_FLAGS, {
  summary: 'Show what writing the output, or applying it to the cluster, would change',
  description: [
    'Files are compared in the form of `git diff`, a cluster by route. Nothing is written or applied.',
  ],
  examples: [
    '-i openapi.yaml -o mesh/petstore.yaml',
    "-i 'services/*/openapi.yaml' -o mesh/",
    '-i openapi.yaml --cluster',
    '--config redocly.yaml',
  ],
}) {
  override run(): Promise<void> {
    const {given} = this.line;
    return this.withApis(
      async ({input, values: {cluster}}) => {
        const comparedWith = cluster ? 'cluster' : 'files';
        const found = await generateAll({...input, comparedWith}, processTerminal);
        return cluster ? diffCluster(found, processTerminal) : diffFiles(found, processTerminal);
      },
      (run) => {
        const isCompared = run.config !== undefined || run.out !== undefined || 'cluster' in given;
        return isCompared ? notAFolder(run, 'out') : [NOTHING_TO_COMPARE];
      },
    );
  }
}

/** Prints the routes that differ from what the API server holds. */
async function diffCluster(found: RunOutputs, terminal: Terminal): Promise<number> {
  const {compared = [], ...wrong} = await compareOutputs(found);
  if (compared.length > 0) printNote(found, terminal);
  const differences = compared.flatMap((one) => one.differences);
  const problems = [...wrong.problems, ...wrong.notes];
  const hasFailed = hasErrors(problems);
  if (found.run.json) {
    const placed = placeProblems(problems, found);
    const changes = differences.map(differenceJson);
    terminal.out(reportJson({changes, problems: problems.map((problem) => problemJson(problem, placed))}));
  } else {
    printProblems(terminal, problems, found);
    printDiff(terminal, differencesText(differences));
    const sides = `between the cluster and ${comparedOf(found)}`;
    if (!hasFailed || differences.length > 0)
      terminal.error(`${numberOf(differences.length, 'difference')} ${sides}\n`);
  }
  return statusOf(hasFailed, differences.length);
}

/** The exit code: 0 no difference, 1 a difference, 2 when anything is wrong. */
function statusOf(hasFailed: boolean, differences: number): number {
  if (hasFailed) return 2;
  return differences > 0 ? 1 : 0;
}

function comparedOf({outputs, noun, run}: RunOutputs): string {
  if (run.merge) return `the ${noun}s`;
  const {length} = outputs.filter(({skipped}) => skipped === undefined);
  return length === 1 ? `the ${noun}` : numberOf(length, noun);
}

/** A count in words: `no files`, `1 file`, `2 files`. */
function numberOf(count: number, noun: string): string {
  return count === 0 ? `no ${noun}s` : counted(count, noun);
}

function diffFiles(found: RunOutputs, terminal: Terminal): number {
  const {run} = found;
  const outputs = placeOutputs(found, terminal.folder);
  const shared = [...found.shared, ...listedFiles(found, outputs).problems];
  const problems = [...shared, ...outputs.flatMap((output) => output.problems)];
  if (!run.json) printProblems(terminal, problems, found);
  if (!run.json && !run.keepGoing && hasErrors(problems)) return 2;
  const out = run.json ? () => undefined : terminal.out;
  const results = new Map(outputs.map((output) => [output, compare(output, {...terminal, out})]));
  const countOf = (wanted: Result) => [...results.values()].filter((result) => result === wanted).length;
  const hasFailed = hasErrors(problems) || countOf('failed') > 0;
  const different = countOf('out of date');
  if (run.json) terminal.out(summaryJson(results, shared, found));
  else if (!hasFailed || run.keepGoing) terminal.error(`${numberOf(different, 'file')} would change\n`);
  return statusOf(hasFailed, different);
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
