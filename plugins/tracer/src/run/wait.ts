import {setTimeout as pause} from 'node:timers/promises';
import type {ReleaseScope} from '../cluster/programs.ts';
import {readWorkloads, unreadyLine, type Workload} from '../cluster/workloads.ts';
import {TracerError} from '../errors.ts';
import {milliseconds} from '../options/formats.ts';
import type {Progress} from '../process/progress.ts';

const PAUSE_MILLISECONDS = 1000;
/** How long a cluster may not answer, for example while its control plane is replaced. */
const SILENCE_MILLISECONDS = 30_000;

async function readOrError(scope: ReleaseScope, signal: AbortSignal): Promise<Workload[] | TracerError> {
  try {
    return await readWorkloads(scope, signal);
  } catch (error) {
    if (signal.aborted || !(error instanceof TracerError)) throw error;
    return error;
  }
}

/**
 * Waits until every workload of the release is healthy and returns them. helm's own wait is not used: helm 3 and 4 wait for different
 * things, neither reports what it waits for, and a release is left pending when its wait is killed. Throws a `TracerError` after
 * `timeout`, such as `5m`.
 */
export async function waitUntilReady(
  scope: ReleaseScope,
  timeout: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<Workload[]> {
  const end = Date.now() + milliseconds(timeout);
  let answered = Date.now();
  let unready = '';
  for (;;) {
    const found = await readOrError(scope, signal);
    if (found instanceof TracerError) {
      if (Date.now() - answered > SILENCE_MILLISECONDS) throw found;
      unready = found.message;
    } else {
      answered = Date.now();
      unready = unreadyLine(found);
      if (unready === '') return found;
    }
    if (Date.now() >= end) throw new TracerError(`not ready within ${timeout}: ${unready}`);
    progress.running(`waiting for ${unready}`);
    await pause(PAUSE_MILLISECONDS, undefined, {signal}).catch(() => signal.throwIfAborted());
  }
}
