import {EVENT_ID, parseEvents, SCALAR_STYLE} from 'js-yaml';
import {keyName} from '../read/yaml-part.ts';
import {MAX_DEPTH} from '../read/yaml-schema.ts';
import type {PointerTree} from './pointer-tree.ts';

type Event = ReturnType<typeof parseEvents>[number];

interface Source {
  readonly text: string;
  readonly events: readonly Event[];
}

/** A child of a mapping or sequence: the indexes of its key and its value in the list of events. */
interface Child {
  readonly name: string | undefined;
  readonly key: number | undefined;
  readonly value: number;
}

const MERGE_KEY = '<<';

/**
 * Fills `tree` with offsets, in UTF-16 code units, in a YAML text. Aliases and merge keys are followed to where the value
 * is written.
 *
 * @param text YAML that js-yaml accepted
 */
export function findYamlOffsets(text: string, tree: PointerTree): void {
  const source: Source = {text, events: parseEvents(text, {maxDepth: MAX_DEPTH})};
  // The first event opens the document, the second is its content.
  visit(source, 1, undefined, tree, []);
}

function visit(
  source: Source,
  value: number,
  key: number | undefined,
  node: PointerTree,
  trail: readonly number[],
): void {
  node.found ??= {key: key === undefined ? undefined : startOf(source, key), value: startOf(source, value)};
  if (node.children.size === 0) return;
  const target = resolveAlias(source, value);
  if (trail.includes(target)) return;
  const merged: number[] = [];
  for (const child of childrenOf(source, target)) {
    if (child.name === MERGE_KEY) merged.push(child.value);
    const wanted = child.name === undefined ? undefined : node.children.get(child.name);
    if (wanted) visit(source, child.value, child.key, wanted, [...trail, target]);
  }
  for (const from of merged) visitMerged(source, from, node, [...trail, target]);
}

/** A merge key's value is a mapping or a list of mappings; the keys of the mapping itself win. */
function visitMerged(source: Source, value: number, node: PointerTree, trail: readonly number[]): void {
  const target = resolveAlias(source, value);
  if (source.events[target]?.type === EVENT_ID.SEQUENCE) {
    for (const child of childrenOf(source, target)) visitMerged(source, child.value, node, trail);
    return;
  }
  const missing = new Map([...node.children].filter(([, child]) => child.found === undefined));
  if (missing.size > 0) visit(source, target, undefined, {children: missing, found: node.found}, trail);
}

function* childrenOf({text, events}: Source, parent: number): Generator<Child> {
  const type = events[parent]?.type;
  if (type !== EVENT_ID.MAPPING && type !== EVENT_ID.SEQUENCE) return;
  let index = parent + 1;
  for (let position = 0; events[index] && events[index]?.type !== EVENT_ID.POP; position += 1) {
    if (type === EVENT_ID.SEQUENCE) {
      yield {name: String(position), key: undefined, value: index};
    } else {
      const key = index;
      index = endOf(events, index);
      const event = events[key];
      yield {
        name: event?.type === EVENT_ID.SCALAR ? (keyName(text, event) ?? MERGE_KEY) : undefined,
        key,
        value: index,
      };
    }
    index = endOf(events, index);
  }
}

/** The index after the node that begins at `index`. */
function endOf(events: readonly Event[], index: number): number {
  let depth = 0;
  for (let next = index; next < events.length; next += 1) {
    const type = events[next]?.type;
    if (type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE) depth += 1;
    else if (type === EVENT_ID.POP) depth -= 1;
    if (depth <= 0) return next + 1;
  }
  return events.length;
}

/** The node that an alias refers to: the last one before it with its anchor. */
function resolveAlias({text, events}: Source, index: number): number {
  const alias = events[index];
  if (alias?.type !== EVENT_ID.ALIAS) return index;
  const name = text.slice(alias.anchorStart, alias.anchorEnd);
  for (let before = index - 1; before > 0; before -= 1) {
    const event = events[before];
    const anchored =
      event !== undefined &&
      'anchorStart' in event &&
      event.type !== EVENT_ID.ALIAS &&
      event.anchorStart >= 0;
    if (anchored && text.slice(event.anchorStart, event.anchorEnd) === name) return before;
  }
  return index;
}

function startOf({text, events}: Source, index: number): number | undefined {
  const event = events[index];
  if (event === undefined || event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.POP)
    return undefined;
  if (event.type === EVENT_ID.ALIAS) return event.anchorStart - 1;
  if (event.type !== EVENT_ID.SCALAR) return event.start;
  if (event.valueStart < 0) return undefined;
  if (event.style === SCALAR_STYLE.LITERAL_BLOCK || event.style === SCALAR_STYLE.FOLDED_BLOCK)
    return blockStart(text, event.valueStart);
  const quoted = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
  return quoted ? event.valueStart - 1 : event.valueStart;
}

/** The offset of the `|` or `>` of a block scalar, whose text begins on the line below. */
function blockStart(text: string, content: number): number {
  const end = content - (/(\r\n|\n|\r)?$/.exec(text.slice(content - 2, content))?.[0].length ?? 0);
  const line = Math.max(text.lastIndexOf('\n', end - 1), text.lastIndexOf('\r', end - 1)) + 1;
  const indicator = /[|>][-+\d]*[ \t]*(#.*)?$/.exec(text.slice(line, end));
  return indicator ? line + indicator.index : content;
}
