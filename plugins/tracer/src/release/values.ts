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

/**
 * A file with the values: `name` itself, or a copy in `folder` of standard input (`-`) or of a pipe such as `<(…)`. helm runs several times,
 * and these can be read only once.
 */
async function lastingFile(name: string, folder: string, number: number): Promise<string> {
  const found = name === '-' ? undefined : await stat(name).catch(() => undefined);
  if (name !== '-' && (!found || found.isFile() || found.isDirectory())) return name;
  const copy = path.join(folder, `${number}-${name === '-' ? 'stdin' : path.basename(name)}.yaml`);
  await writeFile(copy, name === '-' ? await buffer(process.stdin) : await readFile(name), {mode: 0o600});
  return copy;
}

/** Runs `use` with the values for helm: those of the options, overridden by the user's files, overridden by `--set`. */
export async function withHelmValues<T>(
  values: ChartValues,
  {set = [], 'set-string': setString = [], values: names = []}: UserValues,
  use: (values: HelmValues) => Promise<T>,
): Promise<T> {
  const input = JSON.stringify(values, undefined, 2);
  const args = [
    ...set.flatMap((one) => ['--set', one]),
    ...setString.flatMap((one) => ['--set-string', one]),
  ];
  if (names.length === 0) return use({input, args: ['--values', '-', ...args]});
  return withTemporaryFolder('values', async (folder) => {
    const files: string[] = [];
    // One after another: a second `-` is empty, as in helm.
    for (const name of names) files.push(await lastingFile(name, folder, files.length + 1));
    return use({input, args: [...['-', ...files].flatMap((file) => ['--values', file]), ...args]});
  });
}
