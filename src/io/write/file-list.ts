import {existsSync, readdirSync, rmSync, statSync} from 'node:fs';
import path from 'node:path';
import {compareCodePoints} from '../../core/base/code-point-order.ts';
import {parseJsonMap} from '../../core/base/json.ts';
import {inputNote, outputError, type Problem} from '../../core/base/problem.ts';
import {printable, withoutUserinfo} from '../../core/base/quote.ts';
import {OBJECT_KINDS} from '../../core/generate/object-kinds.ts';
import {type ConfiguredApi, leavesFolder, relativePath} from '../project/place-output.ts';
import {isRemote, STANDARD_INPUT} from '../read/source.ts';
import type {PlacedOutput} from '../run/deliver/output-files.ts';
import type {Inputs} from '../run/load/load-description.ts';
import {FixableError, toUnwritable, UnwritableFile} from '../system-error.ts';
import {reportFailure, type Terminal} from './output.ts';
import {readTextIfThere, targetFile, writeFileAtomically} from './write-file.ts';

/** Files that apigen has written, relative to the folder of the list, and what each was generated from, as `sourceIn` gives it. */
type FileList = ReadonlyMap<string, string>;

/** Without the ending of a manifest: what applies the folder does not read it. */
const NAME = '.apigen-files';

/** The list of a folder; empty where there is none. Throws UnreadableSource and UnwritableFile. */
function readFileList(folder: string): FileList {
  const entries = Object.entries(parseJsonMap(readTextIfThere(path.join(folder, NAME)) ?? '{}') ?? {'': ''});
  const list = entries.flatMap(([file, source]) =>
    file && typeof source === 'string' && !leavesFolder(path.normalize(file))
      ? [[file, source] as const]
      : [],
  );
  if (list.length === entries.length) return new Map(list);
  throw new UnwritableFile('not a list of files of apigen', 'restore it, or delete it');
}

/** Writes the list of a folder if it differs, without files outside of the folder. Throws UnwritableFile. */
function writeFileList(folder: string, list: FileList): void {
  const entries = [...list].filter(([file]) => !leavesFolder(file));
  const sorted = entries.sort(([one], [other]) => compareCodePoints(one, other));
  const text = `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`;
  const file = path.join(folder, NAME);
  if ((readTextIfThere(file) ?? '{}\n') !== text) writeFileAtomically(file, text);
}

/** Adds the file of an API to the list of its project. Throws UnreadableSource and UnwritableFile. */
export function listFileOfApi(config: string, api: ConfiguredApi, file: string): void {
  const folder = path.dirname(config);
  const added = [relativePath(folder, file), sourceIn(folder, api, config)] as const;
  writeFileList(folder, new Map([...readFileList(folder), added]));
}

/** `redocly.yaml#name` for an API with a name; else the address of a description, or its path relative to the folder. */
function sourceIn(folder: string, {alias, description}: ConfiguredApi, config = ''): string {
  if (alias !== undefined) return `${path.basename(config)}#${alias}`;
  if (isRemote(description)) return withoutUserinfo(description);
  return relativePath(targetFile(folder), targetFile(description));
}

const KINDS = ['List', ...OBJECT_KINDS.map(({kind}) => kind)];

/** Whether a file has objects as apigen writes them, and not what a person has put in their place. */
function isGenerated(file: string): boolean {
  const text = statSync(file, {throwIfNoEntry: false})?.isFile() ? readTextIfThere(file) : '';
  const kinds = [...(text ?? '').matchAll(/^(?: {2}")?kind"?: "?(\w+)/gm)];
  return kinds.length > 0 && kinds.every(([, kind = '']) => KINDS.includes(kind));
}

/** The files of a run and of others in its folder. Some may be left over: their source gives another file in this run, or is gone. */
export function listedFiles({project, run}: Inputs, outputs: readonly PlacedOutput[]) {
  const folder = project ? path.relative('', path.dirname(project.file)) : (run.out ?? run.check ?? '-');
  // Not for a single file, for tests, and for Services of a cluster, whose objects are compared there.
  const isListed = !run.tests && !run.fromServices && !outputs.some(({shown}) => shown === folder);
  const list = new Map<string, string>();
  const areKnown = new Map<string, boolean>();
  for (const {source, api = {description: source}, file, text, skipped} of isListed ? outputs : []) {
    if (source === STANDARD_INPUT) continue;
    const from = run.merge ? `merge:${run.in?.join(' ')}` : sourceIn(folder, api, project?.file);
    areKnown.set(from, (text ?? skipped) !== undefined);
    if (file && text !== undefined) list.set(relativePath(folder, file), from);
  }
  const isGone = (source: string) => {
    const [file = ''] = source.split('#');
    const isOfProject = project && file !== source && file === path.basename(project.file);
    if (isOfProject) return !project.apis.some(({alias}) => source === `${file}#${alias}`);
    return !/^\w{2,}:/.test(source) && ![source, file].some((one) => existsSync(path.resolve(folder, one)));
  };
  const problems: Problem[] = [];
  const pruned: string[] = [];
  try {
    for (const [file, source] of isListed ? readFileList(folder) : []) {
      const shown = path.join(folder, file);
      if (list.has(file) || !isGenerated(shown)) continue;
      const isLeft = areKnown.get(source) ?? isGone(source);
      if (isLeft && run.pruneFiles) pruned.push(shown);
      else list.set(file, source);
      if (isLeft && !run.pruneFiles) problems.push(leftOver(shown, run.check !== undefined));
    }
    if (!project && list.size > 0 && !existsSync(path.join(folder, NAME)))
      problems.push(...notListed(folder, list));
  } catch (error) {
    if (!(error instanceof FixableError)) throw error;
    list.clear();
    problems.push(outputError(`${path.join(folder, NAME)}: ${error.message}`, error.hint));
  }
  return {folder, list, pruned, problems};
}

/** A note where a folder has no list: which of its files are left over is not known. */
function notListed(folder: string, list: FileList): Problem[] {
  const files = existsSync(folder) ? readdirSync(folder).sort(compareCodePoints) : [];
  const others = files.filter((file) => !list.has(file) && isGenerated(path.join(folder, file)));
  const message = `${path.join(folder, NAME)} is missing: not known what gives ${others.join(', ')}`;
  return others.length === 0 ? [] : [inputNote(message, 'delete what no description gives any more')];
}

function leftOver(shown: string, isChecked: boolean): Problem {
  const message = `${shown}: ${isChecked ? 'out of date: ' : ''}no description gives it any more`;
  const problem = outputError(message, 'delete it, or run `apigen mesh` with `--prune-files`');
  return isChecked ? problem : {...problem, severity: 'note'};
}

/** Removes what is left over, if that is asked for, and writes the list. Returns whether that succeeds. */
export function settleFiles({folder, list, pruned}: ReturnType<typeof listedFiles>, terminal: Terminal) {
  try {
    for (const file of pruned) {
      rmSync(file);
      terminal.error(`apigen: removed ${printable(file)}\n`);
    }
    // Empty where it cannot be read.
    if (list.size > 0) writeFileList(folder, list);
    return true;
  } catch (error) {
    reportFailure(folder, toUnwritable(error), terminal);
    return false;
  }
}
