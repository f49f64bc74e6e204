import {rmSync} from 'node:fs';
import {checkOutput, outputFaultReport, type Terminal, unwritableOutput} from '../write/output.ts';
import {toUnwritable} from '../write/unwritable-file.ts';
import {
  type PreparedFile,
  prepareWrite,
  readTextIfThere,
  targetFile,
  UnwritableFile,
  writeFileAtomically,
} from '../write/write-file.ts';
import type {PlacedOutput} from './place-outputs.ts';

/** What became of an output. */
export const RESULTS = ['written', 'unchanged', 'out of date', 'not written', 'failed'] as const;
export type Result = (typeof RESULTS)[number];

/** The results of outputs, by their descriptions. */
export type Results = ReadonlyMap<PlacedOutput, Result>;

const UPDATE = 'to update it, run the same command with `-o` instead of `--check`';

/** Compares each output with its file, and prints the differences. */
export async function checkOutputs(outputs: readonly PlacedOutput[], terminal: Terminal): Promise<Results> {
  const results = new Map<PlacedOutput, Result>();
  for (const output of outputs) {
    const {text, file} = output;
    if (text === undefined) results.set(output, 'failed');
    else
      results.set(
        output,
        (await checkOutput(file, text, terminal, UPDATE)) === 0 ? 'unchanged' : 'out of date',
      );
  }
  return results;
}

/** An output that differs from its file. */
interface Change extends PreparedFile {
  readonly output: PlacedOutput;
  /** The text of the file. */
  readonly before: string | undefined;
}

/**
 * Writes the outputs that differ from their files. All are prepared before the first file is replaced: if one cannot be written,
 * none is, unless `keepGoing` is set. A file that cannot be restored then is reported.
 */
export function writeOutputs(
  outputs: readonly PlacedOutput[],
  terminal: Terminal,
  keepGoing: boolean,
): Results {
  const results = new Map<PlacedOutput, Result>();
  const changes: Change[] = [];
  const isDone = (output: PlacedOutput, action: () => Result) => {
    results.set(output, resultOf(output, action, terminal));
    return keepGoing || results.get(output) !== 'failed';
  };
  const prepared = outputs.every((output) => isDone(output, () => prepare(output, changes)));
  const replaced = new Set<Change>();
  const replace = (change: Change) =>
    isDone(change.output, () => {
      change.commit();
      replaced.add(change);
      return 'written';
    });
  if (prepared && changes.every(replace)) return results;
  for (const [output, result] of results) if (result !== 'failed') results.set(output, 'not written');
  for (const change of changes.reverse())
    if (replaced.has(change)) results.set(change.output, restore(change, terminal));
    else change.discard();
  return new Map(outputs.map((output) => [output, results.get(output) ?? 'not written']));
}

function resultOf(output: PlacedOutput, action: () => Result, terminal: Terminal): Result {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof UnwritableFile)) throw error;
    terminal.error(unwritableOutput(output.file, error));
    return 'failed';
  }
}

function prepare(output: PlacedOutput, changes: Change[]): Result {
  const {file, text} = output;
  if (text === undefined) return 'failed';
  const before = readTextIfThere(file);
  if (before === text) return 'unchanged';
  changes.push({...prepareWrite(file, text), output, before});
  return 'not written';
}

function restore({output: {file}, before, discard}: Change, terminal: Terminal): Result {
  try {
    if (before === undefined) rmSync(targetFile(file));
    else writeFileAtomically(file, before);
    discard();
    return 'not written';
  } catch (error) {
    const {message, hint} = toUnwritable(error);
    terminal.error(outputFaultReport(file, `could not be restored: ${message}`, hint));
    return 'written';
  }
}
