import {setTimeout as pause} from 'node:timers/promises';
import type {Labelled} from './cluster.ts';
import type {Progress} from './progress.ts';
import {text} from './texts.ts';
import {TracerError} from './tracer-error.ts';
import {readWorkloads, unready, type Workload} from './workloads.ts';

const PAUSE_MILLISECONDS = 1000;
/** A cluster may fail to answer for as long as a control plane takes to be replaced. */
const SILENCE_MILLISECONDS = 30_000;

async function readOrExplain(place: Labelled, signal: AbortSignal): Promise<Workload[] | TracerError> {
  try {
    return await readWorkloads(place, {signal});
  } catch (error) {
    if (signal.aborted || !(error instanceof TracerError)) throw error;
    return error;
  }
}

/**
 * Waits until every workload of the release is healthy and returns them; `limit` is in milliseconds, `timeout` the same as a person
 * wrote it. The wait is ours rather than helm's: helm 3 and 4 wait for different things, neither says what it waits for, and a release
 * whose wait is killed would be left pending.
 */
export async function waitUntilReady(
  place: Labelled,
  {limit, timeout}: {readonly limit: number; readonly timeout: string},
  progress: Progress,
  signal: AbortSignal,
): Promise<Workload[]> {
  const end = Date.now() + limit;
  let answered = Date.now();
  let what = '';
  for (;;) {
    const found = await readOrExplain(place, signal);
    if (found instanceof TracerError) {
      if (Date.now() - answered > SILENCE_MILLISECONDS) throw found;
      what = found.message;
    } else {
      answered = Date.now();
      what = unready(found);
      if (what === '') return found;
    }
    if (Date.now() >= end) throw new TracerError(text('notReady', {timeout, what}));
    progress.running(text('stepWaiting', {what}));
    await pause(PAUSE_MILLISECONDS, undefined, {signal}).catch(() => signal.throwIfAborted());
  }
}
