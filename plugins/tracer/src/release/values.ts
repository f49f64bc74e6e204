import {readFile, stat, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {buffer} from 'node:stream/consumers';
import type {ChartValues} from '../options/install-request.ts';
import {withTemporaryFolder} from '../process/temporary-folder.ts';

/** Values for the chart as helm takes them: a document for its standard input, and arguments. */
export interface HelmValues {
  readonly input: string;
  readonly args: readonly string[];
}

/** Flags of the user that hold values, as helm has them. */
export interface UserValues {
  readonly set?: readonly string[] | undefined;
  readonly 'set-string'?: readonly string[] | undefined;
  readonly values?: readonly string[] | undefined;
}

/** A file of values; with its content when it can be read only once, since helm runs several times. */
interface ValuesFile {
  readonly name: string;
  readonly content: Buffer | undefined;
}

/** The content of standard input (`-`) or of a pipe such as `<(…)`; undefined for files, which helm reads itself. */
async function streamContent(name: string): Promise<Buffer | undefined> {
  if (name === '-') return buffer(process.stdin);
  const found = await stat(name).catch(() => undefined);
  return found && !found.isFile() && !found.isDirectory() ? readFile(name) : undefined;
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

/** Runs `use` with the values for helm: those of the options, overridden by the user's files, overridden by `--set`. */
export async function withHelmValues<T>(
  values: ChartValues,
  {set = [], 'set-string': setString = [], values: names = []}: UserValues,
  use: (values: HelmValues) => Promise<T>,
): Promise<T> {
  const files: ValuesFile[] = [];
  // One after another: a second `-` is empty, as in helm.
  for (const name of names) files.push({name, content: await streamContent(name)});
  return withFiles(files, (paths) =>
    use({
      input: JSON.stringify(values, undefined, 2),
      args: [
        ...['--values', '-'],
        ...paths.flatMap((file) => ['--values', file]),
        ...set.flatMap((pair) => ['--set', pair]),
        ...setString.flatMap((pair) => ['--set-string', pair]),
      ],
    }),
  );
}
