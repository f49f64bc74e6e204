import {LINT_RULES} from '../../core/lint.ts';
import {hintOf, type Location, type Problem} from '../../core/problem.ts';
import type {PageApi, PageProblem, PageRoute, PageValue} from '../../core/routes/page-data.ts';
import type {Route} from '../../core/routes/route-table.ts';
import {rulePage} from '../../core/rule-page.ts';
import {locate} from '../positions/locate.ts';
import type {Places} from '../report/report.ts';
import {type ApiRoutes, problemsOf} from '../routes/api-routes.ts';
import {displayed, originOf, type PlacedRoutes, placeRoutes, placeText} from '../routes/route-rows.ts';

/** What the page shows of an API; `undefined` for what is not a description. */
export function pageApi(api: ApiRoutes, places: Places): PageApi | undefined {
  const {title, source, output, routes} = api;
  if (output === undefined) return undefined;
  const {target, input} = output;
  const {settings} = input;
  const name = settings.get('service.name');
  const placed = placeRoutes(routes, places);
  const values = new Distinct<PageValue>();
  const problems = problemsOf(api);
  const problemIndex = new Map(problems.map((problem, index) => [problem, index]));
  const routeIndex = new Map(routes.map(({operation}, index) => [operation, index]));
  return {
    title,
    source,
    ...(name === undefined ? {} : {service: `${name}.${settings.get('service.namespace')}`}),
    target: target.name,
    kind: target.kind,
    mesh: settings.get('mesh') ?? 'linkerd',
    base: settings.get('path.base') ?? '',
    routes: routes.map((route) => ({
      ...pageRoute(route, placed),
      values: route.values
        .filter(({value}) => value !== undefined)
        .map((value) =>
          values.indexOf({key: value.key, text: displayed(value), from: originOf(value, placed)}),
        ),
      problems: route.problems.flatMap((problem) => problemIndex.get(problem) ?? []),
    })),
    matches: target.matches(input).map(({operation, type, value}) => {
      const route = operation && routeIndex.get(operation);
      return route === undefined ? {type, value} : {route, type, value};
    }),
    values: values.all,
    problems: pageProblems(problems, places),
  };
}

function pageRoute(
  {operation, location, path, values}: Route,
  placed: PlacedRoutes,
): Omit<PageRoute, 'values' | 'problems'> {
  const timeout = values.find(({key}) => key === 'timeouts.request_timeout')?.value;
  return {
    method: operation.method,
    path,
    template: operation.pathItem.path,
    tags: operation.tags,
    place: placeText(location, placed),
    ...(typeof timeout === 'number' ? {timeout} : {}),
    isChanged: values.some(({level}) => level === 'operation' || level === 'path'),
  };
}

function pageProblems(problems: readonly Problem[], {texts, nameOf}: Places): PageProblem[] {
  const positions = locate(
    problems.flatMap(({location}) => location ?? []),
    texts,
  );
  const placeOf = (location: Location) => {
    const position = positions.get(location);
    return `${nameOf(location.uri)}${position ? `:${position.line}:${position.column}` : ''}`;
  };
  return problems.map((problem) => {
    const {severity, code, message, location, flag} = problem;
    const hint = hintOf(problem);
    const place = location ? placeOf(location) : flag && `--${flag}`;
    const page = LINT_RULES.some((rule) => rule.code === code) ? rulePage(code) : undefined;
    return {severity, code, message, ...(hint && {hint}), ...(place && {place}), ...(page && {page})};
  });
}

/** Values with equal content, each once. */
class Distinct<T> {
  readonly all: T[] = [];
  readonly #indices = new Map<string, number>();

  indexOf(value: T): number {
    const id = JSON.stringify(value);
    const known = this.#indices.get(id);
    if (known !== undefined) return known;
    this.#indices.set(id, this.all.length);
    return this.all.push(value) - 1;
  }
}
