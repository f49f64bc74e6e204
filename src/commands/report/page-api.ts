import {groupBy} from '../../core/base/group-by.ts';
import {hintOf, type Location, type Problem} from '../../core/base/problem.ts';
import {pageOf} from '../../core/generate/lint.ts';
import type {Route} from '../../core/generate/route-table.ts';
import {isOpen, isUndeclared} from '../../core/openapi/access.ts';
import {RATE_LIMIT, TIMEOUT} from '../../core/settings/table.ts';
import {hostnamesOf} from '../../core/targets/target.ts';
import {isOverTimeout, SLOW, type Traffic} from '../../io/log/traffic.ts';
import {
  displayed,
  limitText,
  OF_LIMIT,
  originOf,
  placeRoutes,
  placeText,
} from '../../io/print/placed-routes.ts';
import {type FoundPlaces, locateProblem, type Places, positionText} from '../../io/print/problems.ts';
import {type ApiRoutes, tableProblems} from '../../io/run/generate/read-apis.ts';
import type {PageApi, PageProblem, PageTraffic, PageValue} from './page-data.ts';

/** The data of an API on the page, with the requests of a log if there is one; `undefined` if it is not a description. */
export function pageApi(api: ApiRoutes, places: Places, traffic?: Traffic): PageApi | undefined {
  const {title, version, source, output, routes, problems: others} = api;
  if (output === undefined) return undefined;
  const {target, input} = output;
  const {settings} = input;
  const name = settings.get('service.name');
  const mesh = settings.get('mesh');
  const gateway = settings.get('gateway.name');
  // The distinct values as JSON, and their indices.
  const distinct = new Map<string, number>();
  const indexOf = (value: PageValue) => {
    const id = JSON.stringify(value);
    const index = distinct.get(id) ?? distinct.size;
    distinct.set(id, index);
    return index;
  };
  const problems = tableProblems(api);
  const inherited = problemsOfValues(others);
  const placed = placeRoutes(routes, places, problems);
  const problemIndex = new Map(problems.map((problem, index) => [problem, index]));
  const routeIndex = new Map(routes.map(({operation}, index) => [operation, index]));
  return {
    title,
    version,
    source,
    ...(name === undefined ? {} : {service: `${name}.${settings.get('service.namespace')}`}),
    target: target.name,
    kind: target.kind,
    ...(mesh === undefined ? {} : {mesh}),
    ...(gateway && {gateway}),
    hostnames: hostnamesOf(settings),
    base: settings.get('path.base') ?? '',
    ...(settings.get('path.ignore_case') && {ignoresCase: true}),
    routes: routes.map((route) => {
      const {operation, path, location, access, place, values} = route;
      const {method, expression, pathItem, tags} = operation;
      const timeout = values.find(({key}) => key === TIMEOUT)?.value;
      return {
        method,
        path,
        expression,
        template: pathItem.path,
        written: pathItem.template,
        tags,
        place: placeText(location, placed),
        ...(access && {
          who: access.who,
          isPublic: isOpen(access),
          isUndeclared: isUndeclared(operation, access),
        }),
        ...(place && {object: [place.object, place.rule].filter(Boolean).join(', rule ')}),
        ...(typeof timeout === 'number' && {timeout}),
        ...(traffic && {traffic: trafficOf(route, traffic)}),
        isChanged: values.some(({level}) => level === 'operation' || level === 'path'),
        values: values
          .filter(({key, value}) => value !== undefined && !OF_LIMIT.includes(key))
          .map((value) => {
            const text = value.key === RATE_LIMIT ? limitText(route) : displayed(value);
            return indexOf({key: value.key, text, from: originOf(value, placed)});
          }),
        problems: [...route.problems, ...inherited(route)].flatMap((one) => problemIndex.get(one) ?? []),
      };
    }),
    matches: target.matches(input).map(({operation, method, type, value}) => {
      const route = operation && routeIndex.get(operation);
      return route === undefined ? {type, value} : {route, ...(method && {method}), type, value};
    }),
    values: [...distinct.keys()].map((id): PageValue => JSON.parse(id)),
    problems: pageProblems(problems, placed),
  };
}

/** Finds the problems of the root's settings that a route has. */
function problemsOfValues(others: readonly Problem[]): (route: Route) => Problem[] {
  const idOf = (location: Location | undefined) => `${location?.uri}\n${location?.pointer}`;
  const byPlace = groupBy(others, ({location}) => idOf(location));
  return ({values}) =>
    values.flatMap(({place}) => (place?.location ? (byPlace.get(idOf(place.location)) ?? []) : []));
}

function trafficOf(route: Route, traffic: Traffic): PageTraffic {
  const {requests, cut, durations} = traffic.of(route);
  return {
    requests,
    cut,
    p50: durations?.quantile(0.5),
    p99: durations?.quantile(SLOW),
    isOver: isOverTimeout(route, traffic),
  };
}

function pageProblems(problems: readonly Problem[], placed: FoundPlaces): PageProblem[] {
  return problems.map((problem) => {
    const {severity, code, message} = problem;
    const hint = hintOf(problem);
    const place = positionText(locateProblem(problem, placed));
    const page = pageOf(code);
    return {severity, code, message, ...(hint && {hint}), ...(place && {place}), ...(page && {page})};
  });
}
