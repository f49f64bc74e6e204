import {hostname} from 'node:os';
import {milliseconds} from './checks.ts';
import {kubectl, type Place, RELEASE} from './cluster.ts';
import {type Release, recordsKind, revisionAfter} from './release.ts';
import {placeWords} from './shell.ts';
import {text} from './texts.ts';
import {TracerError} from './tracer-error.ts';

/*
 * A release that is pending was left so by a helm that was killed, or is being worked on right now by one that lives: in another terminal,
 * on another machine, in a CI job. What a run of ours begins carries the run's mark. A run on this machine can be seen to be over; any
 * other is given the time that helm may take.
 */

/**
 * Label of helm's record of a release that tells which run made it: revision, process and machine, such as `r2.4711.laptop`. The revision
 * is in it since helm hands labels on to the next one, whoever makes that.
 */
export const RUN_LABEL = 'tracer-run';

/** Our machine's name as it may stand in a label. */
function host(): string {
  const name = hostname()
    .replace(/[^A-Za-z0-9._-]/g, '-')
    .slice(0, 45)
    .replace(/[^A-Za-z0-9]+$/, '');
  return name || 'host';
}

/** The run that left its mark on a revision; undefined for a revision of somebody else's. */
function runOf(mark: string, revision: number): {readonly pid: number; readonly on: string} | undefined {
  const [, of, pid, on] = /^r(\d+)\.(\d+)\.(.+)$/.exec(mark) ?? [];
  return Number(of) !== revision || on === undefined ? undefined : {pid: Number(pid), on};
}

/** The mark of this run, for helm's `--labels`, when it goes on from a release. */
export function runMark(release: Release): string {
  return `${RUN_LABEL}=r${revisionAfter(release)}.${process.pid}.${host()}`;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of somebody else's may not be signalled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Whether it was a run on this machine that is over. A process with our own id was another's before. */
function isOver(run: ReturnType<typeof runOf>): boolean {
  return run !== undefined && run.on === host() && (run.pid === process.pid || !isAlive(run.pid));
}

const SECONDS: Readonly<Record<string, number>> = {s: 1, m: 60, h: 3600, d: 86_400, y: 31_536_000};

/** Seconds of an age as kubectl prints it: `3m20s` gives 200. */
function seconds(age: string): number {
  return [...age.matchAll(/(\d+)([smhdy])/g)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (SECONDS[unit ?? ''] ?? 0),
    0,
  );
}

/**
 * Refuses a pending release that somebody may be working on. The age is read off kubectl's table, since there the API server counts it,
 * by its own clock. Throws a `TracerError` that tells who may be at work and how to go on.
 */
export async function refuseAtWork(
  place: Place,
  {status, revision}: Release,
  timeout: string,
  signal?: AbortSignal,
): Promise<void> {
  if (!status.startsWith('pending-')) return;
  const selector = `--selector=owner=helm,name=${RELEASE},status=${status}`;
  const args = ['get', recordsKind(), selector, `--label-columns=${RUN_LABEL}`, '--no-headers'];
  const {stdout} = await kubectl(place, args, {signal});
  const words = stdout.trim().split('\n').at(-1)?.split(/\s+/) ?? [];
  const age = words.find((word) => /^(\d+[smhdy])+$/.test(word));
  const run = runOf(words.at(-1) ?? '', revision);
  if (age === undefined || isOver(run) || seconds(age) * 1000 >= milliseconds(timeout)) return;
  const who = run === undefined ? text('runOfOthers') : text('runOfOurs', run);
  const remove = `kubectl delete ${recordsKind()} ${selector} ${placeWords(place)}`;
  throw new TracerError(
    text('atWork', {namespace: place.namespace, state: status, age, who, timeout, remove}),
  );
}
