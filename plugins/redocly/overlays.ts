import {isDeepStrictEqual} from 'node:util';
import {ownValue, valueAt} from '../../src/core/base/json.ts';
import type {Problem} from '../../src/core/base/problem.ts';
import type {DocumentEntry} from '../../src/core/openapi/documents.ts';
import {targetLocation} from '../../src/core/openapi/reference.ts';
import {applyOverlays, type OverlayDocument} from '../../src/core/overlay/apply-overlays.ts';
import {parseDocument} from '../../src/io/read/parse-document.ts';
import {isRemote, localFiles, uriOf} from '../../src/io/read/source.ts';
import {type RedoclyDescription, readEntry} from './description.ts';

/**
 * The description after the overlays that Redocly has applied to it, and those that the decorator's options name; `undefined` without any
 * overlay. The texts of all are added to those of the description, to find the places of problems in.
 *
 * @param namedFiles the files that APIs of the configuration name, each as often as it is named
 */
export function withOverlays(
  root: object,
  read: RedoclyDescription,
  applied: readonly string[],
  others: readonly string[],
  namedFiles: () => readonly string[],
) {
  if (applied.length + others.length === 0) return undefined;
  const {uri, texts} = read;
  const ofRedocly = readOverlays(applied, texts);
  const {written, inlined, isWhole} = beforeOverlays(read);
  const before = applyOverlays(inlined, uri, ofRedocly);
  // What an action matches after all of them may be of another file.
  const left = before.problems.length === 0 ? [] : applyOverlays(root, uri, ofRedocly).problems;
  const after = applyOverlays(root, uri, readOverlays(others, texts));
  const isKnown = ({severity, location}: Problem) => {
    const overlay = ofRedocly.find((one) => one.uri === location?.uri)?.entry ?? REMOTE;
    const query = 'content' in overlay && valueAt(overlay.content, location?.pointer ?? '');
    const isIn = isWhole || typeof query !== 'string' || OF_PATHS.test(query);
    const isLeft = left.some((problem) => isDeepStrictEqual(problem.location, location));
    // What does not fit one API may fit another.
    const isOwn = namedFiles().filter((file) => uriOf(file) === location?.uri).length === 1;
    return isIn && (severity === 'error' || (isLeft && isOwn));
  };
  const of = (pointer: string) => {
    const place = after.origin.of(pointer);
    return place.uri === uri ? before.origin.of(pointer) : place;
  };
  // The bundler has added `components`.
  const isRoot = isDeepStrictEqual({components: {}, ...Object(written)}, {components: {}, ...root});
  const isLacking = applied.length > 0 && isRoot && !isDeepStrictEqual(before.content, inlined);
  const problems = [...before.problems.filter(isKnown), ...after.problems];
  return {
    content: after.content,
    origin: {of},
    problems,
    isLacking,
    files: localFiles([...applied, ...others].map(uriOf)),
  };
}

/** Targets in a part of a description that Redocly has not moved before it applies overlays. */
const OF_PATHS = /^\$\W+(paths|webhooks|servers|x-)/;

/** The description as it was written, and with its path items, as far as that can be read while Redocly waits. */
function beforeOverlays({uri, sources, documents}: RedoclyDescription) {
  const text = sources.get(uri)?.body ?? '';
  const {entry} = parseDocument(Buffer.from(text), uri);
  const written = 'content' in entry ? entry.content : {};
  const items = Object.entries(Object(ownValue(written, 'paths'))).map(([path, item]) => {
    const reference = String(ownValue(item, '$ref') ?? '#');
    const place = reference.startsWith('#') ? undefined : targetLocation(reference, uri);
    const target = place && documents(place, {text: reference, base: uri});
    return [path, target && 'value' in target ? target.value : item];
  });
  const inlined = {...Object(written), paths: Object.fromEntries(items)};
  return {written, inlined, isWhole: !/\$ref["']?\s*:\s*["']?[^#"'\s]/.test(text)};
}

function readOverlays(files: readonly string[], texts: RedoclyDescription['texts']): OverlayDocument[] {
  return files.map((file) => {
    const uri = uriOf(file);
    return {uri, entry: isRemote(uri) ? REMOTE : readEntry(uri, 'configuration', texts)};
  });
}

/** Decorators of Redocly cannot wait for a server. */
const REMOTE: DocumentEntry = {
  unreadable: {
    message: 'an overlay on a server is not read while Redocly runs',
    hint: 'download it, or use `apigen mesh --config`',
  },
};
