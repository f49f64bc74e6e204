import {existsSync} from 'node:fs';
import {isMap, ownValue} from '../../../core/base/json.ts';
import {type FoundFault, inputError, outputError, type Problem} from '../../../core/base/problem.ts';
import {quote} from '../../../core/base/quote.ts';
import {EXTENSION} from '../../../core/settings/table.ts';
import {documentNames} from '../../print/problems.ts';
import type {ReadDescription} from '../../read/read-description.ts';
import {RemoteTime} from '../../read/read-limits.ts';
import {isRemote, uriOf} from '../../read/source.ts';
import {
  type Inputs,
  type Loaded,
  loadDescription,
  loadMerged,
  type RunFiles,
  type RunRequest,
  type RunSources,
} from '../load/load-description.ts';

/** Finds the descriptions, or the APIs of a configuration file, that a run is about; `folder` is the working directory. */
export async function findInputs(request: RunRequest, folder: string): Promise<Inputs> {
  const run = {...request, remoteTime: request.remoteTime ?? new RemoteTime()};
  const {config} = run;
  if (run.fromServices) {
    const {serviceInputs} = await import('./service-inputs.ts');
    return serviceInputs(run, folder);
  }
  if (config !== undefined) {
    const {projectInputs} = await import('./project-inputs.ts');
    return projectInputs({...run, config}, folder);
  }
  const {sources, problems} = await expandSources(run.in ?? []);
  const load = isSeveral(run) && !run.allowEmpty ? loadUnlessEmpty : loadDescription;
  const loads = run.merge
    ? [() => loadMerged(sources, run)]
    : sources.map((source) => () => load(source, run));
  const isLoaded = sources.length > 0 && (problems.length === 0 || run.keepGoing);
  return {
    loads: isLoaded ? loads : [],
    problems,
    status: isLoaded ? 1 : 2,
    run,
    noun: 'description',
    subject: [sources.length, 'description'],
    texts: new Map(),
    nameOf: documentNames(sources, folder),
    files: [],
  };
}

/** One of several descriptions. It is skipped if it has nothing for a mesh, such as a file of schemas that a pattern matches. */
async function loadUnlessEmpty(source: string, run: Inputs['run']): Promise<Loaded> {
  const loaded = await loadDescription(source, run);
  const skipped = loaded.parts.map(whySkipped).find(Boolean);
  return skipped === undefined ? loaded : {...loaded, parts: [], skipped};
}

/** Why one of several descriptions is skipped, if it is. Missing `paths` are no reason to report it, misspelled ones are. */
export function whySkipped({document, openapi}: ReadDescription): string | undefined {
  const isMore = ({code, suggestion}: FoundFault) => code !== 'paths' || suggestion !== undefined;
  if (openapi === undefined || openapi.hasSettings || openapi.faults.some(isMore)) return undefined;
  const paths = ownValue(document, 'paths') ?? {};
  const isEmpty = isMap(paths) && Object.keys(paths).length === 0;
  return isEmpty ? `skipped: neither paths nor \`${EXTENSION}\`` : undefined;
}

/** There is no output, or no route, of any input; `hint` is for APIs of a configuration file. */
export function allSkipped(thing: string, noun: Inputs['noun'], hint: string): Problem {
  const fix = noun === 'API' ? hint : 'name a description with paths';
  return outputError(`no ${thing}: every ${noun} was skipped`, fix);
}

/** True for several descriptions, or what may give several, as a configuration file unless one of its APIs is named. */
export function isSeveral({config, apis = [], in: names = [], fromServices = false}: RunSources): boolean {
  if (config !== undefined) return apis.length !== 1;
  return fromServices || names.length > 1 || names.some(isPattern);
}

/** Whether the files of a run have names of their own: of APIs (tests aside), of several descriptions, and in a folder. */
export function namesFiles(run: RunFiles): boolean {
  const {config, tests, merge, out, check} = run;
  const name = out ?? check ?? '';
  const isFolder = () => name.endsWith('/') || (name !== '' && existsSync(`${name}/`));
  return (config !== undefined && !tests) || (!merge && isSeveral(run)) || isFolder();
}

/** True for a glob pattern rather than the name of a file or an address. */
export function isPattern(name: string): boolean {
  return /[*?[{]/.test(name) && !isRemote(name) && !existsSync(name);
}

/**
 * Replaces glob patterns by the files that match them, in the order of their paths; a file that several match is read once. A folder
 * that cannot be searched is a problem, since there may be descriptions in it.
 *
 * @param base what patterns are relative to, for messages
 */
export async function expandSources(names: readonly string[], base = 'the working directory') {
  const expanded = await Promise.all(
    names.map((name) => (isPattern(name) ? expand(name, base) : {sources: [name], problems: []})),
  );
  const byUri = new Map<string, string>();
  for (const name of expanded.flatMap(({sources}) => sources))
    if (!byUri.has(uriOf(name))) byUri.set(uriOf(name), name);
  return {sources: [...byUri.values()], problems: expanded.flatMap(({problems}) => problems)};
}

async function expand(pattern: string, base: string) {
  const {matchingFiles} = await import('./matching-files.ts');
  const {files, unreadable} = matchingFiles(pattern);
  const problems = [...unreadable].map(([folder, {message}]) =>
    inputError(
      `cannot search ${quote(folder)} for ${quote(pattern)}: ${message}`,
      'check the permissions of the folder',
    ),
  );
  if (files.length > 0 || problems.length > 0) return {sources: files, problems};
  const hint = `check the pattern; it is relative to ${base}, and \`**\` matches any folders`;
  return {sources: [], problems: [inputError(`no file matches ${quote(pattern)}`, hint)]};
}
