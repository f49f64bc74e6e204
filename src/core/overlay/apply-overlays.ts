import {
  MAX_ADDED_FOR_VALUE,
  MAX_ADDED_VALUES,
  MAX_OVERLAID_VALUES,
  MAX_VISITED_NODES,
  MAX_VISITS_OF_VALUE,
} from '../limits.ts';
import type {DocumentEntry} from '../openapi/documents.ts';
import type {Origin} from '../origin.ts';
import type {Finding, Location, Problem, Severity} from '../problem.ts';
import {applyOverlay, isSpent} from './apply.ts';
import {Copies} from './copies.ts';
import {countValues} from './count-values.ts';
import {readOverlay} from './overlay.ts';
import {OVERLAY_CODE} from './overlay-code.ts';
import type {Traced} from './traced.ts';

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
  const add = (severity: Severity, findings: readonly Finding[]) => {
    for (const finding of findings) problems.push({code: OVERLAY_CODE, severity, ...finding});
  };
  let document: Traced = {value: content, origin: rootOrigin(uri)};
  const values = countValues(content, MAX_OVERLAID_VALUES);
  if (values > MAX_OVERLAID_VALUES) {
    add('error', [tooManyValues(document.origin.location)]);
    return {content, origin: document.origin, problems};
  }
  const budget = {
    additions: startAt(Math.max(MAX_ADDED_VALUES, MAX_ADDED_FOR_VALUE * values)),
    visits: startAt(Math.max(MAX_VISITED_NODES, MAX_VISITS_OF_VALUE * values)),
  };
  const copies = new Copies();
  for (const overlay of overlays) {
    const {entry} = overlay;
    if ('unreadable' in entry) {
      const {more = [], ...first} = entry.unreadable;
      const location = {uri: overlay.uri, pointer: ''};
      add(
        'error',
        [first, ...more].map((fault) => ({location, ...fault})),
      );
      continue;
    }
    const read = readOverlay(entry.content, overlay.uri, budget.visits);
    add('error', read.errors);
    add('warning', read.warnings);
    if (read.errors.length > 0) continue;
    const applied = applyOverlay(document, read, budget, copies);
    add('error', applied.errors);
    add('warning', applied.warnings);
    document = applied.document;
    if (isSpent(budget)) break;
  }
  return {content: document.value, origin: document.origin, problems};
}

function tooManyValues(location: Location): Finding {
  return {
    message: `the description has more than ${MAX_OVERLAID_VALUES} values after its aliases are expanded`,
    hint: 'write the values without YAML aliases (`*name`)',
    location,
  };
}

/** A limit of which nothing is used. */
function startAt(most: number) {
  return {most, left: most};
}

function rootOrigin(uri: string): Origin {
  return {location: {uri, pointer: ''}};
}
