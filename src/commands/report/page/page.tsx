import {useMemo} from 'preact/hooks';
import type {PageApi, PageData} from '../page-data.ts';
import {ApiSection, routesOf} from './api-section.tsx';
import {FILTERS, routeFilter} from './filters.ts';
import {RequestField} from './request-field.tsx';
import {useView} from './view.ts';

/** With more APIs, only the first is open. */
const MAX_OPEN = 4;

const SORTS = [
  {value: '', text: 'path'},
  {value: 'timeout', text: 'timeout'},
];

/** Routes of one or several APIs: a field to try a request, a search, and the routes of each API. */
export function Page({apis}: PageData) {
  const [view, change] = useView();
  const {api: chosenName, search, show, method, tag, sort, request} = view;
  const names = useMemo(() => new Map(apis.map((api) => [api, nameOf(api, apis)])), [apis]);
  const all = useMemo(() => apis.flatMap(({routes}) => routes), [apis]);
  const methods = useMemo(() => choices(all.map((route) => route.method).sort()), [all]);
  const tags = useMemo(() => choices(all.flatMap((route) => route.tags).sort()), [all]);
  const longest = useMemo(() => all.reduce((most, {timeout = 0}) => Math.max(most, timeout), 0), [all]);
  const chosen = useMemo(
    () => apis.filter((api) => chosenName === '' || names.get(api) === chosenName),
    [apis, chosenName],
  );
  const isWanted = useMemo(() => routeFilter(view), [search, show, method, tag]);
  const isFiltered = [search, show, method, tag].some((text) => text !== '');
  const shown = chosen
    .map((api) => ({api, routes: api.routes.filter(isWanted)}))
    .filter(({routes}) => !isFiltered || routes.length > 0);
  const count = (some: readonly Pick<PageApi, 'routes'>[]) =>
    some.reduce((sum, {routes}) => sum + routes.length, 0);
  return (
    <>
      <header>
        <h1>Routes</h1>
      </header>
      <main>
        <RequestField apis={chosen} text={request} onInput={(text) => change({request: text})} />
        <search class="card">
          <div class="field">
            <label for="search">Search</label>
            <input
              id="search"
              type="search"
              autocomplete="off"
              spellcheck={false}
              aria-describedby="found"
              value={search}
              onInput={({currentTarget}) => change({search: currentTarget.value})}
            />
          </div>
          {apis.length > 1 && (
            <Select
              label="API"
              value={chosenName}
              options={choices([...names.values()])}
              onChange={(api) => change({api})}
            />
          )}
          <Select label="Show" value={show} options={FILTERS} onChange={(value) => change({show: value})} />
          <Select
            label="Method"
            value={method}
            options={methods}
            onChange={(value) => change({method: value})}
          />
          <Select label="Tag" value={tag} options={tags} onChange={(value) => change({tag: value})} />
          <Select label="Sort by" value={sort} options={SORTS} onChange={(value) => change({sort: value})} />
          <output id="found" for="search">
            {routesOf(count(shown), count(chosen))}
          </output>
          <button
            type="button"
            class="link"
            onClick={() => change({search: '', show: '', method: '', tag: ''})}
          >
            Show all routes
          </button>
        </search>
        {isFiltered && shown.length === 0 && <p>No route fits.</p>}
        <div class="sections">
          {shown.map(({api, routes}, index) => (
            <ApiSection
              key={api}
              api={api}
              name={names.get(api) ?? ''}
              routes={routes}
              sort={sort}
              view={[search, show, method, tag, sort].join('\n')}
              opens={shown.length <= MAX_OPEN || index === 0}
              longest={longest}
            />
          ))}
        </div>
      </main>
    </>
  );
}

interface Choice {
  readonly label: string;
  readonly value: string;
  readonly options: readonly {readonly value: string; readonly text: string}[];
  readonly onChange: (value: string) => void;
}

/** A list to choose from. */
function Select({label, value, options, onChange}: Choice) {
  if (options.length < 2) return null;
  return (
    <div class="field">
      <label for={label}>{label}</label>
      <select id={label} value={value} onChange={({currentTarget}) => onChange(currentTarget.value)}>
        {options.map(({value: one, text}) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Texts, each once, as options; the first is all of them. */
function choices(texts: readonly string[]) {
  return [{value: '', text: 'all'}, ...[...new Set(texts)].map((text) => ({value: text, text}))];
}

/** The title of an API, with its source where another has the same. */
function nameOf(api: PageApi, apis: readonly PageApi[]): string {
  const isUnique = apis.every((other) => other === api || other.title !== api.title);
  return isUnique ? api.title : `${api.title} (${api.source})`;
}
