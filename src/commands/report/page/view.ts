import {useEffect, useState} from 'preact/hooks';
import type {PageRoute} from '../page-data.ts';

/** The view that shows everything. */
const ALL = {search: '', show: '', method: '', tag: '', api: '', sort: '', request: ''};

/** What a visitor has chosen, by the names that it has in the address; empty texts are the first choices. */
export type View = Readonly<typeof ALL>;

/** The view of the page's address, and how to change it: a link to the page shows the same. */
export function useView(): readonly [View, (change: Partial<View>) => void] {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const follow = () => setHash(location.hash);
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const view = {...ALL, ...Object.fromEntries(new URLSearchParams(hash.slice(1)))};
  return [
    view,
    (change) => {
      const given = Object.entries({...view, ...change}).filter(([, text]) => text !== '');
      history.replaceState(undefined, '', `#${new URLSearchParams(given)}`);
      setHash(location.hash);
    },
  ];
}

/** The search that finds one route of each API only. */
export function searchFor({method, path}: PageRoute): string {
  return `"${method} ${path}"`;
}

/** The address that shows one route, with the request that is tried. */
export function linkTo(route: PageRoute): string {
  const request = new URLSearchParams(location.hash.slice(1)).get('request') ?? '';
  return `#${new URLSearchParams({request, search: searchFor(route)})}`;
}
