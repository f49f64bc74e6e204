import {isSeq, parseDocument, type YAMLSeq} from 'yaml';
import {toYaml} from '../../core/yaml.ts';

/** The type of the list. Source: KRM Functions Specification v1. */
const HEAD = {apiVersion: 'config.kubernetes.io/v1', kind: 'ResourceList'};

/** What a function returns. */
interface Returned {
  /** The text of the ResourceList that was given, and which of its items are returned as they are. */
  readonly input?: {readonly text: string; readonly keeps: (index: number) => boolean};
  readonly objects: readonly object[];
  readonly results: readonly object[];
}

/**
 * The text of the ResourceList that a function returns. Items that were given keep their text, and so their comments and the way in
 * which numbers are written: YAML 1.1 and 1.2 differ in what `0644` is.
 */
export function resourceListText({input, objects, results}: Returned): string {
  const given = input && parseDocument(input.text).get('items', true);
  const items = isSeq(given) ? given : undefined;
  if (input && items?.flow) return flowText(itemsInFlow(items, input), objects, results);
  const blocks = input && items ? itemsInBlock(items, input) : '';
  const list = blocks + (objects.length > 0 ? withoutMarker([objects]) : '');
  const head = `${withoutMarker([HEAD])}items:${list === '' ? ' []\n' : `\n${list}`}`;
  return head + (results.length > 0 ? withoutMarker([{results}]) : '');
}

/** A `---` at the beginning would be a document of its own to some readers. */
function withoutMarker(documents: readonly object[]): string {
  return toYaml(documents).slice('---\n'.length);
}

type Input = NonNullable<Returned['input']>;

/** The items of a list in block style, moved to the left margin. */
function itemsInBlock({range}: YAMLSeq, {text, keeps}: Input): string {
  if (!range) return '';
  const start = text.lastIndexOf('\n', range[0] - 1) + 1;
  const indent = ' '.repeat(range[0] - start);
  const lines = text.slice(start, range[2]).split('\n');
  const isStart = (line: string) =>
    line.startsWith(`${indent}-`) && /^(\s|$)/.test(line.slice(indent.length + 1));
  let index = -1;
  const kept = lines.filter((line) => {
    if (isStart(line)) index += 1;
    return index >= 0 && keeps(index);
  });
  const moved = kept.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
  return `${moved.join('\n').trimEnd()}${moved.length > 0 ? '\n' : ''}`;
}

/** The items of a list in flow style, such as JSON. */
function itemsInFlow({items}: YAMLSeq, {text, keeps}: Input): string[] {
  return items.flatMap((item, index) => {
    const range = typeof item === 'object' && item !== null && 'range' in item ? item.range : undefined;
    return keeps(index) && Array.isArray(range) ? [text.slice(range[0], range[1])] : [];
  });
}

function flowText(items: readonly string[], objects: readonly object[], results: readonly object[]): string {
  const all = [...items, ...objects.map((object) => JSON.stringify(object))];
  const head = JSON.stringify(HEAD).slice(0, -1);
  const tail = results.length > 0 ? `,"results":${JSON.stringify(results)}` : '';
  return `${head},"items":[${all.join(',')}]${tail}}\n`;
}
