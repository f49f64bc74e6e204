import {setTimeout as pause} from 'node:timers/promises';
import {succeeded} from '../cluster/objects.ts';
import {helm, RELEASE, type ReleaseScope, type ScopeOptions, scopeOptions} from '../cluster/programs.ts';
import {readWorkloads, unreadyLine} from '../cluster/workloads.ts';
import {TracerError} from '../errors.ts';
import {DEFAULT_TIMEOUT} from '../options/flags.ts';
import {milliseconds} from '../options/formats.ts';
import type {InstallFlags} from '../options/install-request.ts';
import {makePlan, type Plan} from '../plan/plan.ts';
import {planLines} from '../plan/plan-lines.ts';
import {migrationIn} from '../plan/warnings.ts';
import type {Session} from '../process/interrupt.ts';
import type {Progress} from '../process/progress.ts';
import {canPrompt, confirm} from '../process/prompt.ts';
import {reasonOf} from '../process/run.ts';
import {withTemporaryFolder} from '../process/temporary-folder.ts';
import {helmError, OtherInstallation, withChartArgs} from '../release/chart.ts';
import {readConnections} from '../report/connections.ts';
import {diagnose} from '../report/diagnosis.ts';

/**
 * Shows what is not ready while helm waits, which does not say it; returns what was shown last. A known cause stays: while helm
 * rolls back, other workloads are not ready, without one.
 */
async function watch(scope: ReleaseScope, progress: Progress, ended: AbortSignal): Promise<string> {
  let unready = '';
  let hasCause = false;
  while (!ended.aborted) {
    await pause(1000, undefined, {signal: ended}).catch(() => undefined);
    const workloads = await readWorkloads(scope, ended).catch(() => []);
    const now = unreadyLine(workloads);
    if (now === '' || ended.aborted) continue;
    progress.running(`waiting for ${now}`);
    const isCaused = workloads.some(({reason}) => reason !== '');
    if (hasCause && !isCaused) continue;
    unready = now;
    hasCause = isCaused;
  }
  return unready;
}

/** A rollback that succeeded, as helm and our own message report it. */
const ROLLED_BACK = /(has been|was) rolled back/;

/** helm's time for marking the release as failed when its own time limit has passed. */
const MARK_MILLISECONDS = 60_000;

/** Lets helm install or upgrade the release, and wait: then a release that does not become ready is failed for helm, too. */
async function apply(
  {cluster, newNamespace, release, rollback: first, chart, values}: Plan,
  {timeout = DEFAULT_TIMEOUT, wait, atomic}: InstallFlags,
  {progress, signal}: Session,
): Promise<void> {
  if (first > 0) {
    progress.running(`helm rolls release tracer back to revision ${first}`);
    const args = ['rollback', RELEASE, `${first}`, '--timeout', timeout];
    succeeded(await helm(cluster, args, {timeout: milliseconds(timeout), signal}));
  }
  progress.running('helm installs release tracer');
  // Without a deployed revision it would uninstall the release, with a volume that was kept.
  const rollback = atomic && release.deployed > 0;
  const chosen = {'--create-namespace': newNamespace, '--wait': wait, '--atomic': rollback};
  const flags = Object.entries(chosen).flatMap(([flag, isChosen]) => (isChosen ? [flag] : []));
  const given = [...values.args, ...flags, '--timeout', timeout];
  // A rollback may take as long as the upgrade.
  const limit = (rollback ? 2 : 1) * milliseconds(timeout) + MARK_MILLISECONDS;
  const limits = {input: values.input, timeout: limit, signal};
  const ended = new AbortController();
  const watched = wait ? watch(cluster, progress, ended.signal) : '';
  const outcome = await withChartArgs(chart, (args) =>
    helm(cluster, ['upgrade', '--install', RELEASE, ...args, ...given], limits),
  ).finally(() => ended.abort());
  const unready = await watched;
  if (outcome.status !== 0) {
    const reason = reasonOf(outcome);
    const late = unready !== '' && /timed out|deadline exceeded/.test(reason);
    const rolledBack = ROLLED_BACK.test(reason) ? '; it was rolled back' : '';
    if (late) throw new TracerError(`not ready within ${timeout}${rolledBack}: ${unready}`);
    throw helmError('helm could not install release tracer', reason, cluster);
  }
  progress.done(`helm installed release tracer${wait ? ', and everything is ready' : ''}`);
}

