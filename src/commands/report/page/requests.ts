import {routeReader} from '../../../core/meshes.ts';
import {effectiveSettings} from '../../../core/openapi/effective-settings.ts';
import type {TypedRequest} from '../../../core/routes/request.ts';
import {RouteMatcher, reasonForFirst} from '../../../core/routes/route-matcher.ts';
import type {Ordered} from '../../../core/routes/route-order.ts';
import {targetNamed} from '../../../core/targets/index.ts';
import type {MatchedPath} from '../../../core/targets/target.ts';
import type {PageApi, PageMatch, PageRoute} from '../page-data.ts';

interface ApiMatch extends MatchedPath {
  readonly route?: PageRoute;
  readonly operation?: Ordered;
}

/** The routes of an API that match a request, and why the mesh uses the first. */
export interface Answer {
  readonly routes: readonly {readonly route: PageRoute; readonly expression: string}[];
  readonly why: string;
}

/** Functions to find which routes of an API match a request, by the rules that the output was made by. */
export function requestAnswers(api: PageApi) {
  const {mesh, gateway = '', ignoresCase} = api;
  const matches = api.matches.map((match) => apiMatch(match, api));
  const matcher = new RouteMatcher(matches, routeReader(mesh, gateway), api.base, ignoresCase);
  const target = targetNamed(api.target);
  const values = {...(mesh && {mesh}), 'gateway.name': gateway};
  const settings = effectiveSettings(
    {uri: '', settings: {values}, implied: {}, securitySchemes: () => new Map()},
    {},
  );
  const preference = (first: ApiMatch, second: ApiMatch) => target.preference(first, second, settings);

  /** One answer for each method that has a route; the one that is asked for is enough. */
  const of = ({method, path}: TypedRequest): Answer[] => {
    const methods = method === undefined ? matcher.methods : [method];
    return methods.flatMap((one) => {
      const matches = matcher.of({method: one, path}).filter(({route}) => route !== undefined);
      if (matches.length === 0) return [];
      const routes = matches.flatMap(({route, value}) => (route ? [{route, expression: value}] : []));
      return [{routes, why: reasonForFirst(matches, preference) + matcher.changeOf(path)}];
    });
  };
  return {
    of,
    changeOf: (path: string) => matcher.changeOf(path),
    /** The prefixes with which a request has a route. */
    prefixesOf: ({path, ...others}: TypedRequest) =>
      matcher.prefixes.filter((prefix) => of({...others, path: prefix + path}).length > 0),
    /** The object that serves a request without a route, if any. */
    catchAllOf: (path: string) => (matcher.of({method: '', path}).length > 0 ? target.catchAll : undefined),
  };
}

function apiMatch({route: index, method: added, type, value}: PageMatch, {routes}: PageApi): ApiMatch {
  const route = index === undefined ? undefined : routes[index];
  if (route === undefined) return {type, value};
  const {method, expression, template: path, written: template} = route;
  const operation = {method: added ?? method, expression, pathItem: {path, template}};
  return {type, value, route, operation};
}
