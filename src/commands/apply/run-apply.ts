import {constants} from 'node:os';
import {clusterNote, hasErrors, inputError, outputError, type Problem} from '../../core/problem.ts';
import {counted} from '../../core/quote.ts';
import {type ClusterObjects, clusterObjects, withReadableKinds} from '../../io/cluster/cluster-objects.ts';
import {compare, differencesText} from '../../io/cluster/differences.ts';
import {ClusterFailed, currentContext, kubectlRecord} from '../../io/cluster/kubectl.ts';
import {type Places, printProblems} from '../../io/print/report.ts';
import {printDiff} from '../../io/print/style.ts';
import type {RunOutputs} from '../../io/run/generate-all.ts';
import {SEPARATE} from '../../io/run/output-files.ts';
import {repeatedObjects} from '../../io/run/repeated-objects.ts';
import type {Terminal} from '../../io/write/output.ts';
import {isInterrupted} from '../confirm.ts';
import {type ApplyResult, isDone, resultJson, resultTable} from './apply-result.ts';
import {type ApplyChoices, carryOut, type Outcome} from './carry-out.ts';
import {eventsOf} from './events.ts';

/** Asks whether to go on; absent where nobody can be asked. */
type Confirm = (message: string) => Promise<boolean>;

/**
 * Applies generated outputs to the cluster of kubectl's current context, after showing how they differ and asking.
 *
 * @returns the exit code: 0 done or nothing to change, 1 when something failed or the answer was no, 2 when nobody could be asked, 130
 *   after Ctrl-C
 */
export async function runApply(
  found: RunOutputs,
  choices: ApplyChoices,
  terminal: Terminal,
  confirm: Confirm | undefined,
): Promise<number> {
  const {json} = found.run;
  const quiet = json ? {...terminal, out: () => undefined, error: () => undefined} : terminal;
  const result = await apply(found, choices, quiet, json ? undefined : confirm);
  if (result.isCarriedOut && !choices.dryRun) await recordEvents(result.outcomes, found, quiet);
  if (json) terminal.out(resultJson(result, found));
  return result.status;
}

async function apply(
  found: RunOutputs,
  choices: ApplyChoices,
  terminal: Terminal,
  confirm: Confirm | undefined,
): Promise<ApplyResult> {
  const {keepGoing = false, fromServices = false} = found.run;
  const generated = found.outputs.filter(({skipped}) => skipped === undefined);
  const outputs = keepGoing || fromServices ? await withReadableKinds(generated) : generated;
  const shared = [...found.shared, ...repeatedObjects(outputs, SEPARATE)];
  const problems = [...shared, ...outputs.flatMap((output) => output.problems)];
  const refused = (all: readonly Problem[], status: number): ApplyResult => {
    printProblems(terminal, all, found);
    return {status, context: '', outcomes: [], problems: all};
  };
  if (hasErrors(keepGoing || fromServices ? shared : problems)) return refused(problems, found.status ?? 1);
  let cluster: ClusterObjects;
  try {
    cluster = await clusterObjects(outputs);
  } catch (error) {
    if (!(error instanceof ClusterFailed)) throw error;
    return refused([...problems, outputError(error.message, error.hint)], 1);
  }
  const {find, left, notes} = cluster;
  const shown = {find, left: choices.prune ? left : () => []};
  const planned = outputs.map((output) => ({
    ...compare(output, shown, found),
    ...{output, applied: [], deleted: [], problems: []},
  }));
  printProblems(terminal, [...problems, ...notes], found);
  const plan = {context: await currentContext(), outcomes: planned, problems: [...problems, ...notes]};
  return askAndCarryOut(plan, choices, terminal, confirm);
}

async function askAndCarryOut(
  plan: Omit<ApplyResult, 'status'>,
  choices: ApplyChoices,
  terminal: Terminal,
  confirm: Confirm | undefined,
): Promise<ApplyResult> {
  const {context, outcomes, problems} = plan;
  const failed = hasErrors(problems) ? 1 : 0;
  if (outcomes.every(({changed, left}) => changed.length + left.length === 0)) {
    const same = outcomes.every(isDone) ? 'nothing to change\n' : resultTable(outcomes, false, terminal);
    terminal.error(same);
    return {...plan, status: failed, isCarriedOut: true};
  }
  if (context) terminal.error(`context: ${context}\n`);
  printDiff(terminal, differencesText(outcomes.flatMap(({differences}) => differences)));
  const refusal = choices.yes || choices.dryRun ? undefined : await ask(plan, terminal, confirm);
  if (refusal !== undefined) return {...plan, ...refusal, problems: [...problems, ...refusal.problems]};
  const {signal, stop} = interruption();
  const done = await carryOut(outcomes, choices, signal);
  stop();
  printProblems(
    terminal,
    done.flatMap((outcome) => outcome.problems),
  );
  terminal.error(resultTable(done, choices.dryRun, {...terminal, style: terminal.errorStyle}));
  if (signal.aborted) terminal.error('apigen: interrupted; run the same command again to go on\n');
  const status = signal.aborted ? Number(signal.reason) : done.every(isDone) ? failed : 1;
  return {...plan, outcomes: done, status, isCarriedOut: true};
}

/** The routes are applied without Events, too. */
async function recordEvents(outcomes: readonly Outcome[], places: Places, terminal: Terminal): Promise<void> {
  try {
    await kubectlRecord(eventsOf(outcomes, places));
  } catch (error) {
    if (!(error instanceof ClusterFailed)) throw error;
    printProblems(terminal, [clusterNote(`no Events for the Services: ${error.message}`, error.hint)]);
  }
}

const NOBODY = inputError('nothing applied: nobody can be asked', 'add `--yes`, or `--dry-run`');

/** Asks whether to go on; returns how the run ends if not. */
async function ask(
  {context, outcomes}: Pick<ApplyResult, 'context' | 'outcomes'>,
  terminal: Terminal,
  confirm: Confirm | undefined,
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
    terminal.error('apigen: nothing applied\n');
    return {status: 1, problems: []};
  } catch (error) {
    if (!isInterrupted(error)) throw error;
    terminal.error('apigen: interrupted, nothing applied\n');
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
