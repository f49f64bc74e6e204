import {printable} from '../../core/quote.ts';
import {type RouteChange, routeChanges} from '../../core/routes/route-changes.ts';
import type {KubernetesObject} from '../../core/targets/target.ts';
import {unknownReason} from '../read/system-error.ts';
import {NOWHERE, report} from '../report/report.ts';
import type {Terminal} from '../write/output.ts';
import {FileWatcher, snapshotOf} from './file-watcher.ts';

/** The objects of each output, by its name. */
export type Outputs = ReadonlyMap<string, readonly KubernetesObject[]>;

/** What one run has found and written. */
export interface Round {
  /** The exit code that the run alone has. */
  readonly status: number;
  /** The files that the output depends on, as absolute paths; some may be missing. */
  readonly files: readonly string[];
  /** Absent when a problem is an error. */
  readonly outputs?: Outputs;
}

/**
 * Repeats a run whenever one of its files changes, and prints what changed by route, until the process is interrupted.
 *
 * @param run prints its own problems
 * @returns the exit code: 0 after an interrupt, 1 when the files cannot be watched
 */
export async function watchFiles(run: () => Promise<Round>, terminal: Terminal): Promise<number> {
  const interrupt = new Promise<'interrupt'>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve('interrupt'));
  });
  const watcher = new FileWatcher();
  let files: readonly string[] = [];
  let known: Known = {last: undefined, hasFailed: false};
  try {
    for (;;) {
      const before = snapshotOf(files);
      const start = performance.now();
      const found = await run();
      // What cannot be read now may be in order again when any of the earlier files changes.
      files = found.outputs ? found.files : [...new Set([...files, ...found.files])];
      const round = {...found, files};
      const milliseconds = Math.round(performance.now() - start);
      // Before the message: whoever has read it may change a file at once.
      const changed = watcher.changed(files, before);
      terminal.error(roundText(round, known, milliseconds));
      known = {last: round.outputs ?? known.last, hasFailed: round.outputs === undefined};
      const next = await Promise.race([interrupt, changed]);
      if (next === 'interrupt') return 0;
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const message = unknownReason('the files cannot be watched', error);
    const hint = 'raise the limit of watched files, or run the command without `--watch`';
    terminal.error(report([{code: 'input', severity: 'error', message, hint, flag: 'watch'}], NOWHERE));
    return 1;
  } finally {
    watcher.close();
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

interface Known {
  /** The last outputs without an error. */
  readonly last: Outputs | undefined;
  readonly hasFailed: boolean;
}

function roundText({outputs, files}: Round, {last, hasFailed}: Known, milliseconds: number): string {
  const watching = `; watching ${files.length === 1 ? '1 file' : `${files.length} files`}, Ctrl-C stops`;
  if (outputs === undefined) return `apigen: failed in ${milliseconds} ms${watching}\n`;
  if (last === undefined) return `apigen: done in ${milliseconds} ms${watching}\n`;
  const changes = changesOf(last, outputs);
  const state = `${hasFailed ? 'works again, ' : ''}${summary(changes, last, outputs)}`;
  return [`apigen: ${state} in ${milliseconds} ms`, ...changes.map(changeLine), ''].join('\n');
}

/** Of several outputs, routes have the names in front. */
function changesOf(before: Outputs, after: Outputs): RouteChange[] {
  const names = [...new Set([...after.keys(), ...before.keys()])];
  return names.flatMap((name) => {
    const changes = routeChanges(before.get(name) ?? [], after.get(name) ?? []);
    if (names.length === 1) return changes;
    return changes.map((change) => ({...change, route: `${name}: ${change.route}`}));
  });
}

function summary(changes: readonly RouteChange[], before: Outputs, after: Outputs): string {
  if (changes.length > 0)
    return changes.length === 1 ? '1 route changed' : `${changes.length} routes changed`;
  const textOf = (outputs: Outputs) => JSON.stringify([...outputs]);
  return textOf(before) === textOf(after)
    ? 'nothing changed'
    : 'no route changed, but the rest of the output';
}

function changeLine({route, before, after}: RouteChange): string {
  if (before === undefined) return printable(`  + ${route}: ${after}`);
  return printable(after === undefined ? `  - ${route}` : `  ~ ${route}: ${before} -> ${after}`);
}
