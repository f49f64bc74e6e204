import {hintOf, type Location, type Problem} from '../../core/base/problem.ts';
import {pageOf} from '../../core/generate/lint.ts';
import type {Route, RouteValue} from '../../core/generate/route-table.ts';
import {RATE_LIMIT, SETTINGS, type Setting, type SettingKey} from '../../core/settings/table.ts';
import {limitWords} from '../../core/targets/http-route/rate-limit.ts';
import {type FoundPlaces, type Places, placeProblems} from './problems.ts';

const SETTING_ROWS: ReadonlyMap<string, Setting> = new Map(SETTINGS.map((row) => [row.key, row]));

/** Where routes, their values and problems are. */
export function placeRoutes(
  routes: readonly Route[],
  places: Places,
  others: readonly Problem[] = [],
): FoundPlaces {
  const locations = routes.flatMap(({location, values}) => [
    location,
    ...values.flatMap(({place}) => place?.location ?? []),
  ]);
  return placeProblems([...routes.flatMap((route) => route.problems), ...others], places, locations);
}

/** A value as text: `10s`; empty when it is not set. */
export function displayed({key, value}: RouteValue): string {
  if (value === undefined) return '';
  const {display, flag} = SETTING_ROWS.get(key)?.type ?? {};
  return display?.(value) ?? (flag?.print(value).join(' ') || String(value));
}

/** The settings that are shown with the rate limit. */
export const OF_LIMIT: readonly SettingKey[] = ['rate_limit.per', 'rate_limit.by'];

/** The rate limit of a route in words; in parentheses where none is written. */
export function limitText({values}: Route): string {
  const [limit, per, by] = [RATE_LIMIT, ...OF_LIMIT].map((key) => values.find((one) => one.key === key));
  if (limit?.otherwise !== undefined) return `(${limit.otherwise})`;
  return limit?.value ? limitWords({requests: limit.value, per: per?.value, by: by?.value}) : 'none';
}

/** Where a value comes from: `path openapi.yaml:12`, `--path.base`, `default`. */
export function originOf({level, place}: RouteValue, placed: FoundPlaces): string {
  if (place?.flag !== undefined) return `--${place.flag}`;
  return [level, place?.location && placeText(place.location, placed)].filter(Boolean).join(' ');
}

/** A place as text: `openapi.yaml:12`. */
export function placeText(location: Location, {positions, nameOf}: FoundPlaces): string {
  const position = positions.get(location);
  return `${nameOf(location.uri)}${position ? `:${position.line}` : ''}`;
}

export function placeJson(location: Location | undefined, {positions, nameOf}: FoundPlaces): object {
  return location === undefined ? {} : {file: nameOf(location.uri), ...positions.get(location)};
}

export function problemJson(problem: Problem, placed: FoundPlaces): object {
  const {severity, code, message, location, flag} = problem;
  const hint = hintOf(problem);
  const [place, page] = [placeJson(location, placed), pageOf(code)];
  const optional = {...(hint !== undefined && {hint}), ...place, ...(flag && {flag}), ...(page && {page})};
  return {severity, code, message, ...optional};
}
