import {useMemo, useRef, useState} from 'preact/hooks';
import type {PageApi, PageData, PageRoute} from '../core/routes/page-data.ts';
import {ApiSection} from './api-section.tsx';
import {FILTERS, type Filter, routeFilter, searchFor} from './filters.ts';
import {RequestField} from './request-field.tsx';
import {Revealed, type RevealedRoute} from './revealed.ts';
import {routeCount} from './words.ts';

/** Routes of one or several APIs: a field to try a request, a search, and the routes of each API. */
export function Page({apis}: PageData) {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  const [hidden, setHidden] = useState<ReadonlySet<PageApi>>(new Set());
  const [revealed, setRevealed] = useState<RevealedRoute>();
  const searchField = useRef<HTMLInputElement>(null);
  const longest = useMemo(() => longestTimeout(apis), [apis]);
  const isWanted = useMemo(() => routeFilter(search, filter), [search, filter]);
  const shown = apis
    .filter((api) => !hidden.has(api))
    .map((api) => ({api, routes: api.routes.filter(isWanted)}));
  const found = shown.reduce((sum, {routes}) => sum + routes.length, 0);
  const all = shown.reduce((sum, {api}) => sum + api.routes.length, 0);
  const reveal = (route: PageRoute) => {
    setSearch(searchFor(route));
    setFilter('all');
    // A new object, so that the same route is revealed again.
    setRevealed({route});
  };
  const showAll = () => {
    setSearch('');
    setFilter('all');
    setRevealed(undefined);
    // The button is removed.
    searchField.current?.focus();
  };
  const toggle = (api: PageApi) => {
    // Its row would take the focus once it is drawn again.
    setRevealed(undefined);
    const next = new Set(hidden);
    if (!next.delete(api)) next.add(api);
    setHidden(next);
  };
  return (
    <Revealed.Provider value={{revealed, reveal}}>
      <header>
        <h1>Routes</h1>
        {apis.length > 1 && (
          <fieldset class="apis">
            <legend>APIs</legend>
            {apis.map((api) => (
              <label key={api}>
                <input type="checkbox" checked={!hidden.has(api)} onChange={() => toggle(api)} />
                {nameOf(api, apis)}
              </label>
            ))}
          </fieldset>
        )}
      </header>
      <main>
        <RequestField apis={shown.map(({api}) => api)} />
        <search class="card">
          <div class="field">
            <label for="search">Search</label>
            <input
              ref={searchField}
              id="search"
              type="search"
              autocomplete="off"
              spellcheck={false}
              aria-describedby="found"
              value={search}
              onInput={({currentTarget}) => {
                setSearch(currentTarget.value);
                // Its row would take the focus from this field.
                setRevealed(undefined);
              }}
            />
          </div>
          <div class="field">
            <label for="filter">Show</label>
            <select
              id="filter"
              value={filter}
              onChange={({currentTarget}) => {
                setFilter(FILTERS.find(({name}) => name === currentTarget.value)?.name ?? 'all');
                setRevealed(undefined);
              }}
            >
              {FILTERS.map(({name, text}) => (
                <option key={name} value={name}>
                  {text}
                </option>
              ))}
            </select>
          </div>
          <output id="found" for="search filter">
            {found === all ? routeCount(all) : `${found.toLocaleString('en')} of ${routeCount(all)}`}
          </output>
          {(search !== '' || filter !== 'all') && (
            <button type="button" class="link" onClick={showAll}>
              Show all routes
            </button>
          )}
        </search>
        <div class="sections">
          {shown.map(({api, routes}) => (
            <ApiSection
              key={api}
              api={api}
              name={nameOf(api, apis)}
              routes={routes}
              view={`${filter} ${search}`}
              longest={longest}
            />
          ))}
        </div>
      </main>
    </Revealed.Provider>
  );
}

/** The title of an API, with its source where another has the same. */
function nameOf(api: PageApi, apis: readonly PageApi[]): string {
  const isUnique = apis.every((other) => other === api || other.title !== api.title);
  return isUnique ? api.title : `${api.title} (${api.source})`;
}

function longestTimeout(apis: readonly PageApi[]): number {
  return apis.reduce(
    (longest, {routes}) => routes.reduce((most, {timeout = 0}) => Math.max(most, timeout), longest),
    0,
  );
}
