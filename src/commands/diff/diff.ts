import {hasErrors, inputError} from '../../core/base/problem.ts';
import {counted} from '../../core/base/quote.ts';
import {anyText, oneOf} from '../../core/settings/types/index.ts';
import {apiServer} from '../../io/cluster/api-server.ts';
import {
  type ComparedOutputs,
  compareOutputs,
  differenceJson,
  differencesText,
} from '../../io/cluster/differences.ts';
import {jsonReport} from '../../io/print/json-report.ts';
import {placeProblems, printProblems} from '../../io/print/problems.ts';
import {printDiff} from '../../io/print/style.ts';
import {generateAll, printNote, type RunOutputs} from '../../io/run/generate/generate-all.ts';
import {isStandardOutput} from '../../io/write/output.ts';
import {notAFolder} from '../arguments/apis-arguments.ts';
import {type CommandFlag, flagsLike, MESH_FLAGS, switchFlag} from '../arguments/flags.ts';
import {checkedCommand} from '../checked-command.ts';
import {processTerminal} from '../process-terminal.ts';
import {compareBefore} from './before.ts';

const DIFF_FLAGS: readonly CommandFlag[] = [
  ...flagsLike(
    MESH_FLAGS.filter(({key}) => !['check', 'watch', 'prune-files'].includes(key)),
    {
      in: {
        summary:
          'OpenAPI description: a file, an http(s) URL, or - for standard input; several, or a glob pattern, with a folder, --merge or --cluster',
      },
      config: {summary: 'Compare the output of every API in this file'},
      out: {summary: 'Compare with this file, or with <service>.yaml in this folder'},
      'keep-going': {
        summary: 'Compare the descriptions without an error although others have one, and exit 2',
      },
      json: {excludes: [], summary: 'Print differences and problems as JSON'},
      context: {needs: ['cluster', 'from-services']},
      kubeconfig: {needs: ['cluster', 'from-services']},
    },
  ),
  switchFlag('cluster', 'output', "Compare with the cluster of kubectl's current context, by route", {
    excludes: ['out', 'from'],
  }),
  {
    key: 'from',
    type: anyText('file|revision'),
    heading: 'output',
    excludes: ['out', 'from-services'],
    summary: 'Compare with this earlier description, or with the descriptions at this revision of Git',
    example: 'main',
  },
  {
    key: 'fail-on',
    type: oneOf(['opened']),
    heading: 'output',
    summary: 'Exit 1 only where somebody may call a route who might not before, with `security.enforce`',
    example: 'opened',
  },
];

const NOTHING_TO_COMPARE = inputError(
  'nothing to compare with',
  'name the file or the folder with `-o`, an earlier description or a revision with `--from`, or add `--cluster`',
);

export default class Diff extends checkedCommand(DIFF_FLAGS, {
  summary: 'Show what writing the output, or applying it to the cluster, would change',
  description: ['All is compared by route. Nothing is written or applied.'],
  examples: [
    '-i openapi.yaml -o mesh/petstore.yaml',
    "-i 'services/*/openapi.yaml' -o mesh/",
    '-i openapi.yaml --cluster',
    '--from old.yaml new.yaml',
    "--from origin/main 'services/*/openapi.yaml'",
    '--config redocly.yaml',
  ],
}) {
  override run(): Promise<void> {
    const {given} = this.line;
    return this.withApis(
      async ({input, values: {cluster, from, 'fail-on': failOn}}) => {
        const run = {...input, comparedWith: cluster ? 'cluster' : 'files'} as const;
        if (cluster) apiServer.start();
        const runOutputs = await generateAll(run, processTerminal);
        const compared = await (cluster
          ? compareOutputs(runOutputs)
          : compareBefore(runOutputs, from, processTerminal));
        apiServer.end();
        if (cluster && compared.compared) printNote(runOutputs, processTerminal);
        return printCompared(
          runOutputs,
          String(cluster ? 'the cluster' : (from ?? input.out ?? 'the files')),
          compared,
          failOn !== undefined,
        );
      },
      (run) => {
        const isPrinted = run.out === undefined || isStandardOutput(run.out);
        const isCompared = !isPrinted || ['config', 'cluster', 'from'].some((flag) => flag in given);
        return isCompared ? notAFolder(run, 'out') : [NOTHING_TO_COMPARE];
      },
    );
  }
}

/** Prints the routes that differ from what is called `side`; returns the exit code. */
function printCompared(
  runOutputs: RunOutputs,
  side: string,
  {compared = [], ...wrong}: ComparedOutputs,
  failsOnOpened: boolean,
): 0 | 1 | 2 {
  const terminal = processTerminal;
  const problems = [...wrong.problems, ...wrong.notes];
  const differences = compared.flatMap((one) => one.differences);
  const hasFailed = hasErrors(problems);
  if (runOutputs.run.json) {
    const placed = placeProblems(problems, runOutputs);
    const changes = differences.map(differenceJson);
    terminal.out(jsonReport({changes}, {problems, placed}));
  } else {
    printProblems(terminal, problems, runOutputs);
    printDiff(terminal, differencesText(differences, side.replace(/^the /, '')));
    const {length} = differences;
    const sides = `between ${side} and ${comparedOf(runOutputs)}`;
    if (!hasFailed || length > 0) terminal.error(`${numberOf(length, 'difference')} ${sides}\n`);
  }
  if (hasFailed) return 2;
  return differences.some(({isOpened}) => isOpened || !failsOnOpened) ? 1 : 0;
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
