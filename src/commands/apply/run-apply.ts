import {constants} from 'node:os';
import {clusterNote, hasErrors, inputError} from '../../core/base/problem.ts';
import {counted} from '../../core/base/quote.ts';
import {absentServiceProblems} from '../../io/cluster/absent-services.ts';
import {apiServer} from '../../io/cluster/api-server.ts';
import {compareOutputs, differencesText} from '../../io/cluster/differences.ts';
import {currentContext, kubectlRecord, orFailed} from '../../io/cluster/kubectl.ts';
import {awaitPolicies} from '../../io/cluster/policy-status.ts';
import {printProblems} from '../../io/print/problems.ts';
import {printDiff} from '../../io/print/style.ts';
import {generateAll, printNote, type RunOutputs} from '../../io/run/generate/generate-all.ts';
import type {Terminal} from '../../io/write/output.ts';
import {type ApisArguments, readApisArguments} from '../arguments/apis-arguments.ts';
import type {ReadLine} from '../arguments/arguments.ts';
import {type CommandFlag, FILE_FLAGS, flagsLike, MESH_FLAGS, switchFlag} from '../arguments/flags.ts';
import {canAsk, confirm, isInterrupted, processTerminal} from '../process-terminal.ts';
import {type ApplyResult, eventsOf, isDone, resultJson, resultTable} from './apply-result.ts';
import {type ApplyChoices, carryOut, type Outcome} from './carry-out.ts';

export const APPLY_FLAGS: readonly CommandFlag[] = [
  ...flagsLike(
    MESH_FLAGS.filter(({key}) => !FILE_FLAGS.includes(key)),
    {
      in: {
        summary:
          'OpenAPI description: a file, an http(s) URL, or - for standard input; several, or a glob pattern',
      },
      config: {summary: 'Apply the output of every API in this file'},
      context: {needs: []},
      kubeconfig: {needs: []},
      'keep-going': {summary: 'Apply the descriptions without an error although others have one, and exit 1'},
      json: {
        excludes: [],
        summary: 'Print differences, results and problems as JSON; needs --yes or --dry-run',
      },
    },
  ),
  switchFlag('yes', 'output', 'Apply without a question', {char: 'y'}),
  switchFlag('prune', 'output', 'Delete what the description had and has no longer; the default', {
    isNegatable: true,
  }),
  switchFlag('dry-run', 'output', 'Let the API server check the objects, and change nothing'),
  switchFlag('force-conflicts', 'output', 'Take over fields that another tool or a person has set'),
];

/** Its arguments are read before oclif is loaded. */
export const APPLY_COMMAND = {name: 'apply', flags: APPLY_FLAGS};

/** Returns the exit code: 2 for a wrong command line. */
export async function runApplyArguments(line: ReadLine): Promise<number> {
  const read = await readApisArguments(line, APPLY_COMMAND, processTerminal);
  return read ? changeCluster(read) : 2;
}

/**
 * Changes the cluster of kubectl's current context to what is `intended` of the outputs, by default all of them, after showing how they
 * differ and asking.
 *
 * @returns the exit code: 0 done or nothing to change, 1 when something failed or the answer was no, 2 when nobody could be asked, 130
 *   after Ctrl-C
 */
export async function changeCluster(
  {input, values}: ApisArguments,
  intended = (generated: RunOutputs) => generated,
): Promise<number> {
  apiServer.start();
  const generated = intended(await generateAll({...input, comparedWith: 'cluster'}, processTerminal));
  const {json} = input;
  const terminal = json ? {...processTerminal, out: () => {}, error: () => {}} : processTerminal;
  const choices = {
    yes: values.yes === true,
    prune: values.prune !== false,
    dryRun: values['dry-run'] === true,
    forceConflicts: values['force-conflicts'] === true,
    confirm: canAsk() && !json ? confirm : undefined,
  };
  const result = await apply(generated, choices, terminal);
  if (result.isCarriedOut && !choices.dryRun) {
    // The routes are applied without Events, too.
    const failed = await orFailed(kubectlRecord(eventsOf(result.outcomes, generated)));
    if (failed)
      printProblems(terminal, [clusterNote(`no Events for the Services: ${failed.message}`, failed.hint)]);
  }
  if (json) processTerminal.out(resultJson(result, choices.dryRun, generated));
  return result.status;
}

