import {copyOf} from '../json.ts';
import type {DocumentEntry} from '../openapi/documents.ts';
import {Origin} from '../origin.ts';
import {OVERLAY_CODE, type Problem} from '../problem.ts';
import {applyAction} from './apply-action.ts';
import {type ReportFinding, readOverlay} from './overlay.ts';

/** An overlay document that was read, or why it could not be read. */
export interface OverlayDocument {
  readonly uri: string;
  readonly entry: DocumentEntry;
}

/** A description after overlays were applied to it. */
export interface OverlaidDescription {
  readonly content: unknown;
  /** Where the values of `content` were written. */
  readonly origin: Origin;
  readonly problems: readonly Problem[];
}

/**
 * A description with the changes of overlays, applied one after another. An overlay with an error is not applied.
 *
 * @param content the parsed description, which is not changed
 * @param uri its absolute URI
 */
export function applyOverlays(
  content: unknown,
  uri: string,
  overlays: readonly OverlayDocument[],
): OverlaidDescription {
  const problems: Problem[] = [];
  const report: ReportFinding = (severity, finding) => {
    problems.push({code: OVERLAY_CODE, severity, ...finding});
  };
  const location = {uri, pointer: ''};
  const document = {content, origin: new Origin(location)};
  try {
    document.content = copyOf(content);
    for (const overlay of overlays) {
      const {entry} = overlay;
      if ('content' in entry) {
        for (const action of readOverlay(entry.content, overlay.uri, report))
          applyAction(document, action, report);
        continue;
      }
      const {more = [], ...first} = entry.unreadable;
      for (const fault of [first, ...more])
        report('error', {location: {uri: overlay.uri, pointer: ''}, ...fault});
    }
  } catch (error) {
    // A YAML alias can lead to what contains it.
    if (!(error instanceof RangeError)) throw error;
    const message = 'the description or an overlay is nested too deeply, or contains itself';
    report('error', {message, location});
  }
  return {...document, problems};
}
