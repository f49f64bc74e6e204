import {readFile, stat, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {buffer} from 'node:stream/consumers';
import {parse} from '../cluster/json.ts';
import {succeeded} from '../cluster/objects.ts';
import {helm, RELEASE, type Scope} from '../cluster/programs.ts';
import type {ChartValues} from '../options/install-request.ts';
import {withTemporaryFolder} from '../process/temporary-folder.ts';

/** Values for the chart as helm takes them: a document for its standard input, and arguments. */
export interface HelmValues {
  readonly input: string;
  readonly args: readonly string[];
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Merges values like helm: maps key by key, everything else is replaced. */
function merge(values: unknown, changes: unknown): unknown {
  if (!isMap(values) || !isMap(changes)) return changes;
  const merged = Object.entries(changes).map(([key, value]) => [key, merge(values[key], value)]);
  return {...values, ...Object.fromEntries(merged)};
}

/** The values that the user of the installed release set, with those of `changes`; without a release `values`. */
export async function withReusedValues(
  scope: Scope,
  values: HelmValues,
  changes: ChartValues,
  signal: AbortSignal,
): Promise<HelmValues> {
  const answer = await helm(scope, ['get', 'values', RELEASE, '--output', 'json'], {signal});
  if (/not found/.test(answer.stderr)) return values;
  const reused = parse(succeeded(answer, 'cannot read the values of release tracer').stdout);
  return {...values, input: JSON.stringify(merge(reused, changes))};
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
