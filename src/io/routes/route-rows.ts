import type {Location, Position, Problem} from '../../core/problem.ts';
import {hintOf} from '../../core/problem.ts';
import type {Route, RouteValue} from '../../core/routes/route-table.ts';
import {SETTINGS, type Setting} from '../../core/settings/table.ts';
import {locate} from '../positions/locate.ts';
import {problemLines} from '../report/problem-lines.ts';
import type {Places} from '../report/report.ts';
import type {ApiNames} from './api-routes.ts';
import {type Column, type TableRow, textTable} from './text-table.ts';

const SETTING_ROWS: ReadonlyMap<string, Setting> = new Map(SETTINGS.map((row) => [row.key, row]));

/** Where the values and problems of some routes are. */
export interface PlacedRoutes {
  readonly positions: ReadonlyMap<Location, Position>;
  readonly nameOf: Places['nameOf'];
}

/** Looks up the places of routes, all at once: each document is read once. */
export function placeRoutes(routes: readonly Route[], {texts, nameOf}: Places): PlacedRoutes {
  const locations = routes.flatMap(({location, values, problems}) => [
    location,
    ...values.flatMap(({place}) => place?.location ?? []),
    ...problems.flatMap((problem) => problem.location ?? []),
  ]);
  return {positions: locate([...new Set(locations)], texts), nameOf};
}

/** A value as text: `10s`; `-` when it is not set. */
export function displayed({key, value}: RouteValue): string {
  if (value === undefined) return '-';
  const {display, flag} = SETTING_ROWS.get(key)?.type ?? {};
  return display?.(value) ?? (flag?.print(value).join(' ') || String(value));
}

/** Where a value comes from: `path openapi.yaml:12`, `--path.base`, `default`. */
export function originOf({level, place}: RouteValue, placed: PlacedRoutes): string {
  if (place?.flag !== undefined) return `--${place.flag}`;
  return [level, place?.location && placeText(place.location, placed)].filter(Boolean).join(' ');
}

/** A place as text: `openapi.yaml:12`. */
export function placeText(location: Location, {positions, nameOf}: PlacedRoutes): string {
  const position = positions.get(location);
  return `${nameOf(location.uri)}${position ? `:${position.line}` : ''}`;
}

/** A column of a table of routes. */
export interface RouteColumn extends Column {
  readonly cell: (route: Route) => string;
}

/** API, method and path, then each setting with its origin. A setting that is at its default everywhere has no columns. */
export function routeColumns(routes: readonly Route[], placed: PlacedRoutes, names: ApiNames): RouteColumn[] {
  const [first] = routes;
  const settings = (first?.values ?? []).flatMap(({key}, index): RouteColumn[] => {
    const at = ({values}: Route) => values[index] ?? {key};
    if (index > 0 && routes.every((route) => (at(route).level ?? 'default') === 'default')) return [];
    const value: RouteColumn = {title: titleOf(key), cell: (route) => displayed(at(route))};
    const from: RouteColumn = {
      title: 'FROM',
      // The level, and the line.
      keep: 'first word and end',
      cell: (route) => originOf(at(route), placed),
    };
    return routes.some((route) => from.cell(route) !== '') ? [value, from] : [value];
  });
  return [...requestColumns(names), ...settings];
}

/** API, method and path. */
export function requestColumns(names: ApiNames): RouteColumn[] {
  const api: RouteColumn[] = names ? [{title: 'API', cell: (route) => names.get(route) ?? ''}] : [];
  return [
    ...api,
    {title: 'METHOD', cell: ({operation}) => operation.method},
    {title: 'PATH', keep: 'end', cell: ({path}) => path},
  ];
}

/** `timeouts.request_timeout` is `REQUEST_TIMEOUT`. */
export function titleOf(key: string): string {
  return key.slice(key.lastIndexOf('.') + 1).toUpperCase();
}

/** Routes as a table, the problems of each below it. What several routes share, as those of one path, is printed once. */
export function routeLines(
  routes: readonly Route[],
  columns: readonly RouteColumn[],
  placed: PlacedRoutes,
  width: number | undefined,
): string {
  const printed = new Set<Problem>();
  const rows = routes.map((route): TableRow => {
    const problems = route.problems.filter((problem) => !printed.has(problem));
    for (const problem of problems) printed.add(problem);
    const lines = problemLines(problems, placed.positions, placed.nameOf);
    return {cells: columns.map(({cell}) => cell(route)), below: lines.replaceAll(/^(?=.)/gm, '  ')};
  });
  return textTable(columns, rows, width);
}

/** A route as JSON. */
export function routeJson(route: Route, placed: PlacedRoutes, names: ApiNames): object {
  const {operation, location, path, values, problems} = route;
  return {
    ...apiJson(route, names),
    method: operation.method,
    path,
    tags: operation.tags,
    ...placeJson(location, placed),
    settings: Object.fromEntries(
      values.map(({key, value, level, place}) => [
        key,
        {value: value ?? null, from: level ?? null, ...placeJson(place?.location, placed)},
      ]),
    ),
    problems: problems.map((problem) => problemJson(problem, placed)),
  };
}

/** The API of a route, where there are several. */
export function apiJson(route: Route, names: ApiNames): object {
  return names ? {api: names.get(route)} : {};
}

function placeJson(location: Location | undefined, {positions, nameOf}: PlacedRoutes): object {
  if (location === undefined) return {};
  return {file: nameOf(location.uri), ...positions.get(location)};
}

function problemJson(problem: Problem, placed: PlacedRoutes): object {
  const {severity, code, message, location} = problem;
  const hint = hintOf(problem);
  return {severity, code, message, ...(hint === undefined ? {} : {hint}), ...placeJson(location, placed)};
}

/** Routes as rows of CSV, after a row of titles. */
export function routeCsv(routes: readonly Route[], placed: PlacedRoutes, names: ApiNames): string[][] {
  const keys = routes[0]?.values.map(({key}) => key) ?? [];
  const head = [
    ...(names ? ['api'] : []),
    'method',
    'path',
    'tags',
    'place',
    ...keys.flatMap((key) => [key, `${key} from`]),
    'problems',
  ];
  return [
    head,
    ...routes.map((route) => [
      ...(names ? [names.get(route) ?? ''] : []),
      route.operation.method,
      route.path,
      route.operation.tags.join(' '),
      placeText(route.location, placed),
      ...route.values.flatMap((one) => [
        one.value === undefined ? '' : displayed(one),
        originOf(one, placed),
      ]),
      route.problems.map(({severity, message}) => `${severity}: ${message}`).join('; '),
    ]),
  ];
}
