import {existsSync} from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {parse} from 'yaml';
import {isMap} from '../../core/json.ts';
import {quote} from '../../core/quote.ts';
import {parseDocument} from '../read/parse-document.ts';
import {rereadYaml} from '../read/reread-yaml.ts';
import {readTextIfThere, UnwritableFile} from '../write/write-file.ts';
import {addToYaml, type YamlPath} from './add-to-yaml.ts';
import {folderWith} from './folder-with.ts';
import {type FileChange, Refused, refused} from './plan.ts';
import {type Addition, PROJECT_FILE_TABLE, type Project, type ProjectFileKey} from './project-files.ts';

/**
 * A file of another tool with what it lacks.
 *
 * @param folder where the tool looks for it, an absolute path
 * @param prefix of the file's name where it is shown: the path from the working directory to the folder
 * @throws Refused when the file has another structure than expected, with what to add by hand
 */
export function planProjectFile(
  key: ProjectFileKey,
  folder: string,
  project: Project,
  prefix = '',
): FileChange {
  const {names, start = '', missing, next: left} = PROJECT_FILE_TABLE[key];
  const isThere = (name: string) => existsSync(path.join(folder, name));
  const name = names.find(isThere) ?? names.find(isYaml) ?? '';
  const file = `${prefix}${name}`;
  if (!isYaml(name)) throw refusal(file, missing({}, project));
  const before = textOf(path.join(folder, name), file);
  let text = before ?? start;
  const content = contentOf(text, path.join(folder, name));
  if (content === undefined) throw refusal(file, missing({}, project));
  for (const {path: place, value} of missing(content, project)) {
    const next = addToYaml(text, place, value);
    if (next === undefined) throw refusal(file, missing(content, project));
    text = next;
  }
  const isLeft = left !== undefined && folderWith(left.path, folder) === undefined;
  return {file, before, text, ...(isLeft && {next: left.command})};
}

function isYaml(name: string): boolean {
  return /\.ya?ml$/.test(name);
}

/** @throws Refused for a file that cannot be read */
function textOf(file: string, shown: string): string | undefined {
  try {
    return readTextIfThere(file);
  } catch (error) {
    if (error instanceof UnwritableFile) throw refused(`${shown}: ${error.message}`, error.hint);
    throw error;
  }
}

/**
 * The map in a file, an empty one for an empty file; `undefined` for anything else.
 *
 * @throws Refused for a syntax error
 */
function contentOf(text: string, file: string) {
  try {
    const content: unknown = parse(text, {merge: true}) ?? {};
    return isMap(content) ? content : undefined;
  } catch {
    const uri = pathToFileURL(file).href;
    const parsed = parseDocument(Buffer.from(text), uri);
    const {entry} = parsed.isInvalid ? rereadYaml(text, uri, parsed) : parsed;
    if ('unreadable' in entry) throw new Refused([{code: 'input', severity: 'error', ...entry.unreadable}]);
    return undefined;
  }
}

function refusal(file: string, additions: readonly Addition[]) {
  const added = additions.map(({path: place, value}) => `${JSON.stringify(value)} to \`${keysOf(place)}\``);
  return refused(`${quote(file)} cannot be edited safely`, `add to it yourself: ${added.join(', ')}`);
}

function keysOf(place: YamlPath): string {
  return place.filter((key) => key !== '-').join('.');
}
