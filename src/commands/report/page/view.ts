import {createContext} from 'preact';
import {useEffect, useState} from 'preact/hooks';
import type {PageRoute} from '../page-data.ts';

/** What the texts of a view are called in the address. */
const TEXTS = ['search', 'show', 'method', 'tag', 'sort', 'request'] as const;

/** What a visitor has chosen; empty texts are the first choices. */
export type View = {readonly [K in (typeof TEXTS)[number]]: string} & {
  readonly hidden: readonly string[];
};

export const ALL = {search: '', show: '', method: '', tag: ''} as const;

/** The view of an address, from what follows its `#`. */
export function viewOf(hash: string): View {
  const given = new URLSearchParams(hash.slice(1));
  const text = (key: (typeof TEXTS)[number]) => given.get(key) ?? '';
  return {
    search: text('search'),
    show: text('show'),
    method: text('method'),
    tag: text('tag'),
    sort: text('sort'),
    request: text('request'),
    hidden: given.getAll('hidden'),
  };
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