async function apply(generated: RunOutputs, choices: ApplyChoices, terminal: Terminal): Promise<ApplyResult> {
  const [{compared, ...before}, absent] = await Promise.all([
    compareOutputs(generated, choices.prune),
    absentServiceProblems(generated.outputs),
  ]);
  // A person may take long to answer.
  apiServer.end();
  const problems = [...before.problems, ...(compared ? absent : []), ...before.notes];
  printProblems(terminal, problems, generated);
  if (compared === undefined) return {status: generated.status ?? 1, context: '', outcomes: [], problems};
  printNote(generated, terminal);
  const outcomes = compared.map((one) => ({...one, done: new Set<object>(), problems: []}));
  // It is not printed where nothing is to change.
  const isNamed = generated.run.json || outcomes.some(isToChange);
  const context = isNamed ? await currentContext() : '';
  return askAndCarryOut({context, outcomes, problems}, choices, terminal);
}

function isToChange({changed, left}: Outcome): boolean {
  return changed.length + left.length > 0;
}

async function askAndCarryOut(
  intended: Omit<ApplyResult, 'status'>,
  choices: ApplyChoices,
  terminal: Terminal,
): Promise<ApplyResult> {
  const {context, outcomes, problems} = intended;
  const failed = hasErrors(problems) ? 1 : 0;
  if (!outcomes.some(isToChange)) {
    const same = outcomes.every(isDone) ? 'nothing to change\n' : resultTable(outcomes, false, terminal);
    terminal.error(same);
    const unprotected = await reportPolicies(outcomes, choices, terminal);
    return {
      ...intended,
      problems: [...problems, ...unprotected],
      status: unprotected.length > 0 ? 1 : failed,
      isCarriedOut: true,
    };
  }
  if (context) terminal.error(`context: ${context}\n`);
  printDiff(terminal, differencesText(outcomes.flatMap(({differences}) => differences)));
  const refusal = choices.yes || choices.dryRun ? undefined : await ask(intended, choices, terminal);
  if (refusal !== undefined) return {...intended, ...refusal, problems: [...problems, ...refusal.problems]};
  const {signal, stop} = interruption();
  const done = await carryOut(outcomes, choices, signal);
  stop();
  printProblems(
    terminal,
    done.flatMap((outcome) => outcome.problems),
  );
  terminal.error(resultTable(done, choices.dryRun, {...terminal, style: terminal.errorStyle}));
  if (signal.aborted) terminal.error('apigen: interrupted; run the same command again to go on\n');
  const unprotected = signal.aborted ? [] : await reportPolicies(done, choices, terminal);
  const isWhole = done.every(isDone) && unprotected.length === 0;
  const status = signal.aborted ? Number(signal.reason) : isWhole ? failed : 1;
  return {...intended, outcomes: done, problems: [...problems, ...unprotected], status, isCarriedOut: true};
}

/** Waits until the policies of outputs that were applied are in effect, and prints those that are not. */
async function reportPolicies(outcomes: readonly Outcome[], {dryRun}: ApplyChoices, terminal: Terminal) {
  const applied = dryRun
    ? []
    : outcomes.filter((outcome) => outcome.output.text !== undefined && isDone(outcome));
  const problems = await awaitPolicies(
    applied.map(({output}) => output),
    (text) => terminal.error(text),
  );
  printProblems(terminal, problems);
  return problems;
}

const NOBODY = inputError('nothing changed: nobody can be asked', 'add `--yes`, or `--dry-run`');

/** Asks whether to go on; returns how the run ends if not. */
async function ask(
  {context, outcomes}: Pick<ApplyResult, 'context' | 'outcomes'>,
  {confirm}: ApplyChoices,
  terminal: Terminal,
): Promise<Pick<ApplyResult, 'status' | 'problems'> | undefined> {
  if (confirm === undefined) {
    printProblems(terminal, [NOBODY]);
    return {status: 2, problems: [NOBODY]};
  }
  const [changed, left] = [outcomes.flatMap((one) => one.changed), outcomes.flatMap((one) => one.left)];
  const parts = [
    ...(changed.length > 0 ? [`apply ${counted(changed.length, 'object')}`] : []),
    ...(left.length > 0 ? [`delete ${counted(left.length, 'object')}`] : []),
  ].join(' and ');
  const question = `${parts.charAt(0).toUpperCase()}${parts.slice(1)}${context && ` in ${context}`}?`;
  try {
    if (await confirm(question)) return undefined;
    terminal.error('apigen: nothing changed\n');
    return {status: 1, problems: []};
  } catch (error) {
    if (!isInterrupted(error)) throw error;
    terminal.error('apigen: interrupted, nothing changed\n');
    return {status: 128 + constants.signals.SIGINT, problems: []};
  }
}

/** A signal that is aborted by Ctrl-C, and when the process is to end; its reason is the exit code. */
function interruption() {
  const controller = new AbortController();
  const stop = (signal: 'SIGINT' | 'SIGTERM') => controller.abort(128 + constants.signals[signal]);
  process.on('SIGINT', stop).on('SIGTERM', stop);
  return {signal: controller.signal, stop: () => process.off('SIGINT', stop).off('SIGTERM', stop)};
}
