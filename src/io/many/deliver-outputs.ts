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

/** A file, and the text that it is to have; no text where a problem is an error. */
export type FileOutput = Pick<PlacedOutput, 'file' | 'text'>;

/** The results of outputs. */
export type Results<O extends FileOutput = PlacedOutput> = ReadonlyMap<O, Result>;

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
interface Change<O extends FileOutput> extends PreparedFile {
  readonly output: O;
  /** The text of the file. */
  readonly before: string | undefined;
}

/**
 * Writes the outputs that differ from their files. All are prepared before the first file is replaced: if one cannot be written,
 * none is, unless `keepGoing` is set. A file that cannot be restored then is reported.
 */
export function writeOutputs<O extends FileOutput>(
  outputs: readonly O[],
  terminal: Terminal,
  keepGoing: boolean,
): Results<O> {
  const results = new Map<O, Result>();
  const changes: Change<O>[] = [];
  const isDone = (output: O, action: () => Result) => {
    results.set(output, resultOf(output, action, terminal));
    return keepGoing || results.get(output) !== 'failed';
  };
  const prepared = outputs.every((output) => isDone(output, () => prepare(output, changes)));
  const replaced = new Set<Change<O>>();
  const replace = (change: Change<O>) =>
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

function resultOf(output: FileOutput, action: () => Result, terminal: Terminal): Result {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof UnwritableFile)) throw error;
    terminal.error(unwritableOutput(output.file, error));
    return 'failed';
  }
}

function prepare<O extends FileOutput>(output: O, changes: Change<O>[]): Result {
  const {file, text} = output;
  if (text === undefined) return 'failed';
  const before = readTextIfThere(file);
  if (before === text) return 'unchanged';
  changes.push({...prepareWrite(file, text), output, before});
  return 'not written';
}

function restore({output: {file}, before, discard}: Change<FileOutput>, terminal: Terminal): Result {
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
