import {constructFromEvents, EVENT_ID, parseEvents, YAMLException} from 'js-yaml';
import {MAX_ANCHORS, MAX_DEPTH, MAX_MERGE_KEYS} from '../../core/limits.ts';
import {SCHEMA} from './yaml-schema.ts';

/**
 * The content of a YAML document, as js-yaml's `load` gives it, with a limit on anchors.
 *
 * @throws YAMLException for a syntax error, a limit, and any other number of documents than one
 */
export function loadYaml(text: string): unknown {
  const events = parseEvents(text, {maxDepth: MAX_DEPTH});
  limitAnchors(text, events);
  const options = {source: text, schema: SCHEMA, maxTotalMergeKeys: MAX_MERGE_KEYS};
  const documents = constructFromEvents(events, options);
  if (documents.length === 0) throw new YAMLException('expected a document, but the input is empty');
  if (documents.length > 1)
    throw new YAMLException('expected a single document in the stream, but found more');
  return documents[0];
}

function limitAnchors(text: string, events: ReturnType<typeof parseEvents>): void {
  let anchors = 0;
  for (const event of events) {
    if (!('anchorStart' in event) || event.anchorStart < 0 || event.type === EVENT_ID.ALIAS) continue;
    anchors += 1;
    if (anchors > MAX_ANCHORS) YAMLException.throwAt(text, event.anchorStart - 1, 'anchors exceeded');
  }
}
