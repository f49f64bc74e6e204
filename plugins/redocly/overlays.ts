import {fileURLToPath} from 'node:url';
import type {JsonMap} from '../../src/core/json.ts';
import type {DocumentEntry} from '../../src/core/openapi/documents.ts';
import {applyOverlays, type OverlaidDescription} from '../../src/core/overlay/apply-overlays.ts';
import {readFileUri} from '../../src/io/read/local-file.ts';
import {parseDocument} from '../../src/io/read/parse-document.ts';
import {isRemote, uriOf} from '../../src/io/read/source.ts';
import {UnreadableSource} from '../../src/io/read/unreadable-source.ts';
import {overlaysIn} from '../../src/io/redocly-config/overlays-in.ts';
import type {RedoclyDescription} from './description.ts';

/** A description after the overlays of the decorator's options, and their files. */
export interface Overlaid extends OverlaidDescription {
  readonly files: readonly string[];
}

/**
 * Applies the overlays that the decorator's options name; `undefined` without any. Their texts are added to those of the
 * description, to find the places of problems in.
 *
 * @param folder the folder of the configuration
 */
export function withOverlays(
  root: object,
  {uri, texts}: Pick<RedoclyDescription, 'uri' | 'texts'>,
  given: JsonMap,
  folder: string,
): Overlaid | undefined {
  const sources = overlaysIn(given, folder);
  if (sources.length === 0) return undefined;
  const uris = sources.map(uriOf);
  const overlays = uris.map((overlay) => ({uri: overlay, entry: readOverlay(overlay, texts)}));
  const files = uris.flatMap((overlay) => (isRemote(overlay) ? [] : fileURLToPath(overlay)));
  return {...applyOverlays(root, uri, overlays), files};
}

/** Decorators of Redocly cannot wait for a server. */
const REMOTE: DocumentEntry = {
  unreadable: {
    message: 'an overlay on a server is not read while Redocly runs',
    hint: 'download it, or use `apigen mesh --config`',
  },
};

function readOverlay(uri: string, texts: RedoclyDescription['texts']): DocumentEntry {
  if (isRemote(uri)) return REMOTE;
  try {
    const bytes = readFileUri(uri, {base: 'configuration'});
    const {entry, syntax} = parseDocument(bytes, uri);
    texts.set(uri, {bytes, syntax});
    return entry;
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error;
    return {unreadable: {message: error.message, hint: error.hint}};
  }
}
