#!/usr/bin/env node
// The chart's README: the tables of values between its two markers are made from values.yaml and its comments.
// `npm run generate` writes it; `node scripts/chart-readme.mjs [--check] [chart folder]` does so for one chart, and --check
// changes nothing and exits with 1 when the README is stale.
import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {isMap, parseDocument} from 'yaml';

const BEGIN = '<!-- values:start -->';
const END = '<!-- values:end -->';

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

/** One table for single keys, then one for each block of keys. */
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

/** The README of a chart's folder as it is to be. */
export function chartReadme(folder) {
  const file = path.join(folder, 'README.md');
  const readme = readFileSync(file, 'utf8');
  const [begin, end] = [readme.indexOf(BEGIN), readme.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`${file} lacks the markers ${BEGIN} and ${END}`);
  const values = render(readFileSync(path.join(folder, 'values.yaml'), 'utf8'));
  return `${readme.slice(0, begin)}${BEGIN}\n\n${values}\n\n${readme.slice(end)}`;
}

const self = fileURLToPath(import.meta.url);
if (path.resolve(process.argv[1]) === self) {
  const args = process.argv.slice(2);
  const root = path.dirname(path.dirname(self));
  const folder = args.find((arg) => !arg.startsWith('--')) ?? path.join(root, 'plugins', 'tracer', 'chart');
  const file = path.join(folder, 'README.md');
  const text = chartReadme(folder);
  if (!args.includes('--check')) writeFileSync(file, text);
  else if (text !== readFileSync(file, 'utf8')) {
    process.stderr.write(`stale: ${path.relative(root, file)}; run \`npm run generate\`\n`);
    process.exitCode = 1;
  }
}
