import {rmSync} from 'node:fs';
import {checkOutput, type Terminal, unwritableOutput} from '../write/output.ts';
import {readTextIfThere, UnwritableFile, writeFileAtomically} from '../write/write-file.ts';
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

/**
 * Writes the outputs that differ from their files. If one cannot be written, those before it are restored, unless
 * `keepGoing` is set.
 */
export function writeOutputs(
  outputs: readonly PlacedOutput[],
  terminal: Terminal,
  keepGoing: boolean,
): Results {
  const results = new Map<PlacedOutput, Result>();
  const restores: (() => void)[] = [];
  for (const output of outputs) {
    try {
      results.set(output, writeChanged(output, restores));
    } catch (error) {
      if (!(error instanceof UnwritableFile)) throw error;
      terminal.error(unwritableOutput(output.file, error));
      results.set(output, 'failed');
      if (keepGoing) continue;
      for (const restore of restores.reverse()) restore();
      return new Map(outputs.map((one) => [one, one === output ? 'failed' : 'not written']));
    }
  }
  return results;
}

function writeChanged({file, text}: PlacedOutput, restores: (() => void)[]): Result {
  if (text === undefined) return 'failed';
  const before = readTextIfThere(file);
  if (before === text) return 'unchanged';
  writeFileAtomically(file, text);
  restores.push(() => (before === undefined ? rmSync(file) : writeFileAtomically(file, before)));
  return 'written';
}
