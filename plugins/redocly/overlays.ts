import {isDeepStrictEqual} from 'node:util';
import type {DocumentEntry} from '../../src/core/openapi/documents.ts';
import {
  applyOverlays,
  type OverlaidDescription,
  type OverlayDocument,
} from '../../src/core/overlay/apply-overlays.ts';
import {parseDocument} from '../../src/io/read/parse-document.ts';
import {isRemote, localFiles, uriOf} from '../../src/io/read/source.ts';
import {type RedoclyDescription, readEntry} from './description.ts';

/**
 * The description after the overlays that the decorator's options name; `undefined` without any overlay. The texts of all are added to
 * those of the description, to find the places of problems in.
 */
export function withOverlays(
  root: object,
  {uri, texts}: RedoclyDescription,
  applied: readonly string[],
  others: readonly string[],
): (OverlaidDescription & {readonly files: readonly string[]}) | undefined {
  if (applied.length + others.length === 0) return undefined;
  const ofRedocly = readOverlays(applied, texts).map((overlay) => ({...overlay, isApplied: true}));
  const overlays = [...ofRedocly, ...readOverlays(others, texts)];
  return {...applyOverlays(root, uri, overlays), files: localFiles(overlays.map((one) => one.uri))};
}

function readOverlays(files: readonly string[], texts: RedoclyDescription['texts']): OverlayDocument[] {
  return files.map((file) => {
    const uri = uriOf(file);
    return {uri, entry: isRemote(uri) ? REMOTE : readEntry(uri, 'configuration', texts)};
  });
}

/** Whether overlays would change a description that is as it was written: only `redocly bundle` applies them. */
export function lacksOverlays(root: object, read: RedoclyDescription, files: readonly string[]): boolean {
  const {entry} = parseDocument(Buffer.from(read.sources.get(read.uri)?.body ?? ''), read.uri);
  // The bundler has added `components`.
  const isRoot = (content: unknown) =>
    isDeepStrictEqual({components: {}, ...Object(content)}, {components: {}, ...root});
  const {content} = applyOverlays(root, read.uri, readOverlays(files, read.texts));
  return 'content' in entry && isRoot(entry.content) && !isRoot(content);
}

/** Decorators of Redocly cannot wait for a server. */
const REMOTE: DocumentEntry = {
  unreadable: {
    message: 'an overlay on a server is not read while Redocly runs',
    hint: 'download it, or use `apigen mesh --config`',
  },
};
