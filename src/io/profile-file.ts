import {statSync} from 'node:fs';
import path from 'node:path';
import type {ProfileOptions} from '../core/profile-options.ts';
import {apiName, DEFAULT_OUTPUT, leavesFolder, outputPath} from '../core/profile-output.ts';
import type {ServiceProfile} from '../core/service-profile.ts';
import {isRemote} from './source.ts';
import {targetFile, toUnwritable} from './write-file.ts';

/** An API of a project: whose profile it is. */
export interface ProjectApi {
  /** The folder of the configuration, absolute. */
  readonly project: string;
  /** The API's name in the configuration; absent when it was named by its path alone. */
  readonly alias?: string | undefined;
  /** The description's absolute path, or its address. */
  readonly description: string;
  /** Files that are read or written otherwise, absolute: a profile must not take their place. */
  readonly taken: readonly string[];
}

/** Where a profile goes, or why it may not go there. */
export type ProfileFile =
  | {readonly file: string; readonly fault?: undefined}
  | {readonly file?: undefined; readonly fault: {readonly message: string; readonly hint: string}};

/** The outputs of this run so far, by file: whose each is. */
export type Outputs = Map<string, string>;

/**
 * The file of an API's profile. It is refused when it lies outside of the project folder and that is not allowed, when it is no
 * regular file, when it is another file of the run, or when another API's profile of this run has it. Files are compared by
 * what symbolic links lead to.
 */
export function profileFile(
  api: ProjectApi,
  profile: ServiceProfile,
  {output = DEFAULT_OUTPUT, allowOutside}: Pick<ProfileOptions, 'output' | 'allowOutside'>,
  outputs: Outputs,
): ProfileFile {
  const name = nameOf(api);
  const file = path.resolve(api.project, outputPath(output, profile, name));
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

function idOf(api: ProjectApi): string {
  return `${nameOf(api)} ${api.description}`;
}

interface Place {
  readonly file: string;
  /** What symbolic links lead to from there. */
  readonly target: string;
  readonly shown: string;
}

function faultOf(
  api: ProjectApi,
  {file, target, shown}: Place,
  allowOutside: boolean,
  owner: string,
): ProfileFile | undefined {
  if (!allowOutside && !(isInside(api.project, file) && isInside(targetFile(api.project), target))) {
    return refused(
      `the profile would be written outside of the project folder, to ${shown}`,
      'keep `output` within the folder of the configuration, or allow it with `allowOutside: true`',
    );
  }
  const existing = statSync(file, {throwIfNoEntry: false});
  if (existing && !existing.isFile() && !existing.isDirectory())
    return refused(`${shown} is no regular file`, 'choose another `output`');
  if (api.taken.some((taken) => taken === file || targetFile(taken) === target))
    return refused(`the profile would replace ${shown}, which is used otherwise`, 'choose another `output`');
  if (owner === idOf(api)) return undefined;
  return refused(
    `the profile would replace ${shown}, which is another API's profile`,
    'put `{api}` into `output`, so that each API has a file of its own',
  );
}

/** What an API is called in the name of its profile and in messages. */
export function nameOf({project, alias, description}: ProjectApi): string {
  if (isRemote(description))
    return apiName(alias, path.posix.basename(new URL(description).pathname) || 'api');
  return apiName(alias, relativePath(project, description));
}

function refused(message: string, hint: string): ProfileFile {
  return {fault: {message, hint}};
}

function isInside(folder: string, file: string): boolean {
  return !leavesFolder(relativePath(folder, file));
}

function relativePath(from: string, to: string): string {
  return path.relative(from, to).split(path.sep).join('/');
}
