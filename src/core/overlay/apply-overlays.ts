import {type Location, type Origin, OVERLAY_CODE, type Problem} from '../base/problem.ts';
import type {DocumentEntry} from '../openapi/documents.ts';
import {applyAction} from './apply-action.ts';
import {reasonOf} from './json-path.ts';
import {OverlaidDocument} from './overlaid-document.ts';
import {type ReportFinding, readOverlay} from './overlay.ts';

/** An overlay document that was read, or why it could not be read. */
export interface OverlayDocument {
  readonly uri: string;
  readonly entry: DocumentEntry;
}

export interface OverlaidDescription {
  readonly content: unknown;
  readonly origin: Origin;
  readonly problems: readonly Problem[];
}

/**
 * A parsed description with the changes of overlays, applied one after another. An overlay with an error is not applied.
 *
 * @param written where maps and lists of `content` were written that come from other documents than `uri`
 */
export function applyOverlays(
  content: unknown,
  uri: string,
  overlays: readonly OverlayDocument[],
  written?: WeakMap<object, Location>,
): OverlaidDescription {
  const problems: Problem[] = [];
  const root = {uri, pointer: ''};
  let document = new OverlaidDocument({}, root);
  // What does not fit several targets is reported once.
  const report: ReportFinding = (severity, finding) => {
    const place = JSON.stringify(finding.location);
    if (problems.some(({location}) => JSON.stringify(location) === place)) return;
    problems.push({code: OVERLAY_CODE, severity, ...finding});
  };
  try {
    document = new OverlaidDocument(content, root, written);
    for (const {uri: overlay, entry} of overlays) {
      if ('content' in entry)
        for (const action of readOverlay(entry.content, overlay, report) ?? [])
          applyAction(document, action, report);
      else {
        const {more = [], ...first} = entry.unreadable;
        for (const fault of [first, ...more])
          report('error', {location: {uri: overlay, pointer: ''}, ...fault});
      }
    }
  } catch (error) {
    report('error', {message: `the description or an overlay is ${reasonOf(error)}`, location: root});
  }
  return {content: document.content, origin: document, problems};
}
