import {isMap, isScalar, isSeq, parseDocument, visit, type YAMLSeq} from 'yaml';
import {blockList, HEAD} from './block-list.ts';

/** The ResourceList that was given, and which of its items are returned as they are. */
interface Input {
  readonly text: string;
  readonly items: readonly unknown[];
  readonly keeps: (index: number) => boolean;
}

/**
 * The text of the ResourceList that a function returns. Items that were given keep their text, and so their comments and the way in
 * which numbers are written: YAML 1.1 and 1.2 differ in what `0644` is. Only where YAML aliases are used, whose anchors may be outside
 * of the items, they are written again.
 */
export function resourceListText(
  input: Input,
  objects: readonly object[],
  results: readonly object[],
): string {
  const written = writtenItems(input.text);
  if (written?.list.flow) return flowText(itemsInFlow(written.list, input), objects, results);
  const blocks = written ? itemsInBlock(written, input) : '';
  const again = written ? [] : input.items.filter((_, index) => input.keeps(index));
  return blockList(blocks, [...again, ...objects], results);
}

/** The list of items in a text, and where the text after its key begins. */
interface WrittenItems {
  readonly list: YAMLSeq;
  readonly start: number;
}

function writtenItems(text: string): WrittenItems | undefined {
  const {contents} = parseDocument(text);
  const pairs = isMap(contents) ? contents.items : [];
  const {key, value: list} = pairs.find((pair) => isScalar(pair.key) && pair.key.value === 'items') ?? {};
  if (!isScalar(key) || !key.range || !isSeq(list)) return undefined;
  let hasAlias = false;
  visit(list, {
    Alias() {
      hasAlias = true;
      return visit.BREAK;
    },
  });
  return hasAlias ? undefined : {list, start: key.range[1]};
}

/** The items of a list in block style, moved to the left margin, with the comments before the first. */
function itemsInBlock({list: {range}, start}: WrittenItems, {text, keeps}: Input): string {
  if (!range) return '';
  const indent = ' '.repeat(range[0] - text.lastIndexOf('\n', range[0] - 1) - 1);
  const [, ...lines] = text.slice(start, range[2]).split('\n');
  const isStart = (line: string) =>
    line.startsWith(`${indent}-`) && /^(\s|$)/.test(line.slice(indent.length + 1));
  let index = -1;
  const kept = lines.filter((line) => {
    if (isStart(line)) index += 1;
    return index < 0 ? line.trimStart().startsWith('#') : keeps(index);
  });
  const moved = kept.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line)).join('\n');
  // Line breaks at the end may be a part of the last text.
  return moved === '' || moved.endsWith('\n') ? moved : `${moved}\n`;
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
