import {mkdir, readFile, stat, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {addAbortSignal} from 'node:stream';
import {text} from 'node:stream/consumers';
import {parse} from '../cluster/json.ts';
import {succeeded} from '../cluster/objects.ts';
import {helm, RELEASE, type Scope} from '../cluster/programs.ts';
import {TracerError} from '../errors.ts';
import type {ChartValues, InstallRequest} from '../options/install-request.ts';
import type {HiddenValues} from '../options/set-values.ts';
import {run} from '../process/run.ts';
import {secretsIn} from '../process/secrets.ts';
import {withTemporaryFolder} from '../process/temporary-folder.ts';

/** All values for the chart. helm gets them by standard input (`--values -`): its arguments can be read by every user of the machine. */
export interface HelmValues {
  /** The values as JSON. */
  readonly input: string;
  /** Those that messages must not contain. */
  readonly secrets: readonly string[];
}

/** helm's option for `HelmValues`. */
export const VALUES_FROM_INPUT = ['--values', '-'] as const;

/** A chart that prints its values. */
const ECHO_CHART = {
  'Chart.yaml': 'apiVersion: v2\nname: values\nversion: 0.0.0\n',
  'templates/values.yaml': 'values: {{ toJson .Values | b64enc }}\n',
} as const;

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Merges values like helm: maps key by key, everything else is replaced. */
function merge(values: unknown, changes: unknown): unknown {
  if (!isMap(values) || !isMap(changes)) return changes;
  const merged = Object.entries(changes).map(([key, value]) => [key, merge(values[key], value)]);
  return {...values, ...Object.fromEntries(merged)};
}

/** The values that the user of the installed release set, with those of `changes`; without a release `values`. */
async function withReusedValues(
  scope: Scope,
  values: ChartValues,
  changes: ChartValues,
  signal: AbortSignal,
): Promise<unknown> {
  const answer = await helm(scope, ['get', 'values', RELEASE, '--output', 'json'], {signal});
  if (/not found/.test(answer.stderr)) return values;
  const reused = parse(succeeded(answer, 'cannot read the values of release tracer').stdout);
  return merge(reused, changes);
}

/** Lets helm read values, and returns them as JSON; throws a `TracerError` with helm's reason. */
function readByHelm(
  args: readonly string[],
  input: string,
  what: string,
  signal: AbortSignal,
): Promise<string> {
  return withTemporaryFolder('values', async (chart) => {
    await mkdir(path.join(chart, 'templates'));
    for (const [name, content] of Object.entries(ECHO_CHART))
      await writeFile(path.join(chart, name), content);
    const answer = await run('helm', ['template', RELEASE, chart, ...args], {input, signal, timeout: 60_000});
    const [, encoded = ''] = /^values: (.*)$/m.exec(succeeded(answer, what).stdout) ?? [];
    return Buffer.from(encoded, 'base64').toString();
  });
}

/** The text of standard input (`-`), or of a pipe such as `<(…)`. */
async function readPipe(name: string, what: string, signal: AbortSignal): Promise<string> {
  try {
    if (name !== '-') return await readFile(name, {encoding: 'utf8', signal});
    return await text(addAbortSignal(signal, process.stdin));
  } catch (error) {
    signal.throwIfAborted();
    throw new TracerError(`${what}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The values of a file, of standard input or of a pipe, which helm as a child process could not open. */
async function readValues(name: string, signal: AbortSignal): Promise<unknown> {
  const what = `cannot read --values ${name}`;
  const found = name === '-' ? undefined : await stat(name).catch(() => undefined);
  if (name !== '-' && (!found || found.isFile() || found.isDirectory()))
    return parse(await readByHelm(['--values', name], '', what, signal));
  return parse(await readByHelm(VALUES_FROM_INPUT, await readPipe(name, what, signal), what, signal));
}

/** `values` with those of `--set` and `--set-string`. helm reads the keys; it never gets the values as arguments. */
async function withSetValues(
  values: unknown,
  {args, values: hidden}: HiddenValues,
  signal: AbortSignal,
): Promise<unknown> {
  if (args.length === 0) return values;
  const input = JSON.stringify(values);
  const json = await readByHelm([...VALUES_FROM_INPUT, ...args], input, 'invalid --set', signal);
  return JSON.parse(json, (_, value) => (hidden.has(value) ? hidden.get(value) : value));
}

/** All values for helm: those of the options, overridden by the user's files, overridden by `--set`. */
export async function readHelmValues(
  scope: Scope,
  {values: ofOptions, changes, files, set}: InstallRequest,
  signal: AbortSignal,
): Promise<HelmValues> {
  let values: unknown = changes ? await withReusedValues(scope, ofOptions, changes, signal) : ofOptions;
  for (const name of files) values = merge(values, await readValues(name, signal));
  values = await withSetValues(values, set, signal);
  return {input: JSON.stringify(values, undefined, 2), secrets: secretsIn(values)};
}
