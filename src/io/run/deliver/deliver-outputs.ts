import type {RunValues} from '../../../core/options/options.ts';
import {
  checkOutput,
  reportFailure,
  requireOwnTests,
  requireParent,
  type Terminal,
} from '../../write/output.ts';
import {endAfterWriting, type PreparedFile, prepareWrite, readTextIfThere} from '../../write/write-file.ts';
import type {Output} from '../generate/generate-loaded.ts';
import type {Inputs} from '../load/load-description.ts';

/** An output and its file. It has no text where a problem is an error. */
export interface PlacedOutput extends Output {
  /** Absent when it cannot be said where it is written. */
  readonly file?: string;
  /** The folder that was typed, to which the file belongs. */
  readonly typedFolder?: string;
  readonly shown: string;
}

export const RESULTS = [
  'written',
  'printed',
  'unchanged',
  'out of date',
  'not written',
  'skipped',
  'failed',
] as const;
export type Result = (typeof RESULTS)[number];

/** A file, and the text that it is to have; without them there is no output. */
export type FileOutput = Pick<PlacedOutput, 'file' | 'typedFolder' | 'text' | 'shown' | 'skipped'>;

export type Results<O extends FileOutput = PlacedOutput> = ReadonlyMap<O, Result>;

/** Writes outputs or compares them with their files. Nothing is written if a problem is an error, unless `keepGoing` is set. */
export async function deliverOutputs(
  outputs: readonly PlacedOutput[],
  {check, keepGoing = false, json}: RunValues,
  terminal: Terminal,
  {hasFailed, noun}: Pick<Inputs, 'noun'> & {readonly hasFailed: boolean},
): Promise<Results> {
  // The differences are for readers, and standard output is for the JSON.
  const quiet = json ? {...terminal, out: () => {}, error: () => {}} : terminal;
  if (check !== undefined) return checkOutputs(outputs, quiet, noun);
  if (keepGoing || !hasFailed) return writeOutputs(outputs, terminal, keepGoing);
  return new Map(
    outputs.map((output) => [output, output.text === undefined ? withoutFile(output) : 'not written']),
  );
}

/** True when nothing failed or is out of date. */
export function isDelivered(results: Results): boolean {
  return [...results.values()].every((result) => DELIVERED.includes(result));
}

const DELIVERED: readonly Result[] = ['written', 'printed', 'unchanged', 'skipped'];

async function checkOutputs(
  outputs: readonly PlacedOutput[],
  terminal: Terminal,
  noun: Inputs['noun'],
): Promise<Results> {
  const results = new Map<PlacedOutput, Result>();
  for (const output of outputs) {
    const {file, text, shown} = output;
    if (file === undefined || text === undefined) results.set(output, withoutFile(output));
    else {
      const status = await checkOutput(file, text, terminal, noun, shown);
      results.set(output, status === 0 ? 'unchanged' : 'out of date');
    }
  }
  return results;
}

function withoutFile({skipped, text}: FileOutput): Result {
  if (skipped !== undefined) return 'skipped';
  return text === undefined ? 'failed' : 'printed';
}

interface PreparedOutput<O extends FileOutput> extends PreparedFile {
  readonly output: O;
}

/**
 * Writes the outputs that differ from their files. All are prepared before the first file is replaced: if one cannot be written,
 * none is, unless `keepGoing` is set.
 */
export function writeOutputs<O extends FileOutput>(
  outputs: readonly O[],
  terminal: Terminal,
  keepGoing: boolean,
): Results<O> {
  endAfterWriting();
  const results = new Map<O, Result>();
  const changes: PreparedOutput<O>[] = [];
  const isDone = (output: O, action: () => Result) => {
    results.set(output, resultOf(output, action, terminal));
    return keepGoing || results.get(output) !== 'failed';
  };
  const replace = ({commit, output}: PreparedOutput<O>) =>
    isDone(output, () => {
      commit();
      return 'written';
    });
  const isPrepared = outputs.every((output) => isDone(output, () => prepare(output, changes)));
  if (isPrepared && changes.every(replace)) return results;
  for (const {discard} of changes) discard();
  const kept: readonly Result[] = ['failed', 'skipped', 'written'];
  return new Map(
    outputs.map((output) => {
      const result = results.get(output) ?? 'not written';
      return [output, kept.includes(result) ? result : 'not written'];
    }),
  );
}

function resultOf(output: FileOutput, action: () => Result, terminal: Terminal): Result {
  try {
    return action();
  } catch (error) {
    reportFailure(output.shown, error, terminal);
    return 'failed';
  }
}

function prepare<O extends FileOutput>(output: O, changes: PreparedOutput<O>[]): Result {
  const {file, typedFolder, text} = output;
  if (file === undefined || text === undefined) return withoutFile(output);
  if (typedFolder !== undefined) requireParent(typedFolder);
  if (readTextIfThere(file) === text) return 'unchanged';
  requireOwnTests(file, text);
  changes.push({...prepareWrite(file, text), output});
  return 'not written';
}
