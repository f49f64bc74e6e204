#!/usr/bin/env node
// Writes the tables of values into the chart's README, between its two markers, from values.yaml and its comments.
// `node scripts/chart-readme.mjs [--check] [chart folder]`; --check changes nothing and exits 1 when the README is stale.
import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {isMap, parseDocument} from 'yaml';

const BEGIN = '<!-- values: written by scripts/chart-readme.mjs -->';
const END = '<!-- /values -->';

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

/** Rows of a table: each key with a comment that has no keys with comments below it. Throws for one without a comment. */
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

/** One table for the keys that stand alone, then one for each block of keys. */
function render(values) {
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

const args = process.argv.slice(2);
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const folder = args.find((arg) => !arg.startsWith('--')) ?? path.join(root, 'plugins', 'tracer', 'chart');
const file = path.join(folder, 'README.md');
const readme = readFileSync(file, 'utf8');
const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)];
if (begin < 0 || end < begin) throw new Error(`${file}: the markers ${BEGIN} and ${END} are missing`);
const values = render(readFileSync(path.join(folder, 'values.yaml'), 'utf8'));
const written = `${readme.slice(0, begin)}${BEGIN}\n\n${values}\n\n${readme.slice(end)}`;

if (!args.includes('--check')) writeFileSync(file, written);
else if (written !== readme) {
  process.stderr.write(`${path.relative(root, file)} is stale: run \`node scripts/chart-readme.mjs\`\n`);
  process.exitCode = 1;
}
