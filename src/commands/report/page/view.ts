import {createContext} from 'preact';
import {useEffect, useState} from 'preact/hooks';
import {counted, grouped} from '../../../core/base/quote.ts';
import type {PageApi, PageData, PageRoute} from '../page-data.ts';

/** The names of a view's texts in the address. */
const TEXTS = ['search', 'show', 'method', 'tag', 'sort', 'request'] as const;

/** The choices of a visitor; empty texts are the first choices. */
export type View = {readonly [K in (typeof TEXTS)[number]]: string} & {
  readonly hidden: readonly string[];
};

export const ALL = {search: '', show: '', method: '', tag: ''} as const;

/** The view of an address, from what follows its `#`. */
export function viewOf(hash: string): View {
  const given = new URLSearchParams(hash.slice(1));
  const texts = Object.fromEntries(TEXTS.map((key) => [key, given.get(key) ?? '']));
  return {...ALL, sort: '', request: '', ...texts, hidden: given.getAll('hidden')};
}

/** The view of the page's address, and how to change it: a link to the page shows the same. */
export function useView(): readonly [View, (change: Partial<View>) => void] {
  const [view, setView] = useState(() => viewOf(location.hash));
  useEffect(() => {
    const follow = () => setView(viewOf(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return [
    view,
    (change) => {
      const next = {...view, ...change};
      setView(next);
      const texts = TEXTS.flatMap((key) => (next[key] === '' ? [] : [[key, next[key]]]));
      const hidden = next.hidden.map((name) => ['hidden', name]);
      history.replaceState(undefined, '', `#${new URLSearchParams([...texts, ...hidden])}`);
    },
  ];
}

/** The route that was chosen elsewhere on the page. */
export interface RevealedRoute {
  readonly route: PageRoute;
}

export const Revealed = createContext<{
  readonly revealed: RevealedRoute | undefined;
  readonly reveal: (route: PageRoute) => void;
}>({revealed: undefined, reveal: () => {}});

interface Filter {
  readonly value: string;
  readonly text: string;
  /** When the first lines of the page say how many there are. */
  readonly counted?: 'always' | 'with a log';
  readonly needsPolicies?: true;
  readonly fits: (route: PageRoute) => boolean;
}

/** Which routes are shown. */
const FILTERS: readonly Filter[] = [
  {value: 'cut', text: 'with cut requests', counted: 'with a log', fits: ({traffic}) => !!traffic?.cut},
  {value: 'over', text: 'over their timeout', counted: 'with a log', fits: ({traffic}) => !!traffic?.isOver},
  {value: 'idle', text: 'without traffic', counted: 'with a log', fits: ({traffic}) => !traffic?.requests},
  {value: 'without-timeout', text: 'without timeout', counted: 'always', fits: ({timeout = 0}) => !timeout},
  {
    value: 'public',
    text: 'that everybody may call',
    needsPolicies: true,
    fits: ({isPublic = false}) => isPublic,
  },
  {
    value: 'undeclared',
    text: 'without `security`',
    needsPolicies: true,
    fits: ({isUndeclared = false}) => isUndeclared,
  },
  {value: 'problems', text: 'with warnings or notes', fits: ({problems}) => problems.length > 0},
  {value: 'changed', text: 'with their own settings', fits: ({isChanged}) => isChanged},
];

export function filtersOf({apis, undescribed}: PageData): readonly Filter[] {
  const isEnforced = apis.some(({routes}) => routes.some(({who}) => who !== undefined));
  return FILTERS.filter(
    ({counted, needsPolicies}) =>
      (counted !== 'with a log' || undescribed !== undefined) && (!needsPolicies || isEnforced),
  );
}

/** The search that finds one route of each API only. */
export function searchFor({method, path}: PageRoute): string {
  return `"${method} ${path}"`;
}

/** Whether a route fits the filters and has every word of a search, in upper or lower case. */
export function routeFilter({search, show, method, tag}: View): (route: PageRoute, api: string) => boolean {
  const isShown = FILTERS.find(({value}) => value === show)?.fits ?? (() => true);
  const isWanted = (route: PageRoute) =>
    isShown(route) && (method === '' || route.method === method) && (tag === '' || route.tags.includes(tag));
  if (/^".+"$/.test(search)) return (route) => isWanted(route) && searchFor(route) === search;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return (route, api) => {
    const text = [route.method, route.path, ...route.tags, api].join(' ').toLowerCase();
    return isWanted(route) && words.every((word) => text.includes(word));
  };
}

/** Texts with `·` between them, which keep a count next to its noun. */
export function joined(texts: readonly string[]): string {
  return texts.map((text) => text.replaceAll(/([\d,]+) (?=[a-z])/g, '$1\u{A0}')).join(' · ');
}

/** How many of all routes: `5 routes`, `2 of 5 routes`. */
export function routesOf(shown: number, all: number): string {
  return `${shown === all ? '' : `${grouped(shown)} of `}${counted(all, 'route')}`;
}

/** Options for the values that routes have of something; the first is all of them. */
export function choices(apis: readonly PageApi[], of: (route: PageRoute) => readonly string[]) {
  const values = new Set(apis.flatMap(({routes}) => routes.flatMap((route) => of(route))));
  return [{value: '', text: 'all'}, ...[...values].sort().map((value) => ({value, text: value}))];
}

/** The title of an API, with its source where another has the same. */
export function nameOf(api: PageApi, apis: readonly PageApi[]): string {
  const isUnique = apis.every((other) => other === api || other.title !== api.title);
  return isUnique ? api.title : `${api.title} (${api.source})`;
}
