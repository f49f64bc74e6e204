import type {Copies} from './copies.ts';
import type {NodePath} from './json-path.ts';
import {entryOf, hasEntry, type Traced} from './traced.ts';

/** What becomes of a node; `undefined` removes it. */
type Change = (node: Traced) => Traced | undefined;

/**
 * A document in which the nodes at `paths` are changed, outer ones before those inside of them. Only copies of its maps and
 * lists are changed. The root is not removed.
 */
export function rewrite(
  document: Traced,
  paths: readonly NodePath[],
  copies: Copies,
  change: Change,
): Traced {
  const rewriteNode = (node: Traced, {entries, isTarget}: TargetTree): Traced | undefined => {
    const changed = isTarget ? change(node) : node;
    if (changed === undefined || entries === undefined) return changed;
    const changes = new Map<string, Traced | undefined>();
    for (const [key, below] of entries)
      if (hasEntry(changed, key)) changes.set(key, rewriteNode(entryOf(changed, key), below));
    return copies.withEntries(changed, changes);
  };
  return rewriteNode(document, targetTree(paths)) ?? document;
}

interface TargetTree {
  entries?: Map<string, TargetTree>;
  isTarget: boolean;
}

function targetTree(paths: readonly NodePath[]): TargetTree {
  const root: TargetTree = {isTarget: false};
  for (const path of paths) {
    let node = root;
    for (const token of path) {
      const key = String(token);
      node.entries ??= new Map();
      const child = node.entries.get(key) ?? {isTarget: false};
      node.entries.set(key, child);
      node = child;
    }
    node.isTarget = true;
  }
  return root;
}
