import type {Problem} from '../../core/base/problem.ts';
import type {Route, RouteValue} from '../../core/generate/route-table.ts';
import {RATE_LIMIT, type SettingKey} from '../../core/settings/table.ts';
import {
  displayed,
  limitText,
  OF_LIMIT,
  originOf,
  placeJson,
  placeText,
  problemJson,
} from '../../io/print/placed-routes.ts';
import {type FoundPlaces, problemLines, ruleLabel} from '../../io/print/problems.ts';
import {type Column, type TableOutput, type TableRow, textTable} from '../../io/print/text-table.ts';
import type {ApiNames} from '../../io/run/generate/read-apis.ts';

export interface RouteColumn extends Column {
  readonly cell: (route: Route) => string;
}

/** API, method and path, then each setting that is not at its default everywhere, and where the values come from. */
export function routeColumns(routes: readonly Route[], placed: FoundPlaces, names: ApiNames): RouteColumn[] {
  const keys = (routes[0]?.values ?? [])
    .map(({key}) => key)
    .filter((key) => !OF_LIMIT.includes(key))
    .filter((key, index) => index === 0 || !routes.every((route) => isDefault(settingOf(route, key))));
  const originsOf = (route: Route) => keys.map((key) => settingOf(route, key));
  return [
    ...requestColumns(names),
    ...callerColumn(routes),
    ...keys.map((key) => ({title: columnTitle(key), cell: (route: Route) => settingText(route, key)})),
    {title: 'FROM', cell: (route) => originsText(originsOf(route), placed)},
  ];
}

/** Who may call, where that is enforced. */
function callerColumn(routes: readonly Route[]): RouteColumn[] {
  const isEnforced = routes.some(({access}) => access !== undefined);
  return isEnforced ? [{title: 'WHO', cell: ({access}) => access?.who ?? ''}] : [];
}

/** The value of a setting at a route. */
export function settingOf({values}: Route, key: SettingKey): RouteValue {
  return values.find((one) => one.key === key) ?? {key};
}

/** The value of a setting at a route as text; in parentheses what the mesh does where it is not set, or ignored. */
export function settingText(route: Route, key: SettingKey): string {
  const value = settingOf(route, key);
  if (key === RATE_LIMIT && value.level) return limitText(route);
  return value.otherwise ? `(${value.otherwise})` : displayed(value);
}

function isDefault({level = 'default'}: RouteValue): boolean {
  return level === 'default';
}

/** Where the values that are not defaults come from: `path a.yaml:8`, `timeout path a.yaml:8, retry operation a.yaml:9`. */
function originsText(values: readonly RouteValue[], placed: FoundPlaces): string {
  const given = values.filter((value) => !isDefault(value));
  if (given.length === 0) return values.some(({level}) => level) ? 'default' : '';
  const isOne = new Set(given.map(({level}) => level)).size === 1;
  const texts = given.map(
    (value) => `${isOne ? '' : `${columnTitle(value.key).toLowerCase()} `}${originOf(value, placed)}`,
  );
  return [...new Set(texts)].join(', ');
}

export function requestColumns(names: ApiNames): RouteColumn[] {
  return [
    ...(names ? [{title: 'API', cell: (route: Route) => names.get(route) ?? ''}] : []),
    {title: 'METHOD', cell: ({methods}) => methods.join(' ')},
    {title: 'PATH', cell: ({path}) => path},
  ];
}

/** The title of a column: the last word of a setting's key, `TIMEOUT`. */
export function columnTitle(key: SettingKey): string {
  if (key === RATE_LIMIT) return 'LIMIT';
  return key === 'retryable' ? 'RETRY' : key.slice(key.search(/[a-z]+$/)).toUpperCase();
}

/** Routes as a table, the problems of each below it. What several routes share, as those of one path, is printed once. */
export function routeLines(
  routes: readonly Route[],
  columns: readonly RouteColumn[],
  placed: FoundPlaces,
  output: TableOutput,
): string {
  const printed = new Set<Problem>();
  const rows = routes.map((route): TableRow => {
    const problems = route.problems.filter((problem) => !printed.has(problem));
    for (const problem of problems) printed.add(problem);
    const lines = problemLines(problems, placed, output.style);
    const below = [...lines.values()].join('').replaceAll(/^(?=.)/gm, '  ');
    return {cells: columns.map(({cell}) => cell(route)), below};
  });
  return textTable(columns, rows, output);
}

export function routeJson(route: Route, placed: FoundPlaces, names: ApiNames): object {
  const {operation, methods, location, path, access, values, place, problems} = route;
  return {
    api: names?.get(route),
    method: operation.method,
    ...(methods.length > 1 && {extraMethods: methods.slice(1)}),
    path,
    tags: operation.tags,
    ...(access && {who: access.who}),
    ...placeJson(location, placed),
    settings: Object.fromEntries(
      values.map(({key, value, level, place}) => [
        key,
        {value: value ?? null, from: level ?? null, ...placeJson(place?.location, placed)},
      ]),
    ),
    ...(place && {httpRoute: {name: place.object, rule: place.rule ?? null}}),
    problems: problems.map((problem) => problemJson(problem, placed)),
  };
}

/** Routes as rows of CSV, after a row of titles. */
export function routeCsv(routes: readonly Route[], placed: FoundPlaces, names: ApiNames): string[][] {
  const keys = routes[0]?.values.map(({key}) => key) ?? [];
  const columns: RouteColumn[] = [
    ...requestColumns(names),
    {title: 'tags', cell: ({operation}) => operation.tags.join(' ')},
    ...callerColumn(routes),
    {title: 'place', cell: ({location}) => placeText(location, placed)},
    ...keys.flatMap((key) => [
      {title: key, cell: (route: Route) => displayed(settingOf(route, key))},
      {title: `${key} from`, cell: (route: Route) => originOf(settingOf(route, key), placed)},
    ]),
    {title: 'problems', cell: ({problems}) => problems.map(problemText).join('; ')},
  ];
  const titles = columns.map(({title}) => title.toLowerCase());
  return [titles, ...routes.map((route) => columns.map(({cell}) => cell(route)))];
}

function problemText(problem: Problem): string {
  return `${problem.severity}${ruleLabel(problem)}${problem.message}`;
}

/**
 * Whether a path template fits a pattern in which `*` matches any text of one segment and `**` any text. Braces are those of
 * parameters, so the packages for file names, in which they are alternatives, would not do.
 */
export function pathGlob(pattern: string, ignoresCase = false): (path: string) => boolean {
  const parts = pattern.split(/(\*+)/).map((part) => {
    if (part === '*') return '[^/]*';
    return /^\*/.test(part) ? '.*' : part.replace(/[\\.+?()|[\]{}^$]/g, '\\$&');
  });
  const expression = new RegExp(`^${parts.join('')}$`, ignoresCase ? 'is' : 's');
  return (path) => expression.test(path);
}
