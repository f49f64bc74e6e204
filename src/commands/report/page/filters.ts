import type {PageRoute} from '../page-data.ts';
import type {View} from './view.ts';

export const FILTERS = [
  {value: '', text: 'all routes', isWanted: () => true},
  {
    value: 'problems',
    text: 'routes with warnings or notes',
    isWanted: ({problems}: PageRoute) => problems.length > 0,
  },
  {value: 'changed', text: 'routes with their own settings', isWanted: ({isChanged}: PageRoute) => isChanged},
] as const;

const texts = new WeakMap<PageRoute, string>();

/** What a search looks in: each route's method, path and tags. */
function textOf(route: PageRoute): string {
  const known = texts.get(route);
  if (known !== undefined) return known;
  const text = [route.method, route.path, ...route.tags].join(' ').toLowerCase();
  texts.set(route, text);
  return text;
}

/** The search that finds one route of each API only. */
export function searchFor({method, path}: PageRoute): string {
  return `"${method} ${path}"`;
}

/** Whether a route fits the filters and has every word of a search, in upper or lower case. */
export function routeFilter({search, show, method, tag}: View): (route: PageRoute) => boolean {
  const isShown = FILTERS.find(({value}) => value === show)?.isWanted ?? (() => true);
  const isWanted = (route: PageRoute) =>
    isShown(route) && (method === '' || route.method === method) && (tag === '' || route.tags.includes(tag));
  if (/^".+"$/.test(search)) return (route) => isWanted(route) && searchFor(route) === search;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return (route) => isWanted(route) && words.every((word) => textOf(route).includes(word));
}
