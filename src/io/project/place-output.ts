import {lstatSync} from 'node:fs';
import path from 'node:path';
import {hasErrors, type Location, outputError, type Problem} from '../../core/base/problem.ts';
import {resourceId, resourceName, resourceOf} from '../../core/kubernetes/resource.ts';
import type {RunValues} from '../../core/options/options.ts';
import {type OutputNames, outputPath} from '../../core/options/output-path.ts';
import type {ProjectOutput} from '../../core/options/project.ts';
import {outputFile} from '../../core/targets/target.ts';
import {isDescription} from '../read/is-description.ts';
import {isRemote} from '../read/source.ts';
import {toUnwritable} from '../system-error.ts';
import {targetFile} from '../write/write-file.ts';

export interface ConfiguredApi {
  /** The API's name in the configuration; absent when it was given by its path alone: the general options apply to it. */
  readonly alias?: string | undefined;
  /** The description's absolute path, or its address. */
  readonly description: string;
}

/** An API of a project, and what its output must not replace. */
export interface ProjectApi extends ConfiguredApi {
  /** The folder of the configuration, absolute. */
  readonly project: string;
  /** Files that have another use, as `targetFiles` gives them, for all APIs and for this one: an output must not replace them. */
  readonly taken: readonly ReadonlySet<string>[];
}

/** Facts that decide where the output of an API is written, as plain data. */
export interface OutputPlace extends Pick<RunValues, 'allowOutside'> {
  readonly names: Omit<OutputNames, 'api'>;
  readonly output: string;
  readonly location: Location;
}

/** The outputs of this run so far, by file and by object. */
export type Outputs = Map<string, OutputOwner>;

/** Each description has another `id`. */
type OutputOwner = {readonly id: string; readonly name: () => string};

/** An output of a run, and where its problems are reported. */
type Owned = Pick<ProjectOutput, 'objects'> & Readonly<{owner: OutputOwner; location: () => Location}>;

/** The objects that other outputs have too: one of them would replace what the others generate. */
export function repeatedObjects({owner, objects, location}: Owned, hint: string, outputs: Outputs) {
  return objects.flatMap((object) => {
    const resource = resourceOf(object);
    const id = resourceId(resource);
    const other = outputs.get(id) ?? owner;
    outputs.set(id, other);
    if (other.id === owner.id) return [];
    return [
      outputError(`${resourceName(resource)} is generated from ${other.name()} too`, hint, {
        location: location(),
      }),
    ];
  });
}

export function outputPlace(
  {names, target}: Pick<ProjectOutput, 'names' | 'target'>,
  {output = outputFile(target), allowOutside = false}: RunValues,
  location: Location,
): OutputPlace {
  return {names, output, allowOutside, location};
}

/** The file that an output is written to; none when a problem is an error, or when the API is skipped. */
export interface PlacedFile {
  readonly file?: string;
  readonly problems: readonly Problem[];
}

/**
 * Decides where an output is written. It is refused when it is outside of the project folder and that is not allowed, when it is
 * not a regular file, when it is another file of the run, or when it is the output of another API in this run. Files are
 * compared after resolving symbolic links. A note says which objects another output has too: the files may be for different clusters.
 */
export function placeOutput(
  api: ProjectApi,
  {names, output, location, allowOutside = false}: OutputPlace,
  {skipped, problems, objects}: Pick<ProjectOutput, 'skipped' | 'problems' | 'objects'>,
  outputs: Outputs,
): PlacedFile {
  if (skipped !== undefined || hasErrors(problems)) return {problems};
  const name = apiName(api);
  const file = path.resolve(api.project, outputPath(output, {...names, api: name}));
  const shown = relativePath(api.project, file) || '.';
  const isOutside = () =>
    leavesFolder(shown) || leavesFolder(relativePath(targetFile(api.project), targetFile(file)));
  const owner = {id: `${name} ${api.description}`, name: () => name};
  const separate = 'use `{api}` in `output`, so that each API has its own file';
  const fault = outputFault(
    {file, shown, owner, separate, taken: api.taken, ...(!allowOutside && {isOutside})},
    outputs,
  );
  if (fault)
    return {problems: [...problems, outputError(`${name}: ${fault.message}`, fault.hint, {location})]};
  const hint = `apply one of the files only, for example to each cluster its own; or ${SEPARATE_APIS}`;
  const named = {owner: {...owner, id: name}, objects, location: () => location};
  const notes = repeatedObjects(named, hint, outputs).map(
    (problem): Problem => ({...problem, severity: 'note', message: `${name}: ${problem.message}`}),
  );
  return {file, problems: [...problems, ...notes]};
}

export const SEPARATE = 'set another `service.name`, or use `--merge` if they describe one Service';

export const SEPARATE_APIS = 'set another `service.name`, or merge them with `apigen mesh --merge`';

interface ChosenFile extends Pick<ProjectApi, 'taken'> {
  readonly file: string;
  readonly shown: string;
  readonly owner: OutputOwner;
  /** How to choose a file for each description. */
  readonly separate: string;
  readonly isOutside?: () => boolean;
}

/** Why an output cannot be written to a file. Where it can, it has it: another output for this file is refused. */
export function outputFault({file, shown, owner, taken, separate, isOutside}: ChosenFile, outputs: Outputs) {
  try {
    const target = targetFile(file);
    if (isOutside?.())
      return {
        message: `output outside of the project folder: ${shown}`,
        hint: 'choose an `output` in the folder of the configuration, or set `allowOutside: true`',
      };
    // Not `statSync`, which from Node 22 on does not throw when a part of the path is a file.
    const existing = lstatSync(target, {throwIfNoEntry: false});
    const hint = 'choose another output';
    if (existing && !existing.isFile()) return {message: `${shown} is not a regular file`, hint};
    if (taken.some((files) => files.has(path.resolve(file)) || files.has(target)))
      return {message: `the output would replace ${shown}, which this run reads or writes`, hint};
    if (isDescription(target))
      return {message: `the output would replace ${shown}, an OpenAPI description`, hint};
    const other = outputs.get(target) ?? owner;
    const message = () => `the output would replace ${shown}, which is the output of ${other.name()}`;
    if (other.id !== owner.id) return {message: message(), hint: separate};
    outputs.set(target, owner);
    return undefined;
  } catch (error) {
    const {message, hint} = toUnwritable(error);
    return {message: `${shown}: ${message}`, hint};
  }
}

/** Files by their paths as given and without symbolic links. */
export function targetFiles(files: readonly string[]): ReadonlySet<string> {
  return new Set(files.flatMap((file) => [file, targetFile(file)]));
}

/**
 * The name of an API in output paths and messages: its name in the configuration, else its description's path relative to the
 * project folder without its extension, so that descriptions in different folders differ.
 */
export function apiName({project, alias, description}: Omit<ProjectApi, 'taken'>): string {
  if (alias !== undefined) return alias;
  const file = isRemote(description)
    ? path.posix.basename(new URL(description).pathname) || 'api'
    : relativePath(project, description);
  const stem = file.replace(/\.[^./]+$/, '');
  return leavesFolder(stem) ? path.posix.basename(stem) : stem;
}

/** True when a relative path points outside of its folder, or to the folder itself. */
export function leavesFolder(relative: string): boolean {
  return /^\.\.(?:\/|$)|^\/|^[A-Za-z]:/.test(relative);
}

/** A path relative to a folder, with slashes on every system. */
export function relativePath(from: string, to: string): string {
  return path.relative(from, to).split(path.sep).join('/');
}
