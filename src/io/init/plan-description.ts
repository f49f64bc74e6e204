import {fileURLToPath} from 'node:url';
import {isDeepStrictEqual} from 'node:util';
import {isMap, type JsonMap, ownValue, valueAt} from '../../core/json.ts';
import {EXTENSION} from '../../core/settings/table.ts';
import type {Description} from '../read/read-description.ts';
import {readDocument} from '../read/read-document.ts';
import {readTextIfThere} from '../write/write-file.ts';
import {insertMembers, missingMembers} from './insert-settings.ts';
import {type FileChange, Refused} from './plan.ts';

/**
 * The description with settings in `x-apigen` at its root. What is set already stays as it is.
 *
 * @param settings by dotted key
 * @throws Refused when one is set to another value, or text cannot be inserted
 */
export async function planDescription(
  file: string,
  {document, uri, texts}: Description,
  settings: Readonly<Record<string, unknown>>,
): Promise<FileChange> {
  const text = texts.get(uri);
  const refuse = (message: string, hint: string, pointer: string) =>
    new Refused([{code: 'input', severity: 'error', message, hint, location: {uri, pointer}}], texts);
  if (!isMap(document) || text === undefined)
    throw refuse('not an OpenAPI description', 'name another file with `-i`', '');
  const before = readTextIfThere(fileURLToPath(uri)) ?? '';
  const wanted = {[EXTENSION]: nested(settings)};
  const {insertions, conflicts} = missingMembers(document, wanted);
  const [conflict] = conflicts;
  if (conflict) {
    const value = JSON.stringify(valueAt(document, conflict.pointer));
    throw refuse(`already set to ${value}`, 'edit it, or remove the flag', conflict.pointer);
  }
  if (Object.keys(settings).length === 0) return {file, before, text: before};
  const parsed = text.bytes.toString('utf8');
  const after = insertMembers(parsed, text.syntax, insertions, versionKeyOf(document), before);
  if (after === undefined || !(await isInserted(before, after, wanted, uri)))
    throw refuse('cannot insert text here', `add \`${EXTENSION}\` yourself`, `/${EXTENSION}`);
  return {file, before, text: after};
}

function versionKeyOf(document: JsonMap): string {
  return ownValue(document, 'openapi') === undefined ? 'swagger' : 'openapi';
}

/** Settings by dotted key as the map in `x-apigen`. */
function nested(settings: Readonly<Record<string, unknown>>): JsonMap {
  const groups = new Map<string, unknown>();
  for (const [key, value] of Object.entries(settings)) {
    const [group = '', name] = key.split('.');
    const others = groups.get(group);
    if (name === undefined) groups.set(group, value);
    else groups.set(group, {...(isMap(others) ? others : {}), [name]: value});
  }
  return Object.fromEntries(groups);
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

function othersIn({[EXTENSION]: _, ...others}: JsonMap): JsonMap {
  return others;
}
