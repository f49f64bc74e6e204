import {useMemo, useRef, useState} from 'preact/hooks';
import {counted, grouped} from '../../../core/base/quote.ts';
import type {PageData, PageRoute} from '../page-data.ts';
import {ApiSection, ROOM, versionText} from './api-section.tsx';
import {RequestField} from './request-field.tsx';
import {SORTS} from './route-tree.ts';
import {Unmatched} from './unmatched.tsx';
import {
  ALL,
  choices,
  filtersOf,
  joined,
  nameOf,
  Revealed,
  type RevealedRoute,
  routeFilter,
  routesOf,
  searchFor,
  useView,
  type View,
} from './view.ts';

/** With more APIs, only the first hit of a search is open. */
const MAX_OPEN = 4;

const ALL_ROUTES = {value: '', text: 'all routes'};

/** Routes of one or several APIs: a field to try a request, a search, and the routes of each API. */
export function Page(data: PageData) {
  const {apis} = data;
  const [view, setView] = useView();
  const [revealed, setRevealed] = useState<RevealedRoute>();
  const searchField = useRef<HTMLInputElement>(null);
  const names = useMemo(() => new Map(apis.map((api) => [api, nameOf(api, apis)])), [apis]);
  const methods = useMemo(() => choices(apis, (route) => [route.method]), [apis]);
  const tags = useMemo(() => choices(apis, (route) => route.tags), [apis]);
  const sorts = SORTS.filter(({needsLog}) => !needsLog || data.undescribed !== undefined);
  const longest = useMemo(
    () => apis.flatMap(({routes}) => routes).reduce((most, {timeout = 0}) => Math.max(most, timeout), 0),
    [apis],
  );
  const filters = [ALL_ROUTES, ...filtersOf(data).map(({value, text}) => ({value, text: `routes ${text}`}))];
  const {search, show, method, tag, sort, request, hidden} = view;
  const isWanted = useMemo(() => routeFilter(view), [search, show, method, tag]);
  const isFiltered = [search, show, method, tag].some((text) => text !== '');
  const chosen = apis
    .filter((api) => !hidden.includes(names.get(api) ?? ''))
    .map((api) => ({api, routes: api.routes.filter((route) => isWanted(route, names.get(api) ?? ''))}));
  const of = sorts.find(({value}) => value === sort)?.of;
  const shown = chosen
    .filter(({routes}) => !isFiltered || routes.length > 0)
    .map((one) => ({...one, most: of ? one.routes.reduce((most, route) => Math.max(most, of(route)), 0) : 0}))
    // No timeout is endless, and the difference of two no number.
    .sort((a, b) => b.most - a.most || 0);
  const opens = (index: number) => {
    if (shown.length <= MAX_OPEN || (isFiltered && index === 0)) return true;
    const before = shown.slice(0, index).flatMap(({routes}) => routes).length;
    return before < ROOM && (show !== '' || (shown[index]?.most ?? 0) > 0);
  };
  const count = shown.flatMap(({routes}) => routes).length;
  const all = chosen.flatMap(({api}) => api.routes).length;
  const change = (changes: Partial<View>) => {
    setView(changes);
    // Its row would take the focus once it is drawn again.
    setRevealed(undefined);
  };
  const reveal = (route: PageRoute) => {
    setView({...ALL, search: searchFor(route)});
    // A new object, so that the same route is revealed again.
    setRevealed({route});
  };
  const showAll = () => {
    change(ALL);
    // The button is removed.
    searchField.current?.focus();
  };
  return (
    <Revealed.Provider value={{revealed, reveal}}>
      <header>
        <h1>{titleOf(data)}</h1>
        <p class="hint">{summaryOf(data)}</p>
        {apis.length > 1 && <Apis names={[...names.values()]} hidden={hidden} onChange={change} />}
      </header>
      <main>
        <RequestField
          apis={chosen.map(({api}) => api)}
          text={request}
          onInput={(text) => setView({request: text})}
        />
        <search class="card">
          <div class="field">
            <label for="search">Search</label>
            <input
              ref={searchField}
              id="search"
              type="search"
              placeholder="API, method, path or tag"
              autocomplete="off"
              spellcheck={false}
              aria-describedby="found"
              value={search}
              onInput={({currentTarget}) => change({search: currentTarget.value})}
            />
          </div>
          <Select label="Show" value={show} options={filters} onChange={(show) => change({show})} />
          <Select label="Method" value={method} options={methods} onChange={(method) => change({method})} />
          <Select label="Tag" value={tag} options={tags} onChange={(tag) => change({tag})} />
          <Select label="Sort by" value={sort} options={sorts} onChange={(sort) => change({sort})} />
          <output id="found" for="search">
            {routesOf(count, all)}
          </output>
          {isFiltered && (
            <button type="button" class="link" onClick={showAll}>
              Show all routes
            </button>
          )}
        </search>
        {isFiltered && shown.length === 0 && <p>No route fits.</p>}
        <Unmatched {...data} onTry={(text) => setView({request: text})} />
        <div class="sections">
          {shown.map(({api, routes}, index) => (
            <ApiSection
              key={api}
              api={api}
              name={names.get(api) ?? ''}
              routes={routes}
              sort={sort}
              view={[search, show, method, tag, sort].join('\n')}
              opens={opens(index)}
              longest={longest}
            />
          ))}
        </div>
      </main>
    </Revealed.Provider>
  );
}

