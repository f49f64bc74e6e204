import {useContext, useId, useMemo, useState} from 'preact/hooks';
import {counted} from '../../../core/base/quote.ts';
import {meshNamed} from '../../../core/meshes.ts';
import type {PageApi, PageProblem, PageRoute} from '../page-data.ts';
import {ProblemText, RouteRow, type Shown} from './route-row.tsx';
import {MAX_ITEMS, openGroups, type RouteGroup, sortedRoutes} from './route-tree.ts';
import {joined, Revealed, routesOf} from './view.ts';

interface Section {
  readonly api: PageApi;
  readonly name: string;
  /** Those of the search. */
  readonly routes: readonly PageRoute[];
  /** The current view: groups that were opened for it are closed with the next. */
  readonly view: string;
  readonly sort: string;
  readonly opens: boolean;
  readonly longest: number;
}

/** About how many rows are shown at first. */
export const ROOM = 150;

/** One API: what it is, its problems, and its routes as a tree. */
export function ApiSection({api, name, routes, view, sort, opens, longest}: Section) {
  const id = useId();
  const {revealed} = useContext(Revealed);
  const [toggled, setToggled] = useState<{readonly view: string; readonly isOpen: boolean}>();
  const isFound = revealed !== undefined && routes.includes(revealed.route);
  const isOpen = toggled?.view === view ? toggled.isOpen : opens || isFound;
  const tree = useMemo(() => sortedRoutes(routes, sort), [routes.length, view]);
  const open = useMemo(() => openGroups(tree, ROOM), [tree]);
  return (
    <section class="card api" aria-labelledby={id}>
      <h2 id={id}>
        <button type="button" aria-expanded={isOpen} onClick={() => setToggled({view, isOpen: !isOpen})}>
          {name}
        </button>
      </h2>
      <p class="hint">
        {joined([...versionText(api), api.source, outputOf(api), routesOf(routes.length, api.routes.length)])}
      </p>
      {api.problems.length > 0 && <Problems api={api} />}
      {isOpen && (
        <ul class="tree" key={view} onKeyDown={moveFocus}>
          <GroupItems group={tree} shown={{api, open, longest}} />
        </ul>
      )}
    </section>
  );
}

/** `version 1.0.27`, if the description has one. */
export function versionText({version}: PageApi): string[] {
  return version === undefined ? [] : [`version ${version}`];
}

/** `HTTPRoute for Istio of Service orders.default`. */
function outputOf({kind, mesh, service}: PageApi): string {
  const reader = mesh === undefined ? '' : ` for ${meshNamed(mesh).title}`;
  return kind + reader + (service === undefined ? '' : ` of Service ${service}`);
}

function Problems({api}: {readonly api: PageApi}) {
  const {reveal} = useContext(Revealed);
  const routeOf = useMemo(() => routesOfProblems(api), [api]);
  const count = (one: PageProblem['severity']) =>
    api.problems.filter(({severity}) => severity === one).length;
  const [warnings, notes] = [count('warning'), count('note')];
  const title = [warnings && counted(warnings, 'warning'), notes && counted(notes, 'note')];
  return (
    <details class="problems">
      <summary>{title.filter(Boolean).join(', ')}</summary>
      <ul>
        {api.problems.map((problem, index) => {
          const route = routeOf.get(index);
          return (
            <li key={problem}>
              <ProblemText problem={problem} />
              {route && (
                <button type="button" class="link" onClick={() => reveal(route)}>
                  Show {route.method} {route.path}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

/** The first route of each problem, by the problem's index. */
function routesOfProblems({routes}: PageApi): ReadonlyMap<number, PageRoute> {
  return new Map(routes.toReversed().flatMap((one) => one.problems.map((index) => [index, one] as const)));
}

const STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Arrow keys move between the rows of a tree; left and right close and open. */
function moveFocus(event: KeyboardEvent & {readonly currentTarget: HTMLElement}): void {
  const {target, key, currentTarget} = event;
  if (!(target instanceof HTMLElement) || !target.matches('.row')) return;
  const isOpen = target.getAttribute('aria-expanded') === 'true';
  const step = STEPS[key];
  if (step) {
    const rows = [...currentTarget.querySelectorAll<HTMLElement>('.row')];
    rows[step(rows.indexOf(target), rows.length)]?.focus();
  } else if ((key === 'ArrowRight' && !isOpen) || (key === 'ArrowLeft' && isOpen)) target.click();
  else if (key === 'ArrowLeft')
    target.closest('ul')?.parentElement?.querySelector<HTMLElement>('.row')?.focus();
  else return;
  event.preventDefault();
}

interface ShownGroup {
  readonly group: RouteGroup;
  readonly shown: Shown;
}

/** The items of a group; of many, those after the first only when asked for. */
function GroupItems({group: {items, path}, shown}: ShownGroup) {
  const [limit, setLimit] = useState(MAX_ITEMS);
  const hidden = items.length - limit;
  return (
    <>
      {items
        .slice(0, limit)
        .map((item) =>
          'items' in item ? (
            <Group key={item.path} group={item} shown={shown} />
          ) : (
            <RouteRow key={item} route={item} above={path} shown={shown} />
          ),
        )}
      {hidden > 0 && (
        <li>
          <button type="button" class="row more" onClick={() => setLimit(limit + MAX_ITEMS)}>
            Show {Math.min(hidden, MAX_ITEMS)} of {hidden.toLocaleString('en')} more
          </button>
        </li>
      )}
    </>
  );
}

/** A path that several routes begin with. Its items are in the document only while it is open. */
function Group({group, shown}: ShownGroup) {
  const [isOpen, setOpen] = useState(shown.open.has(group.path));
  return (
    <li>
      <button type="button" class="row group" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span class="path">{group.path}</span>
        <span class="count">{counted(group.count, 'route')}</span>
      </button>
      {isOpen && (
        <ul>
          <GroupItems group={group} shown={shown} />
        </ul>
      )}
    </li>
  );
}
