import {statSync} from 'node:fs';
import {setTimeout} from 'node:timers/promises';
import {counted, printable} from '../../core/base/quote.ts';
import {type RouteChange, routeChanges} from '../../core/generate/route-changes.ts';
import type {KubernetesObject} from '../../core/targets/target.ts';
import {PLAIN, type Style} from '../../io/print/style.ts';
import type {Terminal} from '../../io/write/output.ts';

/** The objects of each output, by its name. */
export type OutputObjects = ReadonlyMap<string, readonly KubernetesObject[]>;

export interface Round {
  /** The exit code that the run alone has. */
  readonly status: number;
  /** The files that the output depends on, as absolute paths; some may be missing. */
  readonly files: readonly string[];
  /** Absent when a problem is an error. */
  readonly outputs?: OutputObjects;
}

/**
 * Repeats a run whenever one of its files changes, and prints what changed by route, until the process is interrupted.
 *
 * @param run prints its own problems
 * @returns the exit code: 0 after an interrupt
 */
export async function watchFiles(run: () => Promise<Round>, terminal: Terminal): Promise<number> {
  const interrupt = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt.abort());
  let files: readonly string[] = [];
  let known: LastRounds = {last: undefined, hasFailed: false};
  while (!interrupt.signal.aborted) {
    const before = snapshotOf(files);
    const start = performance.now();
    const outcome = await run();
    // What cannot be read now may be in order again when any of the earlier files changes.
    files = outcome.outputs ? outcome.files : [...new Set([...files, ...outcome.files])];
    const round = {...outcome, files};
    const milliseconds = Math.round(performance.now() - start);
    // Before the message: whoever has read it may change a file at once.
    const changed = filesChanged(files, before, interrupt.signal);
    terminal.error(roundText(round, known, milliseconds, terminal.errorStyle));
    known = {last: round.outputs ?? known.last, hasFailed: round.outputs === undefined};
    await changed;
  }
  return 0;
}

interface Snapshot {
  /** States that change when a file is written or replaced, by its path. */
  readonly states: ReadonlyMap<string, string>;
  /** In milliseconds, as `Date.now()`. */
  readonly time: number;
}

export function snapshotOf(files: readonly string[]): Snapshot {
  return {states: new Map(files.map((file) => [file, stateOf(file)])), time: Date.now()};
}

/** How often files are looked at, in milliseconds. */
const INTERVAL = 50;

/**
 * Resolves when one of the files, which may be missing, has changed since they were read, or after an interrupt. The files are looked
 * at again and again: the system's events for them differ among systems, and have to follow links and folders that are replaced.
 *
 * @param before what was known before they were read
 */
export async function filesChanged(
  files: readonly string[],
  {states, time}: Snapshot,
  interrupt: AbortSignal,
): Promise<void> {
  const textOf = (known: (file: string) => string) => files.map(known).join('\n');
  const before = textOf((file) => states.get(file) ?? (isNewer(file, time) ? 'changed' : stateOf(file)));
  let last = before;
  while (!interrupt.aborted) {
    await setTimeout(INTERVAL);
    const now = textOf(stateOf);
    // Editors write a file in several steps.
    if (now !== before && now === last) return;
    last = now;
  }
}

/** By how much, in milliseconds, the time of a change may be too early: Linux takes that of its last timer interrupt. */
const TICK = 10;

/** Whether a file that was found while it was read has changed since the time before that. */
function isNewer(file: string, time: number): boolean {
  return (statSync(file, {throwIfNoEntry: false})?.ctimeMs ?? 0) > time - TICK;
}

function stateOf(file: string): string {
  const {mtimeMs, ctimeMs, size, ino} = statSync(file, {throwIfNoEntry: false}) ?? {};
  return [mtimeMs, ctimeMs, size, ino].join(' ');
}

interface LastRounds {
  readonly last: OutputObjects | undefined;
  readonly hasFailed: boolean;
}

function roundText(
  {outputs, files}: Round,
  {last, hasFailed}: LastRounds,
  milliseconds: number,
  style: Style = PLAIN,
): string {
  const watching = `; watching ${counted(files.length, 'file')}, Ctrl-C stops`;
  if (outputs === undefined) return `apigen: failed in ${milliseconds} ms${watching}\n`;
  if (last === undefined) return `apigen: done in ${milliseconds} ms${watching}\n`;
  const changes = changesOf(last, outputs);
  const state = `${hasFailed ? 'works again, ' : ''}${summary(changes, last, outputs)}`;
  return [
    `apigen: ${state} in ${milliseconds} ms`,
    ...changes.map((change) => changeLine(change, style)),
    '',
  ].join('\n');
}

/** Of several outputs, routes have the names in front. */
function changesOf(before: OutputObjects, after: OutputObjects): RouteChange[] {
  const names = [...new Set([...after.keys(), ...before.keys()])];
  return names.flatMap((name) => {
    const changes = routeChanges(before.get(name) ?? [], after.get(name) ?? []);
    if (names.length === 1) return changes;
    return changes.map((change) => ({...change, route: `${name}: ${change.route}`}));
  });
}

function summary(changes: readonly RouteChange[], before: OutputObjects, after: OutputObjects): string {
  if (changes.length > 0) return `${counted(changes.length, 'route')} changed`;
  const textOf = (outputs: OutputObjects) => JSON.stringify([...outputs]);
  return textOf(before) === textOf(after) ? 'nothing changed' : 'the output changed outside of its routes';
}

function changeLine({route, before, after}: RouteChange, style: Style): string {
  if (before === undefined) return style('added', printable(`  + ${route}: ${after}`));
  if (after === undefined) return style('removed', printable(`  - ${route}`));
  return style('changed', printable(`  ~ ${route}: ${before} -> ${after}`));
}
