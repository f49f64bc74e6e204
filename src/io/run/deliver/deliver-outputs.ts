import {reportFailure, requireOwnTests, requireParent, type Terminal} from '../../write/output.ts';
import {endAfterWriting, type PreparedFile, prepareWrite, readTextIfThere} from '../../write/write-file.ts';
import type {Output} from '../generate/generate-loaded.ts';

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

/** The result of an output that is not written to a file. */
export function withoutFile({skipped, text}: FileOutput): Result {
  if (skipped !== undefined) return 'skipped';
  return text === undefined ? 'failed' : 'printed';
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
  const changes = new Map<O, PreparedFile>();
  const isDone = (output: O, action: () => Result) => {
    try {
      results.set(output, action());
      return true;
    } catch (error) {
      results.set(output, 'failed');
      reportFailure(output.shown, error, terminal);
      return keepGoing;
    }
  };
  const prepare = (output: O): Result => {
    const {file, typedFolder, text} = output;
    if (file === undefined || text === undefined) return withoutFile(output);
    if (typedFolder !== undefined) requireParent(typedFolder);
    if (readTextIfThere(file) === text) return 'unchanged';
    requireOwnTests(file, text);
    changes.set(output, prepareWrite(file, text));
    return 'not written';
  };
  const replace = (output: O): Result => {
    changes.get(output)?.commit();
    return 'written';
  };
  const isPrepared = outputs.every((output) => isDone(output, () => prepare(output)));
  if (isPrepared && [...changes.keys()].every((output) => isDone(output, () => replace(output))))
    return results;
  for (const {discard} of changes.values()) discard();
  const kept: readonly Result[] = ['failed', 'skipped', 'written'];
  return new Map(
    outputs.map((output) => {
      const result = results.get(output) ?? 'not written';
      return [output, kept.includes(result) ? result : 'not written'];
    }),
  );
}
