import {readFile, stat, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {buffer} from 'node:stream/consumers';
import type {Given, Order} from './arguments.ts';
import {withTemporaryFolder} from './temporary-folder.ts';
import {valuesOf} from './values.ts';

/** Values for the chart as helm takes them: a document for its standard input, and arguments. */
export interface HelmValues {
  readonly input: string;
  readonly args: readonly string[];
}

/** A file of values; with its content when that can be read only once, while helm is run more than once. */
interface ValuesFile {
  readonly name: string;
  readonly content: Buffer | undefined;
}

/** Content of standard input (`-`) or of a pipe such as `<(…)`; undefined for what helm can read by itself, or tell the fault of. */
async function streamed(name: string): Promise<Buffer | undefined> {
  if (name === '-') return buffer(process.stdin);
  const found = await stat(name).catch(() => undefined);
  return found && !found.isFile() && !found.isDirectory() ? readFile(name) : undefined;
}

/** The files of `--values`, in their order; those that are no plain files are read to their end. */
export async function readValuesFiles(given: Given): Promise<ValuesFile[]> {
  const files: ValuesFile[] = [];
  // One after another: a second `-` is empty, as for helm.
  for (const name of Array.isArray(given.values) ? given.values : [])
    files.push({name, content: await streamed(name)});
  return files;
}

async function withFiles<T>(files: readonly ValuesFile[], use: (names: string[]) => Promise<T>): Promise<T> {
  if (files.every(({content}) => content === undefined)) return use(files.map(({name}) => name));
  return withTemporaryFolder('values', async (folder) => {
    const names = files.map(async ({name, content}, index) => {
      if (content === undefined) return name;
      const copy = path.join(folder, `${index + 1}-${name === '-' ? 'stdin' : path.basename(name)}.yaml`);
      await writeFile(copy, content, {mode: 0o600});
      return copy;
    });
    return use(await Promise.all(names));
  });
}

/** Runs `use` with the values for helm: those of the options first, then the files and the pairs of a person, which win. */
export function withHelmValues<T>(
  {choices, targets}: Order,
  given: Given,
  files: readonly ValuesFile[],
  use: (values: HelmValues) => Promise<T>,
): Promise<T> {
  const sets: readonly string[] = Array.isArray(given.set) ? given.set : [];
  return withFiles(files, (names) =>
    use({
      input: JSON.stringify(valuesOf(choices, targets), undefined, 2),
      args: [
        '--values',
        '-',
        ...names.flatMap((name) => ['--values', name]),
        ...sets.flatMap((pair) => ['--set', pair]),
      ],
    }),
  );
}
