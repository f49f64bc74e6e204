import {advised} from './advice.ts';
import type {Order} from './arguments.ts';
import {canAsk, confirm} from './ask.ts';
import {runMark} from './at-work.ts';
import {withInstallArgs} from './chart.ts';
import {milliseconds} from './checks.ts';
import {helm, RELEASE} from './cluster.ts';
import type {Wanted} from './context.ts';
import {diagnose} from './diagnosis.ts';
import type {HelmValues} from './helm-values.ts';
import type {LastLines} from './last-lines.ts';
import {type Findings, planLines} from './plan.ts';
import {preflight} from './preflight.ts';
import {complaint} from './program.ts';
import type {Progress} from './progress.ts';
import {clearStuck, isStuck} from './release.ts';
import {text} from './texts.ts';
import {type ToldTargets, toldTargets} from './told-targets.ts';
import {TracerError} from './tracer-error.ts';
import {waitUntilReady} from './wait.ts';
import type {Workload} from './workloads.ts';

/** How to run an order. */
export interface InstallOptions {
  readonly timeout: string;
  readonly wait: boolean;
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly say: (line: string) => void;
  /** Shows the plan, which who is asked has to have seen, wherever the result goes. */
  readonly show: (line: string) => void;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** What `install` did; what `--json` prints. */
export interface Installation extends LastLines, ToldTargets {
  readonly changed: boolean;
  readonly context: string;
  readonly server: string;
  readonly namespace: string;
  readonly release: string;
  readonly chart: string;
  readonly workloads: readonly Workload[];
}

async function apply(
  order: Order,
  values: HelmValues,
  findings: Findings,
  options: InstallOptions,
): Promise<void> {
  const {cluster, namespaceExists, release} = findings;
  const {progress, signal, timeout} = options;
  if (isStuck(release)) {
    await clearStuck(cluster, release, signal);
    progress.done(text('stepRecovered', {state: release.status}));
  }
  progress.running(text('stepApplying'));
  const create = namespaceExists ? [] : ['--create-namespace'];
  const outcome = await withInstallArgs(
    order.chart,
    progress.warn,
    (chart) =>
      helm(
        cluster,
        [
          ...['upgrade', '--install', RELEASE, ...chart, ...create],
          ...['--timeout', timeout, '--labels', runMark(release), ...values.args],
        ],
        {
          input: values.input,
          timeout: milliseconds(timeout),
          signal,
        },
      ),
    signal,
  );
  if (outcome.timedOut) throw new TracerError(text('applyTimedOut', {timeout}));
  if (outcome.status !== 0)
    throw new TracerError(text('applyFailed', {reason: advised(complaint(outcome), cluster)}));
  progress.done(text('stepApplied'));
}

/** Adds to a failure what the cluster tells about it, and how to go on. */
async function explained(error: unknown, findings: Findings, progress: Progress): Promise<unknown> {
  progress.stop();
  if (!(error instanceof TracerError)) return error;
  const told = await diagnose(findings.cluster);
  const again = text('runAgain', {uninstall: findings.lines.uninstall});
  return new TracerError(error.message, error.exitCode, [...told, again]);
}

/** The person's yes; without a terminal, or with `--yes`, it is taken for granted. Throws a `TracerError` for a no. */
async function askToGoOn(context: string, {yes, progress, signal}: InstallOptions): Promise<void> {
  if (yes || !canAsk()) return;
  progress.stop();
  if (!(await confirm(text('askInstall', {context}), signal))) throw new TracerError(text('notConfirmed'));
}

/**
 * Checks everything, shows the plan, asks, installs or upgrades, and waits. Throws a `TracerError` with what the cluster tells when
 * something fails; running the same again then goes on.
 */
export async function install(
  wanted: Wanted,
  order: Order,
  values: HelmValues,
  options: InstallOptions,
): Promise<Installation> {
  const {say, show, progress, signal, timeout} = options;
  const findings = await preflight(wanted, order, values, options);
  for (const line of planLines(order, findings)) show(line);
  if (values.args.some((word) => word === '--set') || values.args.lastIndexOf('--values') > 0)
    show(text('planOverrides'));
  const {context, server, namespace} = findings.cluster;
  const {lines} = findings;
  const result = {
    context,
    server,
    namespace,
    release: RELEASE,
    chart: findings.chart,
    ...toldTargets(order),
    ...lines,
  };
  if (options.dryRun) {
    say(text('dryRunDone'));
    return {...result, changed: false, workloads: []};
  }
  await askToGoOn(context, options);
  try {
    await apply(order, values, findings, options);
    const limits = {limit: milliseconds(timeout), timeout};
    const workloads = options.wait ? await waitUntilReady(findings.cluster, limits, progress, signal) : [];
    if (options.wait) progress.done(text('stepReady'));
    say(text(options.wait ? 'installed' : 'applied', {namespace}));
    say(text('reach', {forward: lines.portForward}));
    say(text('browse', {url: lines.url}));
    say(text('remove', {uninstall: lines.uninstall}));
    return {...result, changed: true, workloads};
  } catch (error) {
    throw await explained(error, findings, progress);
  }
}
