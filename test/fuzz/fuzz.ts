import {test} from '@jest/globals';
import fc from 'fast-check';
import {folderWith, writeIn} from '../temporary-folder.ts';

/** How many inputs each property gets: `APIGEN_FUZZ_RUNS`. The default takes about two minutes in all. */
export const RUNS = Number(process.env.APIGEN_FUZZ_RUNS ?? 200);

/** Where the inputs begin: `APIGEN_FUZZ_SEED`, else the day, so that CI has new inputs every day and all its jobs have the same. */
export const SEED = Number(
  process.env.APIGEN_FUZZ_SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''),
);

/** One property, tested with `RUNS` inputs, or with one in `every` of them where each starts a process. */
export function fuzz<T>(
  name: string,
  arbitrary: fc.Arbitrary<T>,
  check: (input: T) => void | Promise<void>,
  every = 1,
): void {
  const numRuns = Math.ceil(RUNS / every);
  const property = fc.asyncProperty(arbitrary, async (input) => check(input));
  test(`${name} (APIGEN_FUZZ_SEED=${SEED}, ${numRuns} inputs)`, () => fc.assert(property, {numRuns}));
}

/** A new folder, and a function that writes a file in it. */
export function workFolder() {
  const folder = folderWith();
  const write = (name: string, content: string | Uint8Array) => writeIn(folder, name, content);
  return {folder, write};
}
