import {fileURLToPath} from 'node:url';
import {isDeepStrictEqual} from 'node:util';
import {isMap, type JsonMap, ownValue, pointerTokens, valueAt} from '../../core/json.ts';
import type {Problem} from '../../core/problem.ts';
import {EXTENSION} from '../../core/settings/table.ts';
import type {Description} from '../read/read-description.ts';
import {readDocument} from '../read/read-document.ts';
import {readTextIfThere} from '../write/write-file.ts';
import {insertMembers} from './insert-settings.ts';
import {missingMembers} from './missing-members.ts';
import {type FileChange, Refused} from './plan.ts';
import {causedErrors} from './setting-errors.ts';

/**
 * The description with settings in `x-apigen` at its root. What is set already stays as it is.
 *
 * @param settings by dotted key
 * @param errorsBefore what `apigen mesh` finds without them
 * @throws Refused when one is set to another value, text cannot be inserted, or `apigen mesh` would refuse the settings
 */
export async function planDescription(
  file: string,
  description: Description,
  settings: Readonly<Record<string, unknown>>,
  errorsBefore: readonly Problem[],
): Promise<FileChange> {
  const {document, uri, texts} = description;
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
    const value = valueAt(document, conflict.pointer);
    const hint = value === null ? 'remove it' : 'edit it, or remove the flag';
    throw refuse(
      `${nameOf(conflict.pointer)} is already set to ${JSON.stringify(value)}`,
      hint,
      conflict.pointer,
    );
  }
  if (Object.keys(settings).length === 0 || insertions.length === 0) return {file, before, text: before};
  const parsed = text.bytes.toString('utf8');
  const after = insertMembers(parsed, text.syntax, insertions, versionKeyOf(document), before);
  const content = after === undefined ? undefined : await contentOf(after, uri);
  if (after === undefined || !isAdded(await contentOf(before, uri), content, wanted)) {
    const [missing] = insertions.filter(({isNull}) => isNull);
    throw missing
      ? refuse(`${nameOf(missing.pointer)} is set to null`, 'remove it', missing.pointer)
      : refuse('cannot insert text here', `add \`${EXTENSION}\` yourself`, `/${EXTENSION}`);
  }
  const errors = causedErrors(content, description, errorsBefore);
  if (errors.length > 0) throw new Refused(errors, texts);
  return {file, before, text: after};
}

/** What messages call the place of a setting. */
function nameOf(pointer: string): string {
  const [extension = '', ...keys] = pointerTokens(pointer);
  return `\`${keys.join('.') || extension}\``;
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

/** Whether the new content has what is wanted, and else what the old one has. */
function isAdded(old: JsonMap | undefined, next: JsonMap | undefined, wanted: JsonMap): boolean {
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
