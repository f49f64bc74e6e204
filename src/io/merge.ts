import {type Generated, NOTHING} from '../core/generate.ts';
import {generateMerged, type PartToMerge} from '../core/merge/generate-merged.ts';
import type {Problem} from '../core/problem.ts';
import type {RunValues} from '../core/run/options.ts';
import type {FlagValues} from '../core/settings/table.ts';
import {expandSources} from './many/expand-sources.ts';
import type {DocumentText} from './read/parse-document.ts';
import {readDescription, UnreadableDescription} from './read/read-description.ts';
import {RemoteTime} from './read/read-limits.ts';
import {documentNames} from './report/report.ts';

/** The descriptions of one Service, and the flags for all of them. */
interface MergeRequest extends RunValues {
  readonly in: readonly string[];
  readonly settings: FlagValues;
}

interface Merged extends Generated, Pick<ReadParts, 'sources' | 'run'> {
  readonly texts: ReadonlyMap<string, DocumentText>;
}

/** Reads several descriptions of one Service, and generates one output from all of them. */
export async function readAndMerge(request: MergeRequest): Promise<Merged> {
  const {parts, problems, ...read} = await readParts(request);
  return {...(problems.length > 0 ? {...NOTHING, problems} : generateMerged(parts, request)), ...read};
}

interface ReadParts extends Pick<Merged, 'problems' | 'texts'> {
  readonly parts: readonly PartToMerge[];
  /** The files that patterns match. */
  readonly sources: readonly string[];
  readonly run: MergeRequest & {readonly remoteTime: RemoteTime};
}

/** Reads several descriptions of one Service. The problems are the reasons for which one of them could not be read. */
export async function readParts(request: MergeRequest): Promise<ReadParts> {
  const run = {...request, remoteTime: new RemoteTime()};
  const parts: PartToMerge[] = [];
  const unreadable: Problem[] = [];
  const texts = new Map<string, DocumentText>();
  const {sources, problems: unmatched} = await expandSources(request.in);
  const read = {parts, sources, run, texts};
  if (unmatched.length > 0) return {...read, problems: unmatched};
  for (const source of sources) {
    const part = await readPart(source, run);
    for (const [uri, text] of part.texts) texts.set(uri, text);
    if (part instanceof UnreadableDescription) unreadable.push(...part.problems);
    else parts.push({...part, name: documentNames(source, '')(part.uri)});
  }
  return {...read, problems: unreadable};
}

/** All descriptions that cannot be read are reported. */
async function readPart(source: string, run: Parameters<typeof readDescription>[1]) {
  try {
    return await readDescription(source, run);
  } catch (error) {
    if (error instanceof UnreadableDescription) return error;
    throw error;
  }
}
