import {fileURLToPath} from 'node:url';
import {isDeepStrictEqual} from 'node:util';
import {isMap, type JsonMap, ownValue, valueAt} from '../../core/json.ts';
import type {Problem} from '../../core/problem.ts';
import {readDescription, UnreadableDescription} from '../read/read-description.ts';
import {readDocument} from '../read/read-document.ts';
import {documentNames, report} from '../report/report.ts';
import {type Terminal, writeOutput} from '../write/output.ts';
import {unifiedDiff} from '../write/unified-diff.ts';
import {readTextIfThere} from '../write/write-file.ts';
import {insertMembers, missingMembers} from './insert-settings.ts';

/** What `apigen init` is asked to do. */
export interface InitRequest {
  /** The file of a description. */
  readonly in: string;
  /** What `x-apigen` at the root has to contain. */
  readonly settings: JsonMap;
  /** Write without a question. */
  readonly yes: boolean;
}

const KEY = 'x-apigen';

/**
 * Inserts settings into a description, after printing the difference. What is set already is not written again.
 *
 * @returns the exit code: 0 done or nothing to do, 1 when the description cannot be changed, or `yes` is missing
 */
export async function runInit(request: InitRequest, terminal: Terminal): Promise<number> {
  const file = await plan(request);
  const nameOf = documentNames(request.in, terminal.folder);
  if ('problems' in file) {
    terminal.error(report(file.problems, {texts: file.texts, nameOf}));
    return 1;
  }
  if (file.before === file.after) {
    terminal.error(`apigen: ${request.in}: nothing to change\n`);
    return 0;
  }
  terminal.out(unifiedDiff(request.in, file.before, file.after));
  if (!request.yes) {
    terminal.error('apigen: nothing written; to write it, run the same command with `--yes`\n');
    return 1;
  }
  return writeOutput(file.path, file.after, terminal, request.in);
}

type Plan =
  | {readonly path: string; readonly before: string; readonly after: string}
  | {readonly problems: readonly Problem[]; readonly texts: UnreadableDescription['texts']};

async function plan({in: source, settings}: InitRequest): Promise<Plan> {
  try {
    const {document, uri, texts} = await readDescription(source);
    const text = texts.get(uri);
    const wrong = (message: string, hint: string, pointer = ''): Plan => ({
      problems: [{code: 'input', severity: 'error', message, hint, location: {uri, pointer}}],
      texts,
    });
    if (!isMap(document) || text === undefined || !isOpenapi(document))
      return wrong('not an OpenAPI description', 'name another file with `-i`');
    const before = readTextIfThere(fileURLToPath(uri)) ?? '';
    const parsed = text.bytes.toString('utf8');
    const wanted = {[KEY]: settings};
    const {insertions, conflicts} = missingMembers(document, wanted);
    const [conflict] = conflicts;
    if (conflict) {
      const value = JSON.stringify(valueAt(document, conflict.pointer));
      return wrong(`already set to ${value}`, 'edit it, or remove the flag', conflict.pointer);
    }
    const after = insertMembers(parsed, text.syntax, insertions, versionKeyOf(document), before);
    if (after === undefined || !(await isInserted(before, after, wanted, uri)))
      return wrong('cannot insert text here', `add \`${KEY}\` yourself`, `/${KEY}`);
    return {path: fileURLToPath(uri), before, after};
  } catch (error) {
    if (!(error instanceof UnreadableDescription)) throw error;
    return {problems: error.problems, texts: error.texts};
  }
}

function isOpenapi(document: JsonMap): boolean {
  return ownValue(document, versionKeyOf(document)) !== undefined;
}

function versionKeyOf(document: JsonMap): string {
  return ownValue(document, 'openapi') === undefined ? 'swagger' : 'openapi';
}

/** Whether the parser finds what is wanted in the new text, and else what is in the old one. */
async function isInserted(before: string, after: string, wanted: JsonMap, uri: string): Promise<boolean> {
  const [old, next] = [await contentOf(before, uri), await contentOf(after, uri)];
  if (old === undefined || next === undefined) return false;
  const {insertions, conflicts} = missingMembers(next, wanted);
  return insertions.length + conflicts.length === 0 && isDeepStrictEqual(othersIn(old), othersIn(next));
}

async function contentOf(text: string, uri: string): Promise<JsonMap | undefined> {
  const {entry} = await readDocument(Buffer.from(text), uri);
  return 'content' in entry && isMap(entry.content) ? entry.content : undefined;
}

function othersIn({[KEY]: _, ...others}: JsonMap): JsonMap {
  return others;
}
