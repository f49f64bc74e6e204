import {fileURLToPath, pathToFileURL} from 'node:url';
import type {Location as RedoclyLocation, UserContext} from '@redocly/openapi-core';
import type {FoundValue, LookUp, Reference, UnreadableDocument} from '../../src/core/documents.ts';
import {pointerTokens} from '../../src/core/json-pointer.ts';
import type {Location} from '../../src/core/problem.ts';
import {isRemote} from '../../src/io/source.ts';
import {late} from './late.ts';

type Source = RedoclyLocation['source'];

/** A description as Redocly has read it, in the terms of `generateServiceProfile`. */
export interface RedoclyDescription {
  /** Absolute URI of the root document. */
  readonly uri: string;
  /** Finds what references lead to, in the documents that Redocly has read already. */
  readonly documents: LookUp;
  /** Redocly's texts by URI, for reports. */
  readonly sources: ReadonlyMap<string, Source>;
}

/**
 * The description at whose root Redocly's walk stands. To be used before the walk goes on: bundling puts the targets of
 * references in their place, and other decorators change what stands there.
 */
export function redoclyDescription({location, resolve}: UserContext): RedoclyDescription {
  const uri = uriOf(location.source.absoluteRef);
  const sources = new Map([[uri, location.source]]);
  const documents: LookUp = (place, reference) =>
    resolved(place, reference, sources, resolve) ?? readApart(place);
  return {uri, documents, sources};
}

function uriOf(absoluteRef: string): string {
  return isRemote(absoluteRef) ? absoluteRef : pathToFileURL(absoluteRef).href;
}

/** What Redocly found behind a reference, if it is what stands at the reference's own target. */
function resolved(
  place: Location,
  {text, base}: Reference,
  sources: Map<string, Source>,
  resolve: UserContext['resolve'],
): FoundValue | undefined {
  const from = sources.get(base)?.absoluteRef ?? fileOf(base);
  const {node, location} = resolve<object>({$ref: text}, from);
  if (node === undefined || location === undefined) return undefined;
  const real = {uri: uriOf(location.source.absoluteRef), pointer: pointerOf(location)};
  // Redocly goes on through a target that is a reference itself, and leaves out what stands beside that one.
  if (real.uri !== place.uri || !samePointer(real.pointer, place.pointer)) return undefined;
  sources.set(real.uri, location.source);
  return {value: node, location: real};
}

function fileOf(uri: string): string {
  return uri.startsWith('file:') ? fileURLToPath(uri) : uri;
}

function pointerOf({pointer}: RedoclyLocation): string {
  return pointer === '#/' || pointer === '' ? '' : pointer.replace(/^#/, '');
}

function samePointer(a: string, b: string): boolean {
  return JSON.stringify(pointerTokens(a)) === JSON.stringify(pointerTokens(b));
}

/** What `apigen mesh` would read there. */
function readApart(place: Location): FoundValue | UnreadableDocument {
  if (place.uri.startsWith('file:')) return late().readApart(place);
  return {unreadable: {message: 'this cannot be followed here', hint: 'refer to the last target itself'}};
}
