import {constants} from 'node:os';
import path from 'node:path';
import {inputNote} from '../../core/base/problem.ts';
import type {FlagValues} from '../../core/settings/table.ts';
import {versionProblems} from '../../core/targets/version-needs.ts';
import {documentNames, printProblems} from '../../io/print/problems.ts';
import {printDiff} from '../../io/print/style.ts';
import {textTable} from '../../io/print/text-table.ts';
import {descriptionsIn} from '../../io/read/descriptions-in.ts';
import {UnreadableDescription} from '../../io/read/read-description.ts';
import {isRemote, STANDARD_INPUT} from '../../io/read/source.ts';
import {writeOutputs} from '../../io/run/deliver/output-files.ts';
import {expandSources} from '../../io/run/find/inputs.ts';
import {FixableError} from '../../io/system-error.ts';
import type {Terminal} from '../../io/write/output.ts';
import {unifiedDiff} from '../../io/write/unified-diff.ts';
import {isInterrupted} from '../process-terminal.ts';
import {type FileChange, firstOf, type InitRun, type Questions, Refused, refusal} from './asking.ts';
import {changeDescriptions, readUsable} from './change-descriptions.ts';
import {clusterServices} from './cluster-service.ts';
import {
  changeProjectFile,
  chooseFiles,
  commandFor,
  committedCommand,
  PACKAGE,
  type ProjectFileKey,
} from './project-files.ts';

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
    return await changeFiles(request, terminal, asked);
  } catch (error) {
    if (isInterrupted(error)) {
      terminal.error('apigen: interrupted, nothing written\n');
      return 128 + constants.signals.SIGINT;
    }
    const stopped = error instanceof FixableError ? refusal(error.message, error.hint) : error;
    if (!(stopped instanceof UnreadableDescription)) throw error;
    const {problems, texts} = stopped;
    printProblems(terminal, problems, {texts, nameOf: documentNames(request.in, terminal.folder)});
    return 1;
  }
}

async function changeFiles(request: InitRequest, terminal: Terminal, questions?: Questions) {
  const {folder} = terminal;
  const inputs = request.in.length > 0 ? request.in : await findDescriptions(folder, questions);
  if (inputs.some((name) => name === '' || name === STANDARD_INPUT || isRemote(name)))
    throw refusal('expected a file with an OpenAPI description', 'name it with `-i <file>`');
  const {sources, problems} = await expandSources(inputs);
  if (problems.length > 0) throw new Refused(problems, new Map());
  // Whatever is wrong with one of them is said before anything is asked.
  const descriptions = await readUsable(sources, terminal);
  const services = request.fromCluster ? await clusterServices() : undefined;
  const maps = {answers: new Map(), sources: new Map(), guesses: []};
  const run = {questions, isSeveral: sources.length > 1, services, ...maps};
  const {changes, apis} = await changeDescriptions(request.settings, descriptions, run, folder);
  const project = {apis, inputs: await asOneInput(inputs, sources), version: request.version};
  const {file, before, toAdd} = changeProjectFile('redocly', project, folder);
  const hasRedocly = before !== undefined && toAdd === undefined;
  const withKeys = (keys: readonly ProjectFileKey[]) =>
    hasRedocly || keys.includes('redocly') ? {...project, config: file} : project;
  const changeFile = (key: ProjectFileKey) => changeProjectFile(key, withKeys(request.files), folder);
  const keys = questions ? await chooseFiles(request.files, changeFile, questions) : request.files;
  const files = keys.map((key) => changeProjectFile(key, withKeys(keys), folder));
  const next = keys.includes('github-actions')
    ? committedCommand(withKeys(keys))
    : commandFor('apply', project.inputs);
  return deliver([...changes, ...files], next, request, run, terminal);
}