/** `Routes of Pets`, `Routes of 55 APIs`. */
export function titleOf({apis}: PageData): string {
  return `Routes of ${apis.length === 1 ? apis[0]?.title : counted(apis.length, 'API')}`;
}

/** `version 1.0.27 · 1,234 routes · 12 without timeout · 3 warnings · 2026-01-31 · apigen 0.1.0`. */
function summaryOf(data: PageData): string {
  const {apis, date, version} = data;
  const routes = apis.flatMap((api) => api.routes);
  const warnings = apis.flatMap(({problems}) => problems.filter(({severity}) => severity === 'warning'));
  return joined([
    ...(apis.length === 1 ? apis.flatMap(versionText) : []),
    counted(routes.length, 'route'),
    ...filtersOf(data).flatMap(({text, fits, counted}) =>
      counted ? `${grouped(routes.filter(fits).length)} ${text}` : [],
    ),
    counted(warnings.length, 'warning'),
    date.replaceAll('-', '-\u2060'),
    `apigen ${version}`,
  ]);
}

interface ShownApis extends Pick<View, 'hidden'> {
  readonly names: readonly string[];
  readonly onChange: (changes: Pick<View, 'hidden'>) => void;
}

function Apis({names, hidden, onChange}: ShownApis) {
  const toggle = (name: string) =>
    onChange({hidden: hidden.includes(name) ? hidden.filter((one) => one !== name) : [...hidden, name]});
  return (
    <details class="apis">
      <summary>
        {names.length - hidden.length} of {counted(names.length, 'API')} shown
      </summary>
      <button type="button" class="link" onClick={() => onChange({hidden: []})}>
        All
      </button>
      <button type="button" class="link" onClick={() => onChange({hidden: names})}>
        None
      </button>
      <div class="names">
        {names.map((name) => (
          <label key={name}>
            <input type="checkbox" checked={!hidden.includes(name)} onChange={() => toggle(name)} />
            {name}
          </label>
        ))}
      </div>
    </details>
  );
}

interface OptionList {
  readonly label: string;
  readonly value: string;
  readonly options: readonly {readonly value: string; readonly text: string}[];
  readonly onChange: (value: string) => void;
}

function Select({label, value, options, onChange}: OptionList) {
  if (options.length < 2) return null;
  const id = `choice-${label.toLowerCase().replaceAll(' ', '-')}`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={({currentTarget}) => onChange(currentTarget.value)}>
        {options.map(({value: one, text}) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
