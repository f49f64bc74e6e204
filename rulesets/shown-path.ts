import type {RulesetFunctionContext} from '@stoplight/spectral-core';
import {appendToken, pointerTokens} from '../src/core/json-pointer.ts';
import type {Location} from '../src/core/problem.ts';
import {uriOf} from './documents.ts';

/** A path for Spectral, and a remark for the user when it does not lead to the very place. */
export interface ShownPath {
  readonly path: string[];
  readonly remark?: string;
}

/** A path, and where Spectral shows a finding that has it. */
interface Place {
  readonly path: readonly string[];
  readonly uri: string;
  readonly pointer: string;
}

/**
 * The path in the resolved document from which Spectral finds its way back to `location`. There is none for what stands
 * in or beside a `$ref` that Spectral has replaced; then it is the path of the nearest place around it in the same file,
 * or else of the reference that leads into that file.
 */
export function shownPath(location: Location, context: RulesetFunctionContext): ShownPath {
  const root = {path: [], uri: uriOf(context.document.source), pointer: ''};
  const tokens = pointerTokens(location.access ?? location.pointer);
  const places = tokens.map((_, index) => placeOf(tokens.slice(0, tokens.length - index), context));
  const {path, ...shown} =
    places.find((place) => surrounds(place, location)) ??
    places.find((place) => place.uri === root.uri && place.uri !== location.uri) ??
    root;
  const exact = shown.uri === location.uri && shown.pointer === location.pointer;
  return {path: path.map(escapeToken), ...(exact ? {} : {remark: standsAt(location)})};
}

function surrounds(place: Place, {uri, pointer}: Location): boolean {
  return place.uri === uri && `${pointer}/`.startsWith(`${place.pointer}/`);
}

/** Spectral has no answer where it meets no reference, and takes the root document then. */
function placeOf(path: readonly string[], {document, documentInventory}: RulesetFunctionContext): Place {
  const item = documentInventory.findAssociatedItemForPath([...path], true);
  const shown = item?.path.map(String) ?? path;
  return {path, uri: uriOf((item?.document ?? document).source), pointer: shown.reduce(appendToken, '')};
}

function standsAt({uri, pointer}: Location): string {
  return `it stands at ${pointer} in ${decodeURI(uri.replace(/^.*\//, ''))}`;
}

/** Spectral unescapes the path that it is given, as if it were a pointer's. */
function escapeToken(token: string): string {
  return token.replaceAll('~', '~0');
}
