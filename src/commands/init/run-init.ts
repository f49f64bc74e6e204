import {constants} from 'node:os';
import path from 'node:path';
import {isOfSetting} from '../../core/check.ts';
import type {FlagValues, SettingValues} from '../../core/settings/table.ts';
import {documentNames, printProblems} from '../../io/print/report.ts';
import {printDiff} from '../../io/print/style.ts';
import {readDescription, UnreadableDescription} from '../../io/read/read-description.ts';
import {isRemote, STANDARD_INPUT} from '../../io/read/source.ts';
import {writeOutputs} from '../../io/run/deliver-outputs.ts';
import {descriptionsIn} from '../../io/run/descriptions-in.ts';
import {expandSources} from '../../io/run/inputs.ts';
import {FixableError} from '../../io/system-error.ts';
import type {Terminal} from '../../io/write/output.ts';
import {unifiedDiff} from '../../io/write/unified-diff.ts';
import {isInterrupted} from '../confirm.ts';
import {clusterServices, withClusterService} from './cluster-service.ts';
import {type Asking, completeSettings, type Known} from './complete-settings.ts';
import {type FileChange, firstOf, type Questions, Refused, refused} from './plan.ts';
import {meshErrors, planDescription} from './plan-description.ts';
import {
  chooseFiles,
  commandFor,
  committed,
  type Project,
  type ProjectFileKey,
  planProjectFile,
} from './project-files.ts';
import {suggestPrefix, suggestSettings} from './suggest-settings.ts';

export interface InitRequest {
  /** Files and patterns of descriptions; none to look for one in the working directory. */
  readonly in: readonly string[];
  readonly settings: FlagValues;
  readonly files: readonly ProjectFileKey[];
  readonly fromCluster: boolean;
  readonly yes: boolean;
  readonly version: string;
}

/**
 * Inserts settings into a description and creates files of other tools, after printing the difference.
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
    return await planAndWrite(request, terminal, asked);
  } catch (error) {
    if (isInterrupted(error)) {
      terminal.error('apigen: interrupted, nothing written\n');
      return 128 + constants.signals.SIGINT;
    }
    const refusal = error instanceof FixableError ? refused(error.message, error.hint) : error;
    if (!(refusal instanceof UnreadableDescription)) throw error;
    const {problems, texts} = refusal;
    printProblems(terminal, problems, {texts, nameOf: documentNames(request.in, terminal.folder)});
    return 1;
  }
}

async function planAndWrite(
  request: InitRequest,
  terminal: Terminal,
  questions: Questions | undefined,
): Promise<number> {
  const {folder} = terminal;
  const inputs = request.in.length > 0 ? request.in : [await findDescription(folder, questions)];
  if (inputs.some((name) => name === '' || name === STANDARD_INPUT || isRemote(name)))
    throw refused('expected a file with an OpenAPI description', 'name it with `-i <file>`');
  const {sources, problems} = await expandSources(inputs);
  if (problems.length > 0) throw new Refused(problems, new Map());
  const given: SettingValues = Object.fromEntries(
    Object.entries(request.settings).filter(([, value]) => value !== undefined),
  );
  const isSeveral = sources.length > 1;
  if (isSeveral && given['service.name'] !== undefined)
    throw refused('`--service.name` is for one description', 'set it in each of them');
  // Whatever is wrong with one of them is said before anything is asked.
  const descriptions = await Promise.all(sources.map(readUsable));
  const services = request.fromCluster ? await clusterServices() : undefined;
  const asking: Asking = {questions, isSeveral, answers: new Map(), sources: new Map()};
  const changes: FileChange[] = [];
  const apis: Project['apis'][number][] = [];
  for (const {source, errors, ...description} of descriptions) {
    const {openapi, document} = description;
    const existing = {...openapi?.settings.values};
    const suggested = {...suggestSettings(document), ...(openapi && suggestPrefix(openapi))};
    const known: Known = {source, given, existing, suggested};
    const found = services ? await withClusterService(known, services, questions) : known;
    const settings = await completeSettings(found, asking);
    changes.push(await planDescription(source, description, settings, errors));
    const name = settings['service.name'] ?? existing['service.name'] ?? '';
    asking.sources.set(name, source);
    apis.push({name, file: path.relative(folder, path.resolve(folder, source))});
  }
  const project = {apis, inputs, version: request.version};
  const planFile = (key: ProjectFileKey) => planProjectFile(key, project, folder);
  const keys = questions ? await chooseFiles(request.files, planFile, questions) : request.files;
  const next = keys.includes('github-actions')
    ? commandFor('mesh', inputs, '-o', committed(project))
    : commandFor('apply', inputs);
  return deliver([...changes, ...keys.map(planFile)], next, request, terminal, questions);
}

/** The description in a folder or below it; of several, the one that the user chooses. */
async function findDescription(folder: string, questions: Questions | undefined): Promise<string> {
  const found = descriptionsIn(folder);
  const [only, another] = found;
  if (only === undefined) throw refused('no OpenAPI description in this folder', 'name it with `-i <file>`');
  if (another === undefined) return only;
  const choices = found.map((value) => ({name: value, value}));
  if (questions) return questions.choose('Description', choices);
  const count = `${found.length} OpenAPI descriptions in this folder`;
  throw refused(count, `name one with \`-i\`: ${firstOf(found)}`);
}

/** A description, and what `apigen mesh` finds wrong with it already; a wrong setting has to be corrected first. */
async function readUsable(source: string) {
  const description = await readDescription(source);
  const errors = meshErrors(description.document, description);
  const unusable = description.openapi ? errors.filter(isOfSetting) : errors;
  if (unusable.length > 0) throw new Refused(unusable, description.texts);
  return {...description, source, errors};
}

async function deliver(
  planned: readonly FileChange[],
  next: string,
  {yes}: InitRequest,
  terminal: Terminal,
  questions: Questions | undefined,
): Promise<number> {
  const changes = planned.filter(({before, text}) => before !== text);
  for (const {file, before, text} of changes) printDiff(terminal, unifiedDiff(file, before, text));
  if (changes.length > 0) {
    if (questions ? !(await questions.confirm('Write this?')) : !yes) {
      const hint = questions ? '' : '; to write it, run the same command with `--yes`';
      terminal.error(`apigen: nothing written${hint}\n`);
      return 1;
    }
    const results = writeOutputs(
      changes.map((change) => ({...change, shown: change.file})),
      terminal,
      false,
    );
    if ([...results.values()].some((result) => result !== 'written')) return 1;
    terminal.error(`apigen: wrote ${namesOf(changes)}\n`);
  } else {
    const done = planned.filter(({toAdd}) => toAdd === undefined);
    terminal.error(`apigen: ${namesOf(done)}: nothing to change\n`);
  }
  for (const {file, toAdd} of planned)
    if (toAdd !== undefined) terminal.error(`next: add to ${file}:\n${toAdd}\n`);
  if (changes.length > 0) terminal.error(`next: apigen ${next}\n`);
  return 0;
}

function namesOf(changes: readonly FileChange[]): string {
  return changes.length > 10 ? `${changes.length} files` : changes.map(({file}) => file).join(', ');
}
