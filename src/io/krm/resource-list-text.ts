import {type DocumentText, decodeText} from '../read/parse-document.ts';
import {blockList, HEAD} from './block-list.ts';
import {type ItemsInYaml, itemsInYaml, jsonItems} from './written-items.ts';

/** The ResourceList that was given, and which of its items are returned as they are. */
interface Input {
  readonly text: DocumentText;
  readonly items: readonly unknown[];
  readonly keeps: (index: number) => boolean;
}

/**
 * The text of the ResourceList that a function returns. Items that were given keep their text, and so their comments and the way in
 * which numbers are written: YAML 1.1 and 1.2 differ in what `0644` is. Only where YAML aliases are used, whose anchors may be outside
 * of the items, they are written again.
 */
export async function resourceListText(
  input: Input,
  objects: readonly object[],
  results: readonly object[],
): Promise<string> {
  const {bytes, syntax} = input.text;
  const {items, keeps} = input;
  if (syntax === 'json') return flowText(jsonItems(bytes).filter(keptBy(keeps)), objects, results);
  const text = decodeText(bytes) ?? '';
  const written = itemsInYaml(text);
  if (written?.isFlow) {
    // `yaml` takes as long to load as a tenth of a run.
    const {flowItems} = await import('./flow-items.ts');
    return flowText(flowItems(text).filter(keptBy(keeps)), objects, results);
  }
  const blocks = written ? itemsInBlock(text, written, keeps) : '';
  const again = written ? [] : items.filter(keptBy(keeps));
  return blockList(blocks, [...again, ...objects], results);
}

function keptBy(keeps: Input['keeps']) {
  return (_: unknown, index: number) => keeps(index);
}

/** The items of a list in block style, moved to the left margin, with the comments before the first. */
function itemsInBlock(text: string, {key, start, end}: ItemsInYaml, keeps: Input['keeps']): string {
  const indent = ' '.repeat(start - text.lastIndexOf('\n', start - 1) - 1);
  const [, ...lines] = text.slice(key, end).split('\n');
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

function flowText(items: readonly string[], objects: readonly object[], results: readonly object[]): string {
  const all = [...items, ...objects.map((object) => JSON.stringify(object))];
  const head = JSON.stringify(HEAD).slice(0, -1);
  const tail = results.length > 0 ? `,"results":${JSON.stringify(results)}` : '';
  return `${head},"items":[${all.join(',')}]${tail}}\n`;
}
