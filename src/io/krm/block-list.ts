import {toYaml} from '../../core/yaml.ts';

/** The type of the list. Source: KRM Functions Specification v1. */
export const HEAD = {apiVersion: 'config.kubernetes.io/v1', kind: 'ResourceList'};

/**
 * A ResourceList in block style.
 *
 * @param given the text of its first items
 * @param objects its other items
 */
export function blockList(given: string, objects: readonly unknown[], results: readonly object[]): string {
  const items = given + (objects.length > 0 ? withoutMarker([objects]) : '');
  const head = `${withoutMarker([HEAD])}items:${items === '' ? ' []\n' : `\n${items}`}`;
  return head + (results.length > 0 ? withoutMarker([{results}]) : '');
}

/** A `---` at the beginning would be a document of its own to some readers. */
function withoutMarker(documents: readonly object[]): string {
  return toYaml(documents).slice('---\n'.length);
}
