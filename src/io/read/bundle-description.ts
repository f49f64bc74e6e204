import {fileURLToPath} from 'node:url';
import {BaseResolver, bundle, Config, Source} from '@redocly/openapi-core';
import {appendToken} from '../../core/base/json.ts';
import {inputError, type Location} from '../../core/base/problem.ts';
import {type DocumentEntry, selfAddress} from '../../core/openapi/documents.ts';
import {type DocumentReader, UnreadableDescription} from './document-reader.ts';
import {uriOf} from './source.ts';

/**
 * A description as `redocly bundle` has it before it applies overlays, and where its maps and lists were written. A `$ref` that cannot be
 * followed stays. Throws UnreadableDescription when Redocly refuses the description.
 */
export async function bundleDescription(content: unknown, reader: DocumentReader) {
  const {root, texts} = reader;
  const written = new WeakMap<object, Location>();
  const ref = root.startsWith('file:') ? fileURLToPath(root) : root;
  const externalRefResolver = resolverOf(structuredClone(content), reader, written);
  try {
    const {bundle: document} = await bundle({ref, config: new Config({}), externalRefResolver});
    return {content: document.parsed, written};
  } catch (error) {
    const message = `cannot be bundled: ${error instanceof Error ? error.message : error}`;
    const at = {location: {uri: root, pointer: ''}};
    throw new UnreadableDescription([inputError(message, 'run `redocly bundle`', at)], texts);
  }
}

/** Reads documents as descriptions are read, and notes where their maps and lists are. Bundling changes them. */
function resolverOf(root: unknown, reader: DocumentReader, written: WeakMap<object, Location>): BaseResolver {
  const contents = new Map<string, unknown>();
  const place = (value: unknown, {uri, pointer}: Location) => {
    if (typeof value !== 'object' || value === null || written.has(value)) return;
    written.set(value, {uri, pointer});
    for (const [key, inner] of Object.entries(value)) place(inner, {uri, pointer: appendToken(pointer, key)});
  };
  class Resolver extends BaseResolver {
    override async loadExternalRef(reference: string): Promise<Source> {
      const uri = uriOf(reference);
      const entry = uri === reader.root ? {content: root} : await reader.readReference(uri);
      if ('unreadable' in entry) throw new Error(entry.unreadable.message);
      place(entry.content, {uri, pointer: ''});
      contents.set(reference, entry.content);
      return new Source(reference, '');
    }

    override parseDocument(source: Source) {
      return {source, parsed: contents.get(source.absoluteRef)};
    }
  }
  return new Resolver();
}

/** An overlay as Redocly reads it: `$ref`s, relative to it or its `$self`, become relative to the description `root`, and 1.0 adds to lists as 1.1 does. */
export function asRedocly(entry: DocumentEntry, uri: string, root: string): DocumentEntry {
  if ('unreadable' in entry) return entry;
  const folder = new URL('.', root).href;
  const base = selfAddress(entry.content, uri) ?? uri;
  const text = JSON.stringify(entry.content ?? null, (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' && !value.startsWith('#') && URL.canParse(value, base)
      ? new URL(value, base).href.replace(folder, '')
      : value,
  );
  return {content: JSON.parse(text.replace('"overlay":"1.0.', '"overlay":"1.1.'))};
}
