import {hasErrors, type Location, type Problem} from '../../../core/base/problem.ts';
import {type Checked, type CheckOptions, check} from '../../../core/generate/check.ts';
import {readDescribed} from '../../../core/generate/described.ts';
import type {OwnObjects} from '../../../core/kubernetes/own-objects.ts';
import type {Resource} from '../../../core/kubernetes/resource.ts';
import type {RunValues} from '../../../core/options/options.ts';
import type {projectOptions} from '../../../core/options/project.ts';
import type {FlagValues} from '../../../core/settings/table.ts';
import {documentNames, type Places} from '../../print/problems.ts';
import type {ConfiguredApi} from '../../project/place-output.ts';
import type {RedoclyProject} from '../../project/redocly-config.ts';
import {
  type ReadDescription,
  type ReadOptions,
  readDescription,
  UnreadableDescription,
} from '../../read/read-description.ts';
import type {RemoteTime} from '../../read/read-limits.ts';
import {uriOf} from '../../read/source.ts';
import type {PathBase} from '../../system-error.ts';

/** The input of a run, and the flags for all of it. */
export interface RunRequest extends RunValues, Pick<ReadOptions, 'tests' | 'remoteTime'> {
  readonly settings?: FlagValues;
  /** Names or paths of APIs in the configuration file; none means all. */
  readonly apis?: readonly string[];
  readonly comparedWith?: 'files' | 'cluster';
}

/** What is asked for one description: the flags, or the options of its API in a configuration file. */
type DescriptionOptions = CheckOptions & Pick<RunValues, 'strict' | 'overlays' | 'output' | 'allowOutside'>;

/** What says which descriptions a run has. */
export type RunSources = Pick<RunRequest, 'config' | 'apis' | 'in' | 'fromServices' | 'merge'>;

/** What says where the outputs of a run are. */
export type RunFiles = RunSources & Pick<RunRequest, 'out' | 'check' | 'tests'>;

/** The exit code of a run that fails: 2 when the command line is wrong, 1 for all else. */
export type FailedStatus = 1 | 2;

/** The descriptions of a run, before they are read. */
export interface Inputs extends Places {
  /** Reads each of them; one after another, since they share the time for remote documents. */
  readonly loads: readonly (() => Promise<Loaded>)[];
  /** Why there are none. */
  readonly problems: readonly Problem[];
  /** The exit code for these problems; 1 if absent. */
  readonly status?: FailedStatus;
  readonly run: RunRequest & {readonly remoteTime: RemoteTime};
  readonly noun: 'description' | 'API' | 'Service';
  readonly project?: RedoclyProject;
  /** The configuration and the files that it extends. */
  readonly files: readonly string[];
}

/** A description, several that are merged, or an API of a configuration file, as it was read. */
export interface Loaded {
  /** As the user named it. */
  readonly source: string;
  /** The same in messages: `<stdin>`, an address without its password. */
  readonly name: string;
  /** Empty when several were merged. */
  readonly uri: string;
  /** The description, or those that are merged; empty when one of them could not be read, and when it is skipped. */
  readonly parts: readonly (ReadDescription & {readonly name: string})[];
  readonly isMerged?: boolean;
  readonly problems: readonly Problem[];
  readonly texts: Places['texts'];
  /** With the overlays that were applied. */
  readonly options: DescriptionOptions;
  readonly configured?: Pick<ReturnType<typeof projectOptions>, 'placeAtOption'> & {
    readonly api: ConfiguredApi;
    /** Where the file of the output is chosen. */
    readonly outputAt: Location;
  };
  /** The Service that serves it, or did. */
  readonly service?: Resource;
  /** How the objects are found that were made from what a Service served that serves nothing now. */
  readonly own?: readonly OwnObjects[];
  /** Why there is nothing to generate, when that is not an error. */
  readonly skipped?: string;
}

/** Reads a description. What is wrong with it is among the problems; `base` is what a relative path is relative to, for these. */
export async function loadDescription(
  source: string,
  options: DescriptionOptions & ReadOptions,
  base?: PathBase,
): Promise<Loaded> {
  const uri = uriOf(source);
  const name = documentNames(source, '')(uri);
  try {
    const description = await readDescription(source, options, base);
    const parts = [{...description, name}];
    return {source, name, uri, options, parts, problems: [], texts: description.texts};
  } catch (error) {
    if (!(error instanceof UnreadableDescription)) throw error;
    return {source, name, uri, options, parts: [], problems: error.problems, texts: error.texts};
  }
}

/** Reads several descriptions of one Service. All that cannot be read are reported. */
export async function loadMerged(sources: readonly string[], options: DescriptionOptions): Promise<Loaded> {
  const all: Loaded[] = [];
  for (const source of sources) all.push(await loadDescription(source, options));
  const problems = all.flatMap((one) => one.problems);
  const name = all.map((one) => one.name).join(', ');
  return {
    source: name,
    name,
    uri: '',
    options,
    parts: problems.length > 0 ? [] : all.flatMap(({parts}) => parts),
    isMerged: true,
    problems,
    texts: new Map(all.flatMap(({texts}) => [...texts])),
  };
}

/** The URIs of all documents of a description: those that were read, and those that could not be. */
export function allDocuments({uri, parts, texts, options}: Loaded): readonly string[] {
  const uris = [
    uri,
    ...(options.overlays ?? []).map(uriOf),
    ...texts.keys(),
    ...parts.flatMap(({documents}) => [...documents.keys()]),
  ];
  return [...new Set(uris.filter((one) => one !== ''))];
}

/** Checks a description, or those that are merged, by the rules. */
export async function checkLoaded({parts, problems, options, ...loaded}: Loaded): Promise<Checked> {
  const [first] = parts;
  if (first === undefined || hasErrors(problems))
    return {problems, isForMesh: true, toOrigin: (thing) => thing};
  if (loaded.isMerged) {
    const {checkMerged} = await import('../../../core/generate/generate-merged.ts');
    return checkMerged(parts, options);
  }
  const checked = check(readDescribed(first.document, first), options);
  const place = loaded.configured?.placeAtOption;
  return place ? {...checked, problems: checked.problems.map(place)} : checked;
}
