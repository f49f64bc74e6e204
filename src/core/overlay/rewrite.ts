import type {NodePath} from './json-path.ts';
import {entryOf, hasEntry, type Traced, withEntries} from './merge.ts';

/** What becomes of a node; `undefined` removes it. */
type Change = (node: Traced) => Traced | undefined;

/**
 * A document in which the nodes at `paths` are changed, outer ones before those inside of them. It is copied as far as it
 * changes, each map and list once. The root is not removed.
 */
export function rewrite(document: Traced, paths: readonly NodePath[], change: Change): Traced {
  return rewriteNode(document, targetTree(paths), change) ?? document;
}

interface TargetTree {
  readonly entries: Map<string, TargetTree>;
  isTarget: boolean;
}

function targetTree(paths: readonly NodePath[]): TargetTree {
  const root: TargetTree = {entries: new Map(), isTarget: false};
  for (const path of paths) {
    let node = root;
    for (const token of path) {
      const key = String(token);
      const child = node.entries.get(key) ?? {entries: new Map(), isTarget: false};
      node.entries.set(key, child);
      node = child;
    }
    node.isTarget = true;
  }
  return root;
}

function rewriteNode(node: Traced, {entries, isTarget}: TargetTree, change: Change): Traced | undefined {
  const changed = isTarget ? change(node) : node;
  if (changed === undefined || entries.size === 0) return changed;
  const changes = [...entries]
    .filter(([key]) => hasEntry(changed, key))
    .map(([key, below]) => [key, rewriteNode(entryOf(changed, key), below, change)] as const);
  return withEntries(changed, new Map(changes));
}
