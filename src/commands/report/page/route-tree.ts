import type {PageRoute} from '../page-data.ts';

/** The routes below a path: its own first, then those of longer paths. */
export interface RouteGroup {
  readonly path: string;
  readonly count: number;
  readonly items: readonly (PageRoute | RouteGroup)[];
}

interface Node {
  readonly path: string;
  readonly routes: PageRoute[];
  readonly children: Map<string, Node>;
}

/** Routes by the segments of their paths. A path with nothing below it, or with one path only, is not a group of its own. */
export function routeTree(routes: readonly PageRoute[]): RouteGroup {
  const root: Node = {path: '', routes: [], children: new Map()};
  for (const route of routes) {
    let node = root;
    for (const segment of route.path.split(/(?=\/)/)) {
      const {path, children} = node;
      node = children.get(segment) ?? {path: path + segment, routes: [], children: new Map()};
      children.set(segment, node);
    }
    node.routes.push(route);
  }
  return toGroup(withoutSingle(root));
}

interface Sort {
  readonly value: string;
  readonly text: string;
  /** The measure that is largest in the first routes; absent for the tree of paths. */
  readonly of?: (route: PageRoute) => number;
  readonly needsLog?: true;
}

/** In which order routes are shown. Of timeouts `0` is none, and no mesh has a shorter one than what is not set. */
export const SORTS: readonly Sort[] = [
  {value: '', text: 'path'},
  {
    value: 'timeout',
    text: 'timeout',
    of: ({timeout}) => (timeout === 0 ? Number.POSITIVE_INFINITY : (timeout ?? 0)),
  },
  {value: 'cut', text: 'cut requests', of: ({traffic}) => traffic?.cut ?? 0, needsLog: true},
  {value: 'p99', text: 'P99', of: ({traffic}) => traffic?.p99 ?? 0, needsLog: true},
  {value: 'p50', text: 'P50', of: ({traffic}) => traffic?.p50 ?? 0, needsLog: true},
  {value: 'requests', text: 'requests', of: ({traffic}) => traffic?.requests ?? 0, needsLog: true},
];

/** Routes in an order: as a tree, or as one list. */
export function sortedRoutes(routes: readonly PageRoute[], sort: string): RouteGroup {
  const of = SORTS.find(({value}) => value === sort)?.of;
  if (of === undefined) return routeTree(routes);
  const items = routes.toSorted((a, b) => of(b) - of(a) || (a.path < b.path ? -1 : 1));
  return {path: '', items, count: items.length};
}

/** The first node on the way down that has routes or several children. */
function withoutSingle(node: Node): Node {
  let first = node;
  for (;;) {
    const [only, ...others] = first.children.values();
    if (only === undefined || others.length > 0 || first.routes.length > 0) return first;
    first = only;
  }
}

function toGroup({path, routes, children}: Node): RouteGroup {
  const sorted = [...children.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  const below = sorted
    .map(withoutSingle)
    .flatMap((node): RouteGroup['items'] => (node.children.size === 0 ? node.routes : [toGroup(node)]));
  const items = [...routes, ...below];
  return {path, items, count: items.reduce((sum, item) => sum + ('count' in item ? item.count : 1), 0)};
}

/** The paths of the groups that are open at first: from the top, while about `room` rows are shown. */
export function openGroups(root: RouteGroup, room: number): ReadonlySet<string> {
  const open = new Set<string>();
  const queue = [root];
  let left = room;
  for (const group of queue) {
    left -= Math.min(group.items.length, MAX_ITEMS);
    if (left < 0 && group !== root) break;
    open.add(group.path);
    queue.push(...group.items.slice(0, MAX_ITEMS).filter((item) => 'items' in item));
  }
  return open;
}

/** How many items of a group are shown before one asks for more. */
export const MAX_ITEMS = 100;
