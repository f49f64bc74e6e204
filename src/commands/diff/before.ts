import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {isDeepStrictEqual} from 'node:util';
import {loadAll} from 'js-yaml';
import {ownValue} from '../../core/base/json.ts';
import {hasErrors, inputError, outputError} from '../../core/base/problem.ts';
import {resourceId, resourceOf} from '../../core/kubernetes/resource.ts';
import {type ComparedOutput, type ComparedOutputs, compare} from '../../io/cluster/differences.ts';
import {isRemote, STANDARD_INPUT} from '../../io/read/source.ts';
import {placeOutputs} from '../../io/run/deliver/output-files.ts';
import {expandSources} from '../../io/run/find/inputs.ts';
import {allProblems, generateAll, type RunOutputs} from '../../io/run/generate/generate-all.ts';
import type {Output} from '../../io/run/generate/generate-loaded.ts';
import {FixableError, UnreadableSource} from '../../io/system-error.ts';
import {listedFiles} from '../../io/write/file-list.ts';
import type {Terminal} from '../../io/write/output.ts';
import {readTextIfThere} from '../../io/write/write-file.ts';

/** Compares outputs with `from`, an earlier description or a revision of Git, or else with their files. */
export async function compareBefore(runOutputs: RunOutputs, from: unknown, terminal: Terminal) {
  try {
    return await (from
      ? compareFrom(runOutputs, String(from), terminal)
      : compareFiles(runOutputs, terminal));
  } catch (error) {
    if (!(error instanceof FixableError)) throw error;
    return {
      problems: [outputError(`${from ?? runOutputs.run.out}: ${error.message}`, error.hint)],
      notes: [],
    };
  }
}

function compareFiles(runOutputs: RunOutputs, {folder}: Terminal): ComparedOutputs {
  const outputs = placeOutputs(runOutputs, folder);
  const problems = [...allProblems({...runOutputs, outputs}), ...listedFiles(runOutputs, outputs).problems];
  if (hasErrors(problems) && !runOutputs.run.keepGoing) return {problems, notes: []};
  const compared = outputs.flatMap((output) => {
    if (output.file === undefined || output.text === undefined) return [];
    const text = readTextIfThere(output.file) ?? '';
    return compareWith(output, objectsIn(text), text, runOutputs);
  });
  return {problems, notes: [], compared};
}

async function compareFrom(
  runOutputs: RunOutputs,
  from: string,
  terminal: Terminal,
): Promise<ComparedOutputs> {
  const isAlone = isRemote(from) || existsSync(from);
  const problems = allProblems(runOutputs);
  if (isAlone && runOutputs.outputs.length !== 1)
    problems.push(inputError('expects one description', 'name one, or a revision of Git', {flag: 'from'}));
  if (hasErrors(problems)) return {problems, notes: []};
  const run = {...runOutputs.run, json: true};
  const old = await (isAlone ? generateAll({...run, in: [from]}, terminal) : atRevision(run, from, terminal));
  // A description without settings had no output.
  const withOutput = old.outputs.filter(({isForMesh}) => isForMesh);
  const wrong = allProblems({...old, outputs: withOutput}).filter(({severity}) => severity === 'error');
  problems.push(...wrong.map(({message, hint = ''}) => inputError(`${from}: ${message}`, hint)));
  if (wrong.length > 0) return {problems, notes: []};
  const isOnly = runOutputs.outputs.length === 1 && old.outputs.length === 1;
  const pathOf = ({source}: Output) => (isOnly ? '' : path.resolve(terminal.folder, source));
  const paths = new Set(runOutputs.outputs.map(pathOf));
  const moved = old.outputs.filter((output) => !paths.has(pathOf(output)));
  const sameService = ({own}: Output) => runOutputs.outputs.find((one) => isDeepStrictEqual(one.own, own));
  const placed = moved.map((output) => [pathOf(sameService(output) ?? output), output] as const);
  const before = new Map([...placed, ...old.outputs.map((output) => [pathOf(output), output] as const)]);
  const gone = placed.flatMap(([place, output]) => (paths.has(place) ? [] : output));
  const all = [...runOutputs.outputs, ...gone.map(({places: _, ...output}) => ({...output, objects: []}))];
  const compared = all.map((output) => {
    const {objects = [], text = ''} = before.get(pathOf(output)) ?? {};
    return compareWith(output, objects, text, runOutputs);
  });
  return {problems, notes: [], compared};
}

