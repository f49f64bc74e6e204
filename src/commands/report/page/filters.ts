import {counted, grouped} from '../../../core/base/quote.ts';
import type {PageRoute} from '../page-data.ts';
import type {View} from './view.ts';

export function isWithoutTimeout({timeout = 0}: PageRoute): boolean {
  return timeout === 0;
}

export const FILTERS = [
  {value: '', text: 'all routes', isWanted: () => true},
  {
    value: 'problems',
    text: 'routes with warnings or notes',
    isWanted: ({problems}: PageRoute) => problems.length > 0,
  },
  {value: 'without-timeout', text: 'routes without timeout', isWanted: isWithoutTimeout},
  {value: 'changed', text: 'routes with their own settings', isWanted: ({isChanged}: PageRoute) => isChanged},
] as const;

/** The search that finds one route of each API only. */
export function searchFor({method, path}: PageRoute): string {
  return `"${method} ${path}"`;
}

/** Whether a route fits the filters and has every word of a search, in upper or lower case. */
export function routeFilter({search, show, method, tag}: View): (route: PageRoute, api: string) => boolean {
  const isShown = FILTERS.find(({value}) => value === show)?.isWanted ?? (() => true);
  const isWanted = (route: PageRoute) =>
    isShown(route) && (method === '' || route.method === method) && (tag === '' || route.tags.includes(tag));
  if (/^".+"$/.test(search)) return (route) => isWanted(route) && searchFor(route) === search;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return (route, api) => {
    const text = [route.method, route.path, ...route.tags, api].join(' ').toLowerCase();
    return isWanted(route) && words.every((word) => text.includes(word));
  };
}

/** How many of all routes: `5 routes`, `2 of 5 routes`. */
export function routesOf(found: number, all: number): string {
  return `${found === all ? '' : `${grouped(found)} of `}${counted(all, 'route')}`;
}
