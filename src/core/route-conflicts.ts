import {literalsOf} from './path-regex.ts';
import {type Location, type Problem, quote} from './problem.ts';

/** What the checks need to know of a route: the mesh tries routes in the order of the list, the first match wins. */
export interface OrderedRoute {
  readonly method: string;
  readonly path: string;
  /** Where a finding about the route is reported. */
  readonly location: Location;
  /** Where a finding about its path is reported. */
  readonly pathLocation: Location;
}

/** Stands for a parameter in a segment's text: no literal text holds it, so only a parameter can take it. */
const PARAMETER_MARK = '\u0000';

interface Segment {
  /** The literal texts, with a parameter between each two: `{a}.json` has `['', '.json']`. */
  readonly literals: readonly string[];
  /** The literal texts joined by the mark. */
  readonly text: string;
}

/**
 * Warns of paths that differ only in the names of their parameters: the mesh cannot tell them apart, and OpenAPI forbids
 * them (Paths Object: "templated paths with the same hierarchy but different templated names MUST NOT exist").
 */
export function ambiguousPaths(routes: readonly OrderedRoute[]): Problem[] {
  const firstByShape = new Map<string, string>();
  const seen = new Set<string>();
  const problems: Problem[] = [];
  for (const {path, pathLocation} of routes) {
    if (seen.has(path)) continue;
    seen.add(path);
    const shape = literalsOf(path).join('{}');
    const first = firstByShape.get(shape);
    if (first === undefined) {
      firstByShape.set(shape, path);
      continue;
    }
    problems.push({
      code: 'ambiguous-paths',
      severity: 'warning',
      message: `paths ${quote(first)} and ${quote(path)} differ only in the names of their parameters`,
      hint: 'join them into one path',
      location: {...pathLocation, at: 'key'},
    });
  }
  return problems;
}

/**
 * Warns of routes that never get a request, because an earlier route of the same method matches whatever they match:
 * `/{id}:cancel` comes after `/{id}`, whose parameter takes `x:cancel` too.
 *
 * @param routes in the order in which the mesh tries them
 */
export function shadowedRoutes(routes: readonly OrderedRoute[]): Problem[] {
  const rootByMethod = new Map<string, Branch>();
  const segmentsByPath = new Map<string, Segment[]>();
  const problems: Problem[] = [];
  for (const [order, route] of routes.entries()) {
    const {method, path} = route;
    const segments = segmentsByPath.get(path) ?? segmentsOf(path);
    segmentsByPath.set(path, segments);
    const root = rootByMethod.get(method) ?? newBranch();
    rootByMethod.set(method, root);
    const shadow = earliestCover(root, segments);
    if (shadow && !samePattern(shadow.segments, segments)) problems.push(shadowedBy(shadow.route, route));
    // A route without a parameter covers its own path only, which stands once in a description.
    if (segments.some(({literals}) => literals.length > 1)) insert(root, {order, route, segments});
  }
  return problems;
}

interface Entry {
  readonly order: number;
  readonly route: OrderedRoute;
  readonly segments: readonly Segment[];
}

/** Earlier routes by their segments: comparing each route with every other takes minutes for some ten thousand. */
interface Branch {
  readonly byText: Map<string, {readonly segment: Segment; readonly branch: Branch}>;
  readonly patterns: {readonly segment: Segment; readonly branch: Branch}[];
  entry: Entry | undefined;
}

function newBranch(): Branch {
  return {byText: new Map(), patterns: [], entry: undefined};
}

function insert(root: Branch, entry: Entry): void {
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

function earliestCover(root: Branch, segments: readonly Segment[]): Entry | undefined {
  let branches = [root];
  for (const {text} of segments) {
    const next: Branch[] = [];
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
  return entries.reduce<Entry | undefined>(
    (first, entry) => (first && first.order < entry.order ? first : entry),
    undefined,
  );
}

function shadowedBy(earlier: OrderedRoute, route: OrderedRoute): Problem {
  return {
    code: 'shadowed-route',
    severity: 'warning',
    message: `route "${route.method} ${route.path}" never gets a request: "${earlier.method} ${earlier.path}" comes first and matches whatever it matches`,
    hint: 'the mesh takes the first route that matches; give one of the two another path, or leave one out with `x-apigen: {disabled: true}`',
    location: {...route.location, at: 'key'},
  };
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
