import {statSync} from 'node:fs';
import path from 'node:path';
import type {RunValues} from '../../core/run/options.ts';
import {apiName, leavesFolder, type OutputNames, outputPath} from '../../core/run/output-path.ts';
import {isRemote} from '../read/source.ts';
import {toUnwritable} from '../write/unwritable-file.ts';
import {targetFile} from '../write/write-file.ts';

/** An API of a project. */
export interface ProjectApi {
  /** The folder of the configuration, absolute. */
  readonly project: string;
  /** The API's name in the configuration; absent when it was given by its path alone. */
  readonly alias?: string | undefined;
  /** The description's absolute path, or its address. */
  readonly description: string;
  /** Files that have another use, as `targetFiles` gives them, for all APIs and for this one: an output must not replace them. */
  readonly taken: readonly ReadonlySet<string>[];
}

/** Where an output is written, or why it cannot be written there. */
export type OutputFile =
  | {readonly file: string; readonly fault?: undefined}
  | {readonly file?: undefined; readonly fault: {readonly message: string; readonly hint: string}};

/** The outputs of this run so far: the API of each, by file. */
export type Outputs = Map<string, string>;

/**
 * The file of an API's output. It is refused when it is outside of the project folder and that is not allowed, when it is not a
 * regular file, when it is another file of the run, or when it is the output of another API in this run. Files are compared
 * after resolving symbolic links.
 */
export function outputFile(
  api: ProjectApi,
  names: Omit<OutputNames, 'api'>,
  {output, allowOutside = false}: {readonly output: string} & Pick<RunValues, 'allowOutside'>,
  outputs: Outputs,
): OutputFile {
  const file = path.resolve(api.project, outputPath(output, {...names, api: nameOf(api)}));
  const shown = relativePath(api.project, file);
  try {
    const target = targetFile(file);
    const fault = faultOf(api, {file, target, shown}, allowOutside, outputs.get(target) ?? idOf(api));
    if (fault === undefined) outputs.set(target, idOf(api));
    return fault ?? {file};
  } catch (error) {
    const {message, hint} = toUnwritable(error);
    return refused(`${shown}: ${message}`, hint);
  }
}

/** Files by their paths as given and without symbolic links. */
export function targetFiles(files: readonly string[]): ReadonlySet<string> {
  return new Set(files.flatMap((file) => [file, ...targetsOf(file)]));
}

/** None for a circular link, which nothing can be read from. */
function targetsOf(file: string): readonly string[] {
  try {
    return [targetFile(file)];
  } catch {
    return [];
  }
}

function idOf(api: ProjectApi): string {
  return `${nameOf(api)} ${api.description}`;
}

interface Place {
  readonly file: string;
  /** The file after resolving symbolic links. */
  readonly target: string;
  readonly shown: string;
}

function faultOf(
  api: ProjectApi,
  {file, target, shown}: Place,
  allowOutside: boolean,
  owner: string,
): OutputFile | undefined {
  if (!allowOutside && !(isInside(api.project, file) && isInside(targetFile(api.project), target))) {
    return refused(
      `output outside of the project folder: ${shown}`,
      'choose an `output` in the folder of the configuration, or set `allowOutside: true`',
    );
  }
  const existing = statSync(file, {throwIfNoEntry: false});
  if (existing && !existing.isFile())
    return refused(`${shown} is not a regular file`, 'choose another `output`');
  if (api.taken.some((files) => files.has(file) || files.has(target)))
    return refused(
      `the output would replace ${shown}, which this run reads or writes`,
      'choose another `output`',
    );
  if (owner === idOf(api)) return undefined;
  return refused(
    `the output would replace ${shown}, which is the output of another API`,
    'use `{api}` in `output`, so that each API has its own file',
  );
}

/** The name of an API in output paths and messages. */
export function nameOf({project, alias, description}: ProjectApi): string {
  if (alias !== undefined) return alias;
  const file = isRemote(description)
    ? path.posix.basename(new URL(description).pathname) || 'api'
    : relativePath(project, description);
  return apiName(undefined, file);
}

function refused(message: string, hint: string): OutputFile {
  return {fault: {message, hint}};
}

function isInside(folder: string, file: string): boolean {
  return !leavesFolder(relativePath(folder, file));
}

function relativePath(from: string, to: string): string {
  return path.relative(from, to).split(path.sep).join('/');
}