/** The description in a folder or below it; of several, the one that the user chooses, or all. */
async function findDescriptions(folder: string, questions?: Questions): Promise<readonly string[]> {
  const descriptions = descriptionsIn(folder);
  const [only, another] = descriptions;
  if (only === undefined) throw refusal('no OpenAPI description in this folder', 'name it with `-i <file>`');
  if (another === undefined) return [only];
  const one = descriptions.map((name) => ({name, value: [name]}));
  const choices = [...one, {name: `all ${descriptions.length}`, value: descriptions}];
  if (questions) return questions.choose('Description', choices);
  const count = `${descriptions.length} OpenAPI descriptions in this folder`;
  const [pattern = '', isMore] = await asOneInput(descriptions, descriptions);
  const several = isMore ? `several with a pattern: ${firstOf(descriptions)}` : `all: \`-i '${pattern}'\``;
  throw refusal(count, `name one with \`-i\`, or ${several}`);
}

/** More than three inputs as one pattern, if it matches their files and no others: a shell may have made them of a pattern. */
async function asOneInput(inputs: readonly string[], sources: readonly string[]): Promise<readonly string[]> {
  if (inputs.length <= 3) return inputs;
  const [first = [], ...others] = sources.map((source) => source.split('/'));
  const isCommon = (part: string, index: number) => others.every((one) => one[index] === part);
  const parts = first.map((part, index) => (isCommon(part, index) ? part : `*${path.extname(part)}`));
  const pattern = parts.join('/');
  const files = (await expandSources([pattern])).sources;
  return [...files].sort().join() === [...sources].sort().join() ? [pattern] : inputs;
}

const COLUMNS = [{title: 'SETTING'}, {title: 'VALUE'}, {title: 'FROM'}];

async function deliver(
  all: readonly FileChange[],
  next: string,
  {yes, version}: InitRequest,
  {questions, guesses}: Pick<InitRun, 'questions' | 'guesses'>,
  terminal: Terminal,
): Promise<number> {
  const changes = all.filter(({before, text}) => before !== text);
  for (const {file, before, text} of changes) printDiff(terminal, unifiedDiff(file, before, text));
  const rows = new Map(guesses.map((cells) => [cells.join('\n'), {cells}]));
  printProblems(terminal, versionProblems(changes.flatMap(({needs = []}) => needs)));
  if (rows.size > 0)
    terminal.error(textTable(COLUMNS, [...rows.values()], {...terminal, style: terminal.errorStyle}));
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
    const done = all.filter(({toAdd}) => toAdd === undefined);
    terminal.error(`apigen: ${namesOf(done)}: nothing to change\n`);
  }
  const added = all.map(({before, text, toAdd}) => (before === text ? (toAdd ?? '') : text));
  if (added.some((text) => text.includes(PACKAGE))) printProblems(terminal, [notOnNpm(version)]);
  for (const {file, toAdd} of all)
    if (toAdd !== undefined) terminal.error(`next: add to ${file}:\n${toAdd}\n`);
  if (all.some(({isOpen}) => isOpen)) printProblems(terminal, [NOT_ENFORCED]);
  if (changes.length > 0) terminal.error(`next: apigen ${next}\n`);
  return 0;
}

const NOT_ENFORCED = inputNote(
  '`security` is not enforced: everybody may call what is served',
  'set `security.enforce`, and what it needs; https://unpkg.com/@apigen/cli/docs/security-policies.md has an example for each mesh and gateway',
);

/** Until the first release. */
function notOnNpm(version: string) {
  return inputNote(
    `\`${PACKAGE}\` is not on npm yet`,
    `run \`npm pack\` in a clone of apigen, then \`npm install --save-dev <clone>/apigen-cli-${version}.tgz\` here; in a hook or workflow, write the path or address of that file instead of \`${PACKAGE}@${version}\``,
  );
}

function namesOf(changes: readonly FileChange[]): string {
  return changes.length > 10 ? `${changes.length} files` : changes.map(({file}) => file).join(', ');
}
