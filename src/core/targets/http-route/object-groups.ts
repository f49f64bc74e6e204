import {compareCodePoints} from '../../base/code-point-order.ts';
import {groupBy} from '../../base/group-by.ts';
import {literalsOf} from '../../routes/path-template.ts';
import type {PathStart} from './object-name.ts';
import {countOf, fitsOneObject, MAX_MATCHES, type RouteSet} from './rules-of-routes.ts';

/** The sets of one HTTPRoute, and the start of the paths that it is named after. */
interface ObjectGroup {
  readonly start: PathStart;
  readonly sets: readonly RouteSet[];
}

/** A set with the parts of its paths that decide its HTTPRoute; the last ones make it unique. */
interface GroupedSet extends RouteSet {
  readonly parts: PathStart;
}

/** Ends the segments that the paths of a set share, and the text that segments begin with; no segment ends with it. */
const END = '{';

/** Fewer routes than these get no HTTPRoute of their own while there are others to put them with. */
const FEW = 8;

/**
 * Divides sets among HTTPRoutes by the first segments of their paths: all in one while they fit. Otherwise the largest groups
 * that share their next segment are moved to HTTPRoutes of their own, and divided further where they do not fit either. So one
 * more path changes the HTTPRoute that it is in, and at the limit of that one another is added.
 */
export function objectGroups(sets: readonly RouteSet[]): ObjectGroup[] {
  return divide(
    sets.map((set) => ({...set, parts: partsOf(set)})),
    [],
  ).filter(({sets: {length}}) => length > 0);
}

function partsOf({routes}: RouteSet): PathStart {
  const paths = routes.map(({route}) => segmentsOf(route.path));
  const [first = []] = paths;
  const shared = first.findIndex((part, index) => paths.some((path) => path[index] !== part));
  const start = shared === -1 ? first : first.slice(0, shared);
  // An added method is in the HTTPRoute of its operation.
  const methods = routes
    .map(({route: {method, operation}}) => method && operation.method)
    .sort(compareCodePoints);
  // Nor do added methods or what parameters match keep sets together that need too many rules.
  const {method = '', path = ''} = routes[0]?.route ?? {};
  return [...start, ...(shared === -1 ? [] : [END, ...first]), methods[0] ?? '', `${method} ${path}`];
}

function segmentsOf(path: string): string[] {
  return literalsOf(path).join('{}').split('/').slice(1);
}

function divide(entries: readonly GroupedSet[], start: PathStart): ObjectGroup[] {
  if (fitsOneObject(entries)) return [{start, sets: entries}];
  const depth = start.length;
  const {moved, rest} = moveLargest(
    groupBy(entries, ({parts}) => parts[depth] ?? ''),
    FEW,
  );
  const groups = [...moved].flatMap(([part, group]) => divide(group, [...start, part]));
  return [...groups, ...(fitsOneObject(rest) ? [{start, sets: rest}] : divideByText(rest, start))];
}

/**
 * Divides what has many small groups, such as `/a1` to `/a9999`, by the characters of the next segment: by the first that
 * is not the same in all entries.
 */
function divideByText(entries: readonly GroupedSet[], start: PathStart): ObjectGroup[] {
  const partOf = ({parts}: GroupedSet) => parts[start.length] ?? '';
  const text = sharedStart(entries.map(partOf));
  const {moved, rest} = moveLargest(
    groupBy(entries, (entry) => partOf(entry).charAt(text.length)),
    0,
  );
  const groups = [...moved].flatMap(([next, group]) => {
    // Few routes have the text itself as their segment: larger groups were moved before.
    if (next === '') return [{start: [...start, text], sets: group}];
    if (!fitsOneObject(group)) return divideByText(group, start);
    return [{start: [...start, `${text}${next}${END}`], sets: group}];
  });
  return [...groups, {start: text === '' ? start : [...start, `${text}${END}`], sets: rest}];
}

/** The beginning of all texts: that of the first and the last of them, when they are sorted. */
function sharedStart(texts: readonly string[]): string {
  const sorted = texts.toSorted();
  const [first = '', last = ''] = [sorted[0], sorted.at(-1)];
  const characters = first.split('');
  const length = characters.findIndex((character, index) => character !== last[index]);
  return length === -1 ? first : first.slice(0, length);
}

/** Moves the largest groups out until the rest fits, or no group of at least `few` routes is left. */
function moveLargest(groups: ReadonlyMap<string, readonly GroupedSet[]>, few: number) {
  const sorted = [...groups]
    .map(([key, group]) => ({key, group, count: countOf(group)}))
    .sort((a, b) => b.count - a.count || compareCodePoints(a.key, b.key));
  let left = sorted.reduce((sum, {count}) => sum + count, 0);
  const moved = new Map<string, readonly GroupedSet[]>();
  for (const [index, {key, group, count}] of sorted.entries()) {
    const isRestFit = left <= MAX_MATCHES && fitsOneObject(sorted.slice(index).flatMap((next) => next.group));
    if (count < few || isRestFit) break;
    moved.set(key, group);
    left -= count;
  }
  return {moved, rest: sorted.slice(moved.size).flatMap(({group}) => group)};
}