/** Shows whether the collector delivers and the server reaches its trace backend. */
async function checkConnections({cluster, server}: Plan, {progress, signal}: Session) {
  const workloads = await readWorkloads(cluster, signal);
  progress.running('asking the collector and the server about their connections');
  const connections = await readConnections(cluster, workloads, server, signal);
  for (const {healthy, message} of connections) progress[healthy ? 'done' : 'warn'](message);
  return {workloads, connections};
}

/** The ways to go on after a failure, without losing data. */
function wayOut({cluster, release: {deployed}, result, rolledBackVolumes}: Plan, message: string): string {
  const again = 'run the same command again to continue';
  const {uninstall, keepData, images, deletedVolumes} = result;
  if (deployed === 0) {
    const data = keepData && `, which deletes the database with its data (\`${keepData}\` keeps it)`;
    return `${again}, or remove what is installed with \`${uninstall}\`${data ?? ''}`;
  }
  const [deletes, deleted] = [rolledBackVolumes.join(', '), deletedVolumes.join(', ')];
  const loses =
    deletes &&
    `, which deletes the volume ${deletes} with its data, unless you upgrade with \`--set postgresql.persistence.retain=true\` first`;
  const rollback = `helm rollback ${RELEASE} ${deployed} --wait ${scopeOptions(cluster, '--kube-context')}`;
  const back = `, or go back to revision ${deployed} with \`${rollback}\`${loses}`;
  const backup = '; if the new server has migrated the database, restore your backup while no server runs';
  const lost = `; if the volume ${deleted} is already deleted, revision ${deployed} has an empty database`;
  return `${again}${ROLLED_BACK.test(message) ? '' : back}${migrationIn(images) ? backup : ''}${deleted && lost}`;
}

/**
 * Checks everything, prints the plan, asks, installs or upgrades, and waits; returns what `--json` prints. Throws a `TracerError` with the
 * cluster's events and logs when something fails; the same command then continues.
 */
export function install(wanted: ScopeOptions, flags: InstallFlags, session: Session) {
  const {say, show, progress, signal} = session;
  const {wait, yes, 'dry-run': dryRun} = flags;
  const unchecked: Awaited<ReturnType<typeof checkConnections>> = {workloads: [], connections: []};
  return withTemporaryFolder('values', async (folder) => {
    const plan = await makePlan(wanted, flags, folder, session);
    for (const line of planLines(plan)) show(line);
    const {result} = plan;
    if (dryRun) {
      say('dry run: nothing was changed');
      return {...result, changed: false, ...unchecked};
    }
    progress.stop();
    if (!yes && canPrompt() && !(await confirm(`Install into context ${result.context}?`, signal)))
      throw new TracerError('nothing was changed');
    try {
      await apply(plan, flags, session);
      const checked = wait ? await checkConnections(plan, session) : unchecked;
      say(`tracer is installed in namespace ${result.namespace}${wait ? '' : '; it may still be starting'}.`);
      say(`  Connect:    ${result.portForward}`);
      say(`  Open:       ${result.url}`);
      say(`  Uninstall:  ${result.uninstall}`);
      if (result.keepData)
        say(`              deletes the database with its data; to keep it: ${result.keepData}`);
      return {...result, changed: true, ...checked};
    } catch (error) {
      progress.stop();
      if (!(error instanceof TracerError) || error instanceof OtherInstallation) throw error;
      const details = await diagnose(plan.cluster);
      throw new TracerError(error.message, error.exitCode, [...details, wayOut(plan, error.message)]);
    }
  });
}
