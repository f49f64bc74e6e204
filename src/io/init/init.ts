import {constants} from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {settingProblems} from '../../core/check.ts';
import {identify} from '../../core/identify.ts';
import type {Problem} from '../../core/problem.ts';
import type {FlagValues} from '../../core/settings/table.ts';
import {ClusterFailed} from '../cluster/kubectl.ts';
import {writeOutputs} from '../many/deliver-outputs.ts';
import {type Description, readDescription, UnreadableDescription} from '../read/read-description.ts';
import {documentNames, report} from '../report/report.ts';
import type {Terminal} from '../write/output.ts';
import {unifiedDiff} from '../write/unified-diff.ts';
import {UnwritableFile} from '../write/unwritable-file.ts';
import {chooseService} from './choose-service.ts';
import {clusterServices} from './cluster-services.ts';
import {completeSettings, type Known, type Settings} from './complete-settings.ts';
import {findDescriptions} from './find-descriptions.ts';
import {type FileChange, Refused, refused} from './plan.ts';
import {planDescription} from './plan-description.ts';
import {chooseFiles, projectFilePlanner} from './project-file-planner.ts';
import type {ProjectFileKey} from './project-files.ts';
import {Interrupted, type Questions} from './questions.ts';
import {meshErrors} from './setting-errors.ts';
import {suggestSettings} from './suggest-settings.ts';

/** What `apigen init` is asked to do. */
export interface InitRequest {
  /** The file of a description; absent to look for one in the working directory. */
  readonly in?: string | undefined;
  readonly settings: FlagValues;
  readonly files: readonly ProjectFileKey[];
  /** Take the Service from the cluster of kubectl's current context. */
  readonly fromCluster: boolean;
  /** Write without a question. */
  readonly yes: boolean;
  readonly version: string;
}

/**
 * Inserts settings into a description and sets up files of other tools, after printing the difference.
 *
 * @param questions absent where nobody can be asked
 * @returns the exit code: 0 done or nothing to do, 1 when something cannot be changed or is not known, or nobody has agreed to write,
 *   130 after Ctrl-C
 */
export async function runInit(
  request: InitRequest,
  terminal: Terminal,
  questions: Questions | undefined,
): Promise<number> {
  const asked = request.yes ? undefined : questions;
  try {
    const changes = await plan(request, terminal.folder, asked);
    return await deliver(changes, request, terminal, asked);
  } catch (error) {
    if (error instanceof Interrupted) {
      terminal.error('apigen: interrupted, nothing written\n');
      return 128 + constants.signals.SIGINT;
    }
    terminal.error(failure(error, request, terminal));
    return 1;
  }
}

function failure(error: unknown, request: InitRequest, {folder}: Terminal): string {
  const {problems, texts} = refusalOf(error);
  return report(problems, {texts, nameOf: documentNames(request.in ?? [], folder)});
}

function refusalOf(error: unknown): Pick<Refused, 'problems' | 'texts'> {
  if (error instanceof ClusterFailed) return refused(error.message, error.hint);
  if (error instanceof UnwritableFile) return refused(error.message, error.hint);
  if (error instanceof Refused || error instanceof UnreadableDescription) return error;
  throw error;
}

async function plan(
  request: InitRequest,
  folder: string,
  questions: Questions | undefined,
): Promise<readonly FileChange[]> {
  const source = request.in ?? (await chooseDescription(folder, questions));
  const description = await readDescription(source);
  const identified = identify(description.document, description.uri);
  if (!('version' in identified)) throw new Refused([identified], description.texts);
  const errors = meshErrors(description.document, description);
  const invalid = settingProblems(errors);
  if (invalid.length > 0) throw new Refused(invalid, description.texts);
  const known = knownOf(request, description);
  const found = request.fromCluster ? await fromCluster(known, questions) : known;
  const settings = await completeSettings(found, questions);
  const file = fileURLToPath(description.uri);
  const api = String({...found.existing, ...settings}['service.name'] ?? path.parse(file).name);
  const planned = await planDescription(source, description, settings, errors);
  const planFile = projectFilePlanner({file, api, version: request.version}, folder);
  const files = questions ? await chooseFiles(request.files, planFile, questions) : request.files;
  return [planned, ...planAll(files, planFile)];
}

/** @throws Refused with the problems of all files that cannot be changed */
function planAll(
  files: readonly ProjectFileKey[],
  planFile: (key: ProjectFileKey) => FileChange,
): readonly FileChange[] {
  const problems: Problem[] = [];
  const changes = files.flatMap((key) => {
    try {
      return [planFile(key)];
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      problems.push(...error.problems);
      return [];
    }
  });
  if (problems.length > 0) throw new Refused(problems);
  return changes;
}

function knownOf({settings}: InitRequest, {document, openapi}: Description): Known {
  const given = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  const existing: Settings = {...openapi?.settings.values};
  return {given, existing, suggested: {...suggestSettings(document), 'path.base': openapi?.serverPath}};
}

/** With the Service of the cluster as if it were given by flags. */
async function fromCluster(known: Known, questions: Questions | undefined): Promise<Known> {
  const {name, namespace, ports} = await chooseService(await clusterServices(), known, questions);
  const found: Settings = {'service.name': name, 'service.namespace': namespace};
  const added = Object.entries(found).filter(([key]) => !(key in known.existing));
  const [port, another] = ports;
  return {
    ...known,
    given: {...Object.fromEntries(added), ...known.given},
    suggested: {
      ...known.suggested,
      ...(port !== undefined && another === undefined && {'service.port': String(port)}),
    },
  };
}

async function chooseDescription(folder: string, questions: Questions | undefined): Promise<string> {
  const found = findDescriptions(folder);
  const [only, another] = found;
  if (only === undefined) throw refused('no OpenAPI description in this folder', 'name it with `-i <file>`');
  if (another === undefined) return only;
  if (questions)
    return questions.choose(
      'Description',
      found.map((value) => ({name: value, value})),
    );
  const named = found.slice(0, MOST_NAMED).join(', ');
  throw refused(`${found.length} OpenAPI descriptions in this folder`, `name one with \`-i\`: ${named}`);
}

/** The most descriptions that a message names. */
const MOST_NAMED = 10;

async function deliver(
  planned: readonly FileChange[],
  {yes}: InitRequest,
  terminal: Terminal,
  questions: Questions | undefined,
): Promise<number> {
  const changes = planned.filter(({before, text}) => before !== text);
  if (changes.length === 0) {
    terminal.error(`apigen: ${planned.map(({file}) => file).join(', ')}: nothing to change\n`);
    return 0;
  }
  for (const {file, before, text} of changes) terminal.out(unifiedDiff(file, before, text));
  if (questions ? !(await questions.confirm('Write this?')) : !yes) {
    const hint = questions ? '' : '; to write it, run the same command with `--yes`';
    terminal.error(`apigen: nothing written${hint}\n`);
    return 1;
  }
  const results = writeOutputs(changes, terminal, false);
  if ([...results.values()].some((result) => result !== 'written')) return 1;
  terminal.error(`apigen: wrote ${changes.map(({file}) => file).join(', ')}\n`);
  for (const next of new Set(changes.flatMap((change) => change.next ?? [])))
    terminal.error(`next: ${next}\n`);
  return 0;
}
