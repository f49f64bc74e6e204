import {preflight} from '../checks/preflight.ts';
import type {ScopeOptions} from '../cluster/context.ts';
import {helm, RELEASE} from '../cluster/programs.ts';
import type {NextSteps} from '../cluster/services.ts';
import type {Workload} from '../cluster/workloads.ts';
import {TracerError} from '../errors.ts';
import {milliseconds} from '../options/formats.ts';
import type {InstallRequest} from '../options/install-request.ts';
import type {Changes} from '../plan/changes.ts';
import type {Components} from '../plan/components.ts';
import {type Plan, planLines} from '../plan/plan.ts';
import type {Progress} from '../process/progress.ts';
import {canPrompt, confirm} from '../process/prompt.ts';
import {reasonOf} from '../process/run.ts';
import {withChartArgs} from '../release/chart.ts';
import {helmError, OtherInstallation} from '../release/helm-errors.ts';
import {clearStuck, isStuck} from '../release/release.ts';
import {VALUES_FROM_INPUT} from '../release/values.ts';
import {type Connection, readConnections} from '../report/connections.ts';
import {diagnose} from '../report/diagnosis.ts';
import {waitUntilReady} from './wait.ts';

export interface InstallOptions {
  readonly timeout: string;
  readonly wait: boolean;
  readonly dryRun: boolean;
  readonly deleteData: boolean;
  readonly yes: boolean;
  /** Prints a line for the user, but not with `--json`. */
  readonly say: (line: string) => void;
  /** Prints the plan, which the user must see before the question, also with `--json`. */
  readonly show: (line: string) => void;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** The result of `install`, as `--json` prints it. */
export interface Installation extends NextSteps, Checked {
  readonly changed: boolean;
  readonly context: string;
  readonly server: string;
  readonly namespace: string;
  readonly release: string;
  readonly chart: string;
  readonly components: Components;
  readonly changes: Changes;
  readonly deletedVolumes: readonly string[];
}

async function apply(
  {chart}: InstallRequest,
  {cluster, namespaceExists, release, values}: Plan,
  {progress, signal, timeout}: InstallOptions,
): Promise<void> {
  if (isStuck(release)) {
    await clearStuck(cluster, release, signal);
    progress.done(`removed the record of the interrupted run (${release.status})`);
  }
  progress.running('helm installs release tracer');
  const create = namespaceExists ? [] : ['--create-namespace'];
  const limits = {input: values.input, timeout: milliseconds(timeout), signal};
  const outcome = await withChartArgs(chart, (args) => {
    const upgrade = ['upgrade', '--install', RELEASE, ...args, ...create, '--timeout', timeout];
    return helm(cluster, [...upgrade, ...VALUES_FROM_INPUT], limits);
  });
  if (outcome.timedOut)
    throw new TracerError(`helm did not finish within ${timeout}: the cluster may not be answering`);
  if (outcome.status !== 0)
    throw helmError('helm could not install release tracer', reasonOf(outcome, values.secrets), cluster);
  progress.done('helm installed release tracer');
}

/** The installed workloads and their connections; empty when they were not waited for. */
interface Checked {
  readonly workloads: readonly Workload[];
  readonly connections: readonly Connection[];
}

const NOTHING_CHECKED: Checked = {workloads: [], connections: []};

/** Waits until everything is ready, then shows whether the collector delivers and the server reaches its trace backend. */
async function waitAndCheck(
  {cluster, server}: Plan,
  {progress, signal, timeout}: InstallOptions,
): Promise<Checked> {
  const workloads = await waitUntilReady(cluster, timeout, progress, signal);
  progress.done('everything is ready');
  progress.running('asking the collector and the server about their connections');
  const connections = await readConnections(cluster, workloads, server, signal);
  for (const {healthy, message} of connections) {
    if (healthy) progress.done(message);
    else progress.warn(message);
  }
  return {workloads, connections};
}

/** Adds what the cluster reports about a failure, and how to continue. */
async function withDiagnosis(error: unknown, plan: Plan, progress: Progress): Promise<unknown> {
  progress.stop();
  if (!(error instanceof TracerError) || error instanceof OtherInstallation) return error;
  const details = await diagnose(plan.cluster);
  const hint = `run the same command again to continue, or remove what is installed with \`${plan.nextSteps.uninstall}\``;
  return new TracerError(error.message, error.exitCode, [...details, hint]);
}

/** Asks whether to continue, unless there is `--yes` or no terminal. Throws a `TracerError` when the user declines. */
async function confirmPlan(context: string, {yes, progress, signal}: InstallOptions): Promise<void> {
  if (yes || !canPrompt()) return;
  progress.stop();
  if (!(await confirm(`Install into context ${context}?`, signal)))
    throw new TracerError('nothing was changed');
}

/**
 * Checks everything, prints the plan, asks, installs or upgrades, and waits. Throws a `TracerError` with the cluster's events and logs
 * when something fails; the same command then continues.
 */
export async function install(
  wanted: ScopeOptions,
  request: InstallRequest,
  options: InstallOptions,
): Promise<Installation> {
  const {say, show, progress} = options;
  const plan = await preflight(wanted, request, options);
  for (const line of planLines(plan)) show(line);
  const {context, server, namespace} = plan.cluster;
  const {chart, components, changes, deletedVolumes, nextSteps} = plan;
  const result = {
    ...{context, server, namespace, release: RELEASE, chart, components, changes, deletedVolumes},
    ...nextSteps,
  };
  if (options.dryRun) {
    say('dry run: nothing was changed');
    return {...result, changed: false, ...NOTHING_CHECKED};
  }
  await confirmPlan(context, options);
  try {
    await apply(request, plan, options);
    const {workloads, connections} = options.wait ? await waitAndCheck(plan, options) : NOTHING_CHECKED;
    say(`tracer is installed in namespace ${namespace}${options.wait ? '' : '; it may still be starting'}.`);
    say(`  Connect:    ${nextSteps.portForward}`);
    say(`  Open:       ${nextSteps.url}`);
    say(`  Uninstall:  ${nextSteps.uninstall}`);
    return {...result, changed: true, workloads, connections};
  } catch (error) {
    throw await withDiagnosis(error, plan, progress);
  }
}
