import {literalsOf} from './path-template.ts';

/** A route in the order in which the mesh tries them: the first that matches is used. */
export interface OrderedRoute {
  readonly method: string;
  readonly path: string;
}

/** A route that no request reaches, and the earlier one that takes all of its requests. */
export interface CoveredRoute<R extends OrderedRoute> {
  readonly route: R;
  readonly earlier: R;
}

/** A parameter in a segment's text: no literal text contains it, so only a parameter can match it. */
const PARAMETER_MARK = '\u0000';

interface Segment {
  /** The literal texts, with a parameter between each two: `{a}.json` has `['', '.json']`. */
  readonly literals: readonly string[];
  /** The literal texts joined by the mark. */
  readonly text: string;
}

/**
 * The routes that are never used, because an earlier route of the same method matches whatever they match:
 * `/{id}:cancel` comes after `/{id}`, whose parameter matches `x:cancel` too.
 *
 * @param routes in the order in which the mesh tries them
 */
export function coveredRoutes<R extends OrderedRoute>(routes: readonly R[]): CoveredRoute<R>[] {
  const rootByMethod = new Map<string, Branch<R>>();
  const segmentsByPath = new Map<string, Segment[]>();
  const covered: CoveredRoute<R>[] = [];
  for (const [order, route] of routes.entries()) {
    const {method, path} = route;
    const segments = segmentsByPath.get(path) ?? segmentsOf(path);
    segmentsByPath.set(path, segments);
    const root = rootByMethod.get(method) ?? newBranch();
    rootByMethod.set(method, root);
    const cover = earliestCover(root, segments);
    if (cover && !samePattern(cover.segments, segments)) covered.push({route, earlier: cover.route});
    // A route without a parameter covers its own path only, which is unique in a description.
    if (segments.some(({literals}) => literals.length > 1)) insert(root, {order, route, segments});
  }
  return covered;
}

interface Entry<R> {
  readonly order: number;
  readonly route: R;
  readonly segments: readonly Segment[];
}

/** Earlier routes by their segments: comparing each route with every other takes minutes for some ten thousand. */
interface Branch<R> {
  readonly byText: Map<string, {readonly segment: Segment; readonly branch: Branch<R>}>;
  readonly patterns: {readonly segment: Segment; readonly branch: Branch<R>}[];
  entry: Entry<R> | undefined;
}

function newBranch<R>(): Branch<R> {
  return {byText: new Map(), patterns: [], entry: undefined};
}

function insert<R>(root: Branch<R>, entry: Entry<R>): void {
  let branch = root;
  for (const segment of entry.segments) {
    const known = branch.byText.get(segment.text);
    const next = known ?? {segment, branch: newBranch()};
    if (!known) {
      branch.byText.set(segment.text, next);
      if (segment.literals.length > 1) branch.patterns.push(next);
    }
    branch = next.branch;
  }
  branch.entry ??= entry;
}

function earliestCover<R>(root: Branch<R>, segments: readonly Segment[]): Entry<R> | undefined {
  let branches = [root];
  for (const {text} of segments) {
    const next: Branch<R>[] = [];
    for (const {byText, patterns} of branches) {
      const same = byText.get(text);
      if (same) next.push(same.branch);
      for (const child of patterns) {
        if (child !== same && coversText(child.segment, text)) next.push(child.branch);
      }
    }
    branches = next;
  }
  const entries = branches.flatMap(({entry}) => entry ?? []);
  return entries.reduce<Entry<R> | undefined>(
    (first, entry) => (first && first.order < entry.order ? first : entry),
    undefined,
  );
}

function segmentsOf(path: string): Segment[] {
  // A parameter's name may hold a slash, so it is the marked text that is split at slashes.
  return literalsOf(path)
    .join(PARAMETER_MARK)
    .split('/')
    .map((text) => ({text, literals: segmentLiterals(text)}));
}

const PARAMETER_ALONE = ['', ''] as const;

/** Nearly every segment is a literal text or a parameter alone, and thousands of texts are slow to split. */
function segmentLiterals(text: string): readonly string[] {
  if (text === PARAMETER_MARK) return PARAMETER_ALONE;
  return text.includes(PARAMETER_MARK) ? text.split(PARAMETER_MARK) : [text];
}

function samePattern(a: readonly Segment[], b: readonly Segment[]): boolean {
  return a.every(({text}, index) => text === b[index]?.text);
}

/** True when every text that the pattern `text` matches is matched by `general`: both are texts joined by `[^/]*`. */
function coversText({literals, text: own}: Segment, text: string): boolean {
  if (own === text || own === PARAMETER_MARK) return true;
  const [head = '', ...rest] = literals;
  if (rest.length === 0 || !text.startsWith(head)) return false;
  const tail = rest.pop() ?? '';
  let position = head.length;
  for (const literal of rest) {
    const found = text.indexOf(literal, position);
    if (found === -1) return false;
    position = found + literal.length;
  }
  return text.length - tail.length >= position && text.endsWith(tail);
}
