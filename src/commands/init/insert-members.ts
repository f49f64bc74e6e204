import {isDeepStrictEqual} from 'node:util';
import {dump} from 'js-yaml';
import {appendToken, isMap, type JsonMap, ownValue} from '../../core/base/json.ts';
import {DUMP_OPTIONS} from '../../core/kubernetes/yaml.ts';
import {offsetsIn} from '../../io/read/locate.ts';

/** A map that lacks `members`, or without them a value that is another than the wanted one. */
export interface Gap {
  readonly pointer: string;
  readonly members?: JsonMap;
}

/** Members that `map` lacks to have all of `wanted`. */
export function gapsIn(map: JsonMap, wanted: JsonMap, pointer = ''): readonly Gap[] {
  const members: [string, unknown][] = [];
  const gaps: Gap[] = [];
  for (const [key, value] of Object.entries(wanted)) {
    const own = ownValue(map, key);
    const place = appendToken(pointer, key);
    if (own === undefined) members.push([key, value]);
    else if (isMap(value) && isMap(own)) gaps.push(...gapsIn(own, value, place));
    else if (!isDeepStrictEqual(own, value)) gaps.push({pointer: place});
  }
  return members.length === 0 ? gaps : [...gaps, {pointer, members: Object.fromEntries(members)}];
}

/**
 * Inserts members into maps of a YAML or JSON document, as lines or texts of their own: no other character changes. Where the text has
 * an unusual form the result is wrong, so it must be parsed and compared.
 *
 * @param text without a byte order mark
 * @param versionKey the key at the root after whose line a member of the root is inserted
 * @returns `undefined` where there is no place
 */
export function insertMembers(text: string, gaps: readonly Gap[], versionKey: string): string | undefined {
  const version = appendToken('', versionKey);
  const offsetOf = offsetsIn(text);
  const edits = gaps.map(({pointer, members = {}}) => {
    const value = offsetOf(pointer);
    if (text[value] === '{') return flowEdit(text, value, members);
    const key = offsetOf(pointer || version, 'key');
    const at = pointer === '' ? key : value;
    const indent = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
    return indent.trim() === '' ? blockEdit(text, key, indent, members) : undefined;
  });
  let changed = text;
  for (const edit of edits.sort((a, b) => (b?.at ?? 0) - (a?.at ?? 0))) {
    if (edit === undefined) return undefined;
    changed = changed.slice(0, edit.at) + edit.text + changed.slice(edit.at);
  }
  return changed;
}

type Edit = {readonly at: number; readonly text: string};

/** Members at the beginning of `{…}`, on one line: a new one where the first member has its own. */
function flowEdit(text: string, open: number, members: JsonMap): Edit {
  const [space = ''] = /^\s*/.exec(text.slice(open + 1)) ?? [];
  const written = JSON.stringify(members, null, 1)
    .replace(/(?<=[[{])\n *|\n *(?=[\]}])/g, '')
    .replace(/\n */g, ' ')
    .slice(1, -1);
  const isEmpty = text[open + 1 + space.length] === '}';
  return {at: open + 1, text: isEmpty ? written : `${space}${written},${space === '' ? ' ' : ''}`};
}

/** The spaces in front of the first key that is within another one. */
const FIRST_INDENT = /^[^\s#-].*:[\t ]*(?:#.*)?\r?\n(?:[\t ]*(?:#.*)?\r?\n)*( +)[^\s#-]/m;

/** Lines after that of a key, with the line break of the first one. */
function blockEdit(text: string, key: number, indent: string, members: JsonMap): Edit {
  const step = FIRST_INDENT.exec(text)?.[1]?.length ?? 2;
  const [eol = '\n'] = /\r?\n/.exec(text) ?? [];
  const lines = dump(members, {...DUMP_OPTIONS, indent: step})
    .trimEnd()
    .split('\n');
  const end = text.slice(key).search(/\r?\n|$/);
  return {at: key + end, text: lines.map((line) => eol + indent + line).join('')};
}
