import {compareCodePoints} from '../../base/code-point-order.ts';
import {groupBy} from '../../base/group-by.ts';
import {literalsOf} from '../../routes/path-template.ts';
import type {PathStart} from './object-name.ts';
import {countOf, fitsOneObject, MAX_MATCHES, type RouteSet} from './rules-of-routes.ts';

/** What one HTTPRoute holds, and the start of the paths that it is named after. */
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
  const paths = routes.map(({path}) => segmentsOf(path));
  const [first = []] = paths;
  const shared = first.findIndex((part, index) => paths.some((path) => path[index] !== part));
  const start = shared === -1 ? first : first.slice(0, shared);
  // An added method is in the HTTPRoute of its operation.
  const methods = routes.map(({method, operation}) => method && operation.method).sort(compareCodePoints);
  return [...start, ...(shared === -1 ? [] : [END, ...first]), methods[0] ?? ''];
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
  return [...groups, ...(fitsOneObject(rest) ? [{start, sets: rest}] : divideByText(rest, start, 0))];
}

/**
 * Divides what has many small groups, such as `/a1` to `/a9999`, by the characters of the next segment: by the first that
 * is not the same in all entries.
 *
 * @param known how many are the same in any case
 */
function divideByText(entries: readonly GroupedSet[], start: PathStart, known: number): ObjectGroup[] {
  const partOf = ({parts}: GroupedSet) => parts[start.length] ?? '';
  const text = sharedStart(entries.map(partOf), known);
  const {moved, rest} = moveLargest(
    groupBy(entries, (entry) => partOf(entry).charAt(text.length)),
    0,
  );
  const groups = [...moved].flatMap(([next, group]) => {
    // Few routes have the text itself as their segment: larger groups were moved before.
    if (next === '') return [{start: [...start, text], sets: group}];
    const longer = text + next;
    return fitsOneObject(group)
      ? [{start: [...start, `${longer}${END}`], sets: group}]
      : divideByText(group, start, longer.length);
  });
  return [...groups, {start: text === '' ? start : [...start, `${text}${END}`], sets: rest}];
}

/** What all texts begin with. The first `known` characters are not compared. */
function sharedStart([first = '', ...others]: readonly string[], known: number): string {
  let length = first.length;
  for (const other of others) {
    let same = known;
    while (same < length && other[same] === first[same]) same += 1;
    length = same;
  }
  return first.slice(0, length);
}

/** Moves the largest groups out until the rest fits, or no group of at least `few` routes is left. */
function moveLargest(
  groups: ReadonlyMap<string, readonly GroupedSet[]>,
  few: number,
): {moved: ReadonlyMap<string, readonly GroupedSet[]>; rest: readonly GroupedSet[]} {
  const sorted = [...groups]
    .map(([key, group]) => ({key, group, count: countOf(group)}))
    .sort((a, b) => b.count - a.count || compareCodePoints(a.key, b.key));
  let left = sorted.reduce((sum, {count: own}) => sum + own, 0);
  const moved = new Map<string, readonly GroupedSet[]>();
  for (const [index, {key, group, count: own}] of sorted.entries()) {
    const isRestFit = left <= MAX_MATCHES && fitsOneObject(sorted.slice(index).flatMap((next) => next.group));
    if (own < few || isRestFit) break;
    moved.set(key, group);
    left -= own;
  }
  return {moved, rest: sorted.slice(moved.size).flatMap(({group}) => group)};
}
