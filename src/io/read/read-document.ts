import {decodeText, type ParsedDocument, parseDocument} from './parse-document.ts';

/** The largest document that is read again: `yaml` may take 2 s for it. Of a larger one the first fault is reported. */
const MAX_REREAD_BYTES = 1024 * 1024;

/**
 * Parses a document as `parseDocument` does. A text that js-yaml refuses is read again by `yaml`, which finds all faults,
 * and accepts some indentation that js-yaml does not.
 */
export async function readDocument(bytes: Buffer, uri: string, mayLeaveOut = false): Promise<ParsedDocument> {
  const parsed = parseDocument(bytes, uri, mayLeaveOut);
  if (!parsed.isInvalid || bytes.length > MAX_REREAD_BYTES) return parsed;
  // It takes as long to load as most descriptions take to read.
  const {rereadYaml} = await import('./reread-yaml.ts');
  return rereadYaml(decodeText(bytes) ?? '', uri, parsed);
}
