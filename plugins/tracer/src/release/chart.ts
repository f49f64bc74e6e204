import {createReadStream} from 'node:fs';
import {stat, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {addAbortSignal} from 'node:stream';
import {text} from 'node:stream/consumers';
import {parse, textAt} from '../cluster/json.ts';
import {parseManifest} from '../cluster/objects.ts';
import {helm, RELEASE, type Scope, scopeOptions} from '../cluster/programs.ts';
import {TracerError} from '../errors.ts';
import type {ChartSource} from '../options/install-request.ts';
import {reasonOf} from '../process/run.ts';
import {withPackaged} from './packaged-files.ts';
import {RECORDS} from './release.ts';

/** Runs `use` with the arguments that name the chart. */
export function withChartArgs<T>({args}: ChartSource, use: (args: readonly string[]) => Promise<T>) {
  return args === undefined ? withPackaged('chart', (folder) => use([folder])) : use(args);
}

/** Values as helm's arguments, and what helm reads from standard input. */
type Values = Awaited<ReturnType<typeof readValues>>;

/** Whether a file can be read once only: standard input, or a pipe such as `<(…)`, which helm as a child process cannot open. */
async function isPipe(name: string): Promise<boolean> {
  if (name === '-') return true;
  const found = await stat(name).catch(() => undefined);
  return found !== undefined && !found.isFile() && !found.isDirectory();
}

/**
 * The values of options, which are written to a file in `folder`, overridden by the user's. Reads standard input or a pipe, since helm runs
 * more than once; throws a `TracerError` for a second one.
 */
export async function readValues(
  folder: string,
  options: object,
  {files, set}: Readonly<Record<'files' | 'set', readonly string[]>>,
  signal: AbortSignal,
) {
  const ofOptions = path.join(folder, 'options.json');
  await writeFile(ofOptions, JSON.stringify(options));
  const args = ['--values', ofOptions];
  let input: string | undefined;
  for (const name of files) {
    const piped = await isPipe(name);
    args.push('--values', piped ? '-' : name);
    if (!piped) continue;
    if (input !== undefined)
      throw new TracerError(
        'only one --values can be standard input or a pipe: write the others to files',
        2,
      );
    input = await text(addAbortSignal(signal, name === '-' ? process.stdin : createReadStream(name)));
  }
  return {args: [...args, ...set], input: input ?? ''};
}

/** Another helm changes the release: ours changed nothing, so there is nothing to diagnose or to remove. */
export class OtherInstallation extends TracerError {}

/** helm's errors when another helm is running, or was killed and left its record. */
const MEANWHILE =
  /another operation \(install\/upgrade\/rollback\) is in progress|release: already exists|cannot re-use a name that is still in use/;

/** The template position in the chart's own errors, which does not help the user. */
const POSITION = /execution error at \([^)]*\): /;

/** The error for a helm that failed with `reason`; `what` could not be done. */
export function helmError(what: string, reason: string, scope: Scope): TracerError {
  if (MEANWHILE.test(reason))
    return new OtherInstallation(
      `another installation is in progress in namespace ${scope.namespace}: wait until it has finished and run the same command again
if it was killed, remove its record, which deletes no data, and run the same command again: \`kubectl delete ${RECORDS} --selector 'owner=helm,name=${RELEASE},status in (pending-install,pending-upgrade,pending-rollback)' ${scopeOptions(scope)}\``,
    );
  const message = reason.replace(POSITION, '').replace('leave backend.enabled out', 'add --skip-backend');
  return new TracerError(`${what}: ${message}`);
}

/**
 * Lets helm render the chart with the cluster's state and the API server validate every object, without changing anything: finds wrong
 * values, kinds that the cluster does not know and objects that belong to something else. Returns the chart's version and source, and the
 * objects.
 */
export async function dryRun(scope: Scope, source: ChartSource, {args, input}: Values, signal: AbortSignal) {
  const flags = [...args, '--dry-run=server', '--output', 'json'];
  const limits = {input, signal, timeout: 120_000};
  const answer = await withChartArgs(source, (chart) =>
    helm(scope, ['upgrade', '--install', RELEASE, ...chart, ...flags], limits),
  );
  if (answer.status !== 0) throw helmError('cannot install the chart', reasonOf(answer), scope);
  const release = parse(answer.stdout);
  const version = textAt(release, 'chart', 'metadata', 'version');
  return {chart: `tracer ${version}${source.from}`, objects: parseManifest(textAt(release, 'manifest'))};
}
