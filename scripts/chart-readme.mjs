// The tables of values in the chart's README, from values.yaml and its comments.
import {isMap, parseDocument} from 'yaml';

const text = (comment) => (comment ?? '').replace(/\s*\n\s*/g, ' ').trim();
const cell = (value) => value.replaceAll('|', '\\|');

/** Comment above a key. The parser hangs the one above a map's first key on the map itself. */
function commentOf(map, index) {
  const above = map.items[index].key.commentBefore;
  // A blank line parts a comment about the file from one about the key.
  return text((above ?? (index === 0 ? map.commentBefore : undefined))?.split(/\n\s*\n/).at(-1));
}

/** Whether a value has keys of its own in the table. One that has none is a default as a whole, e.g. `resources`. */
const isBlock = ({value}) =>
  isMap(value) && value.items.some((pair, index) => commentOf(value, index) !== '' || isBlock(pair));

/** Rows of a table: each key with a comment that has no keys with comments below it. */
function rows(map, prefix) {
  return map.items.flatMap((pair, index) => {
    const key = [...prefix, pair.key.value];
    if (isBlock(pair)) return rows(pair.value, key);
    const comment = commentOf(map, index);
    if (comment === '') throw new Error(`values.yaml: ${key.join('.')} has no comment above it`);
    return [`| \`${key.join('.')}\` | ${cell(comment)} | \`${cell(JSON.stringify(pair.value))}\` |`];
  });
}

const table = (lines) => ['| key | what it is | default |', '| --- | --- | --- |', ...lines].join('\n');

/** One table for single keys, then one for each block of keys. Throws for a key without a comment. */
export function chartValues(values) {
  const {contents} = parseDocument(values);
  const blocks = contents.items.flatMap((pair, index) => {
    if (!isBlock(pair)) return [];
    const comment = index === 0 ? '' : commentOf(contents, index);
    const intro = comment === '' ? [] : [`${comment}.`];
    return [[`### \`${pair.key.value}\``, ...intro, table(rows(pair.value, [pair.key.value]))].join('\n\n')];
  });
  const alone = contents.items.filter((pair) => !isBlock(pair));
  return [table(rows({...contents, items: alone, commentBefore: undefined}, [])), ...blocks].join('\n\n');
}
