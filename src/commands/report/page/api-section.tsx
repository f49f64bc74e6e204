import {useId, useMemo, useState} from 'preact/hooks';
import {meshNamed} from '../../../core/meshes.ts';
import {counted, grouped} from '../../../core/quote.ts';
import type {PageApi, PageRoute} from '../page-data.ts';
import {ProblemText} from './problem-text.tsx';
import {openGroups, routesByTimeout, routeTree} from './route-tree.ts';
import {GroupItems} from './tree-view.tsx';
import {linkTo} from './view.ts';

interface Section {
  readonly api: PageApi;
  readonly name: string;
  /** Those of the search. */
  readonly routes: readonly PageRoute[];
  /** What is searched for: groups that were opened for it are closed with the next. */
  readonly view: string;
  readonly sort: string;
  /** Whether it is open at first. */
  readonly opens: boolean;
  readonly longest: number;
}

/** The rows that are shown at first. */
const ROOM = 150;

/** One API: what it is, its problems, and its routes as a tree. */
export function ApiSection({api, name, routes, view, sort, opens, longest}: Section) {
  const id = useId();
  const [toggled, setToggled] = useState<{readonly view: string; readonly isOpen: boolean}>();
  const isOpen = toggled?.view === view ? toggled.isOpen : opens;
  const tree = useMemo(
    () => (sort === 'timeout' ? routesByTimeout(routes) : routeTree(routes)),
    [routes.length, view],
  );
  const open = useMemo(() => openGroups(tree, ROOM), [tree]);
  return (
    <section class="card api" aria-labelledby={id}>
      <h2 id={id}>
        <button type="button" aria-expanded={isOpen} onClick={() => setToggled({view, isOpen: !isOpen})}>
          {name}
        </button>
      </h2>
      <p class="hint">
        {[api.source, outputOf(api), routesOf(routes.length, api.routes.length)].join(' · ')}
      </p>
      {api.problems.length > 0 && <Problems api={api} />}
      {isOpen && (
        <ul class="tree" key={view} onKeyDown={onArrow}>
          <GroupItems group={tree} shown={{api, open, longest, isOne: routes.length === 1}} />
        </ul>
      )}
    </section>
  );
}

/** `HTTPRoute for Istio of Service orders.default`. */
function outputOf({kind, mesh, service}: PageApi): string {
  const reader = mesh === undefined ? '' : ` for ${meshNamed(mesh).title}`;
  return kind + reader + (service === undefined ? '' : ` of Service ${service}`);
}

/** How many of all routes: `5 routes`, `2 of 5 routes`. */
export function routesOf(found: number, all: number): string {
  return `${found === all ? '' : `${grouped(found)} of `}${counted(all, 'route')}`;
}

function Problems({api: {problems, routes}}: {readonly api: PageApi}) {
  const firstRoutes = useMemo(
    () => problems.map((_, index) => routes.find((one) => one.problems.includes(index))),
    [problems],
  );
  return (
    <details class="problems">
      <summary>{counted(problems.length, 'problem')}</summary>
      <ul>
        {problems.map((problem, index) => {
          const route = firstRoutes[index];
          return (
            <li key={problem}>
              <ProblemText problem={problem} />
              {route && (
                <a href={linkTo(route)}>
                  Show {route.method} {route.path}
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

/** Arrow keys move between the rows of a tree, open and close them. */
function onArrow(event: KeyboardEvent & {readonly currentTarget: HTMLElement}): void {
  const {target, key, currentTarget} = event;
  if (!(target instanceof HTMLElement) || !target.matches('.row')) return;
  const isOpen = target.getAttribute('aria-expanded') === 'true';
  const rows = [...currentTarget.querySelectorAll<HTMLElement>('.row')];
  const index = rows.indexOf(target);
  if (key === 'ArrowDown') rows[index + 1]?.focus();
  else if (key === 'ArrowUp') rows[index - 1]?.focus();
  else if ((key === 'ArrowRight' && !isOpen) || (key === 'ArrowLeft' && isOpen)) target.click();
  else return;
  event.preventDefault();
}
