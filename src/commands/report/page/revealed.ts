import {createContext} from 'preact';
import type {PageRoute} from '../page-data.ts';

/** The route that was chosen elsewhere on the page. */
export interface RevealedRoute {
  readonly route: PageRoute;
}

export const Revealed = createContext<{
  readonly revealed: RevealedRoute | undefined;
  readonly reveal: (route: PageRoute) => void;
}>({revealed: undefined, reveal: () => {}});