/** The objects of a file; none where it is not as apigen writes it. */
function objectsIn(text: string): readonly unknown[] {
  try {
    return loadAll(text).flatMap((object) => ownValue(object, 'items') ?? object);
  } catch {
    return [];
  }
}

const idOf = (object: unknown) => resourceId(resourceOf(object));

/** @param text of the output as it was */
function compareWith(
  output: Output,
  objects: readonly unknown[],
  text: string,
  places: RunOutputs,
): ComparedOutput {
  const ids = new Set(output.objects.map(idOf));
  const held = new Map(objects.map((object) => [idOf(object), resourceOf(object)]));
  const left = [...held].flatMap(([id, resource]) => (ids.has(id) ? [] : resource));
  const find = (object: unknown) => held.get(idOf(object));
  const compared = {output, find, ...compare(output, {find, left: () => left}, places, true)};
  if (compared.differences.length > 0 || text === (output.text ?? '')) return compared;
  const {source} = output;
  const ofText = {source, place: source, route: 'comments', before: 'other text', after: 'as generated'};
  return {...compared, differences: [ofText]};
}

/** Runs with the files of a revision, in the folder that is the working directory. Throws UnreadableSource. */
async function atRevision(run: RunOutputs['run'], revision: string, terminal: Terminal): Promise<RunOutputs> {
  const {folder: home} = terminal;
  if (revision.includes('..'))
    throw new UnreadableSource('expected one revision', 'check out the second one, and name the first');
  if (run.in?.some((name) => isRemote(name) || name === STANDARD_INPUT))
    throw new UnreadableSource('no such file, and only files have revisions', 'name a file');
  const tree = realpathSync(mkdtempSync(path.join(tmpdir(), 'apigen-')));
  try {
    const moved = git('', ...RENAMES, revision, '--').split('\0');
    const [top = '', prefix = ''] = git(tree, 'rev-parse', '--show-toplevel', '--show-prefix').split('\n');
    git(tree, '-C', top, 'read-tree', `${revision}^{tree}`);
    git(tree, '-C', top, 'checkout-index', '--all', `--prefix=${tree}/`);
    const folder = path.join(tree, prefix);
    mkdirSync(folder, {recursive: true});
    process.chdir(folder);
    const names = run.in?.map((name) => path.relative(home, path.resolve(home, name))) ?? [];
    // What was moved has its former name there, and what is new is not there.
    const former = names.map((name) => (existsSync(name) ? name : (moved[moved.indexOf(name) - 1] ?? name)));
    const sources = (await expandSources(former)).sources.filter((name) => existsSync(name));
    return await generateAll({...run, in: sources}, {...terminal, folder});
  } finally {
    process.chdir(home);
    rmSync(tree, {recursive: true});
  }
}

/** Each file with a `R`, its former name and its name. */
const RENAMES = 'diff -z --diff-filter=R --find-renames --name-status --relative --end-of-options'.split(' ');

/** Runs Git, with an index of its own for a folder. Throws UnreadableSource. */
function git(tree: string, ...args: readonly string[]): string {
  const env = {...process.env, ...(tree && {GIT_INDEX_FILE: path.join(tree, '.git')})};
  try {
    return execFileSync('git', args, {env, encoding: 'utf8', stdio: 'pipe'});
  } catch (error) {
    const [, reason = 'git cannot run'] =
      /^(?:fatal|error): (.*)/m.exec(String(ownValue(error, 'stderr'))) ?? [];
    throw new UnreadableSource(`no such file, and no revision: ${reason}`, 'name one of them');
  }
}
