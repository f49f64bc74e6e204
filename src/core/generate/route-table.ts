import {pointersAbove} from '../base/json.ts';
import type {Location, Problem} from '../base/problem.ts';
import {type Access, accessOf} from '../openapi/access.ts';
import {chosenReader} from '../openapi/chosen-reader.ts';
import {
  type EffectiveSettings,
  parametersOf,
  placeOfValue,
  prefixOf,
  type SettingPlace,
  spanningNames,
  withExpression,
} from '../openapi/effective-settings.ts';
import type {Operation, RoutedOperation} from '../openapi/operation.ts';
import {mayHaveSlash} from '../routes/parameter-pattern.ts';
import {endsWithCatchAll, lastName} from '../routes/path-template.ts';
import type {Request} from '../routes/request.ts';
import {type Matchable, RouteMatcher} from '../routes/route-matcher.ts';
import {givenValues, type Level} from '../settings/precedence.ts';
import {RATE_LIMIT, SETTINGS, type SettingKey, type SettingValues, TIMEOUT} from '../settings/table.ts';
import {rateLimitOf} from '../targets/http-route/rate-limit.ts';
import {isAtLeast, type RouteMatch} from '../targets/target.ts';
import type {Checked, CheckedOutput} from './check.ts';
import {addedRoutes, unorderedRoutes} from './ordered-routes.ts';

/** A setting of one route, and where its value comes from. */
export interface RouteValue {
  readonly key: SettingKey;
  /** Absent when it is not set and has no default. */
  readonly value?: unknown;
  /** What the mesh does where it does not what is set: its timeout where none is set or read, no retry; absent without a mesh. */
  readonly otherwise?: string;
  readonly level?: Level;
  /** The flag or the place in a document; absent for a default. */
  readonly place?: SettingPlace;
}

export interface Route {
  readonly operation: RoutedOperation;
  /** Where the operation was written, maybe in an overlay. */
  readonly location: Location;
  /** The path template after `path.base`. */
  readonly path: string;
  /** That of the operation, and those that are added to it. */
  readonly methods: readonly string[];
  /** The settings that a route can have of its own, in the order of the settings table. */
  readonly values: readonly RouteValue[];
  /** Who may call it, where that is enforced. */
  readonly access: Access | undefined;
  /** The object of an output of several that has the route, and the name of its rule. */
  readonly place: RouteMatch['place'] | undefined;
  /** Problems of the operation or its path item. */
  readonly problems: readonly Problem[];
}

/** The routes of a description, in the order of the output. */
export interface RouteTable {
  readonly routes: readonly Route[];
  /** The problems that are not those of a route. */
  readonly problems: readonly Problem[];
  /** The output that the mesh reads; absent for what is not a description. */
  readonly output?: Pick<CheckedOutput, 'target' | 'input'>;
}

/** Clients are among those who may call, an operation that is disabled has no route, and the expression shows the values that parameters match. */
const SHOWN_OTHERWISE: readonly string[] = ['clients', 'disabled', 'path.multi_segment', 'path.parameters'];

const ROUTE_SETTINGS = SETTINGS.filter(
  ({key, scopes, formOf, objectOnly}) =>
    !SHOWN_OTHERWISE.includes(key) && !formOf && !objectOnly && scopes.includes('operation'),
);

/**
 * The routes of what was checked with their settings, and where each is set; pure. The name of the Service is not needed.
 *
 * @param locate puts what is set as a flag at another place
 */
export function routeTable(
  {output, problems: all, toOrigin}: Checked,
  locate = (place: SettingPlace) => place,
): RouteTable {
  // No route depends on the name.
  const problems = all.filter(({code}) => code !== 'service-name');
  if (!output) return {routes: [], problems};
  const {target, input} = output;
  const {settings} = input;
  const prefix = prefixOf(settings);
  const {defaultTimeout, insteadOfTimeout, insteadOfRetry, retryIsExperimental} = chosenReader(settings);
  const isRetried = isAtLeast('1.7', settings) && (!insteadOfRetry || retryIsExperimental);
  const unretried = !target.without.includes('retry.attempts') && !isRetried && {otherwise: 'none'};
  const {problemsOf, otherProblems} = problemsByOperation(problems, input.routes, toOrigin);
  const routeValue = (operation: Operation, key: SettingKey): RouteValue => {
    const [strongest] = givenValues(key, settings.levels(operation));
    const isRead = strongest !== undefined && insteadOfTimeout === undefined;
    const unread = key === TIMEOUT && settings.get('mesh') && !isRead && {otherwise: defaultTimeout};
    if (strongest === undefined) return {key, ...unread};
    const {value, level} = strongest;
    const place = locate(toOrigin(placeOfValue(strongest, operation, settings)));
    const notDone = key === 'retryable' && value === true && unretried;
    const unlimited = key === RATE_LIMIT && value && !rateLimitOf(operation, settings) && {otherwise: 'none'};
    return {key, value, level, ...unread, ...notDone, ...unlimited, ...(level === 'default' ? {} : {place})};
  };
  const matches = settings.get('service.name') === undefined ? [] : target.matches(input);
  const described = matches.filter(({method}) => method === undefined);
  const places = new Map(described.map(({operation, place}) => [operation, place]));
  const added = new Map<Operation | undefined, string[]>();
  for (const {addedTo, method} of input.routes) added.set(addedTo, [...(added.get(addedTo) ?? []), method]);
  const operations = input.routes.filter(({addedTo}) => addedTo === undefined);
  const routes = operations.map((operation) => ({
    operation,
    access: accessOf(operation, settings).access,
    location: toOrigin(operation).location,
    path: prefix + operation.pathItem.path,
    methods: [operation.method, ...(added.get(operation) ?? [])],
    values: ROUTE_SETTINGS.map(({key}) => routeValue(operation, key)),
    place: places.get(operation),
    problems: problemsOf(operation),
  }));
  return {routes, problems: otherProblems, output};
}

function matcherOf<M extends Matchable>(
  matches: readonly M[],
  settings: EffectiveSettings,
  reader = chosenReader(settings),
) {
  return new RouteMatcher(matches, reader, settings.get('path.base'), settings.get('path.ignore_case'));
}

export type OutputMatcher = RouteMatcher<RouteMatch>;

export function outputMatcher({target, input}: NonNullable<RouteTable['output']>): OutputMatcher {
  return matcherOf(target.matches(input), input.settings);
}

/** Settings that may give a route to a request that has none, as each operation would have them. */
const CHANGES = {
  enabled: () => ({disabled: false}),
  added: () => ({extra_methods: ['HEAD', 'OPTIONS']}),
  any: () => ({'path.parameters': 'any'}),
  schema: () => ({'path.parameters': 'schema'}),
  slash: () => ({'path.trailing_slash': 'either'}),
  caseless: () => ({'path.ignore_case': true}),
  /** The same ones: the paths of requests and of the description are compared as they are decoded. */
  decoded: () => ({}),
  /** The last parameter spans segments, unless its pattern says so. One at the root, which takes much, needs the name of a path. */
  spanning: (settings, operation) => {
    if (operation === undefined) return {};
    const {path, template = path} = operation.pathItem;
    const name = lastName(template);
    const isSegment = /\?\}?$|:\w+\}$/.test(template) || !/^\/[^/]*\/.*\{/s.test(path);
    const lastParameters = parametersOf(operation).filter((one) => one.name === name);
    if ((isSegment && !endsWithCatchAll(template)) || !lastParameters.every(mayHaveSlash)) return {};
    return {'path.multi_segment': [...spanningNames(operation, settings), name]};
  },
} satisfies Record<string, (settings: EffectiveSettings, operation?: Operation) => SettingValues>;

export type OtherSettings = keyof typeof CHANGES;

/** A matcher by other settings, the path with the most segments first: it is the nearest to a request. */
export function matcherWith(change: OtherSettings, {target, input}: NonNullable<RouteTable['output']>) {
  const valuesOf = (operation?: Operation): SettingValues => CHANGES[change](input.settings, operation);
  const settings: EffectiveSettings = {
    ...input.settings,
    get: (key) => valuesOf()[key] ?? input.settings.get(key),
    at: (operation, key) => valuesOf(operation)[key] ?? input.settings.at(operation, key),
  };
  const described = unorderedRoutes(input.description, settings);
  const segmentsOf = ({pathItem}: Operation) => pathItem.path.split('/').length;
  const matches = [...described, ...addedRoutes(described, settings, target)]
    .filter(({method}) => target.methods?.includes(method) !== false)
    .sort((a, b) => segmentsOf(b) - segmentsOf(a))
    .map((operation) => ({operation}));
  const decoding = {anchors: {start: '', end: '$'}, pathSteps: ['decode all']} as const;
  const reader = {...chosenReader(settings), ...(change === 'decoded' && decoding)};
  return matcherOf(matches, settings, reader);
}

/** The parameters of an operation whose schemas keep a request from it, which has a route without schemas. */
export function mismatchedParameters(request: Request, operation: Operation, settings: EffectiveSettings) {
  return parametersOf(operation).filter((parameter) => {
    const bySchema = withExpression({...operation, parameters: [parameter]}, settings, true);
    return matcherOf([{operation: bySchema}], settings).of(request).length === 0;
  });
}

/** Divides problems by the place that they are at: that of an operation or of its path item, or one further down; others are of none. */
function problemsByOperation(
  problems: readonly Problem[],
  operations: readonly Operation[],
  toOrigin: Checked['toOrigin'],
) {
  const placesOf = ({location, pathItem}: Operation) =>
    [{location}, {location: pathItem.location}].map((place) => idOf(toOrigin(place).location));
  const problemsAt = new Map<string, Problem[]>();
  for (const operation of operations) for (const place of placesOf(operation)) problemsAt.set(place, []);
  const otherProblems = problems.filter((problem) => {
    const {uri, pointer} = problem.location ?? {uri: '', pointer: ''};
    const lists = pointersAbove(pointer).map((above) => problemsAt.get(idOf({uri, pointer: above})));
    const nearest = lists.find((list) => list !== undefined);
    nearest?.push(problem);
    return nearest === undefined;
  });
  const problemsOf = (operation: Operation) =>
    placesOf(operation).flatMap((place) => problemsAt.get(place) ?? []);
  return {otherProblems, problemsOf};
}

function idOf({uri, pointer}: Pick<Location, 'uri' | 'pointer'>): string {
  return `${uri}\n${pointer}`;
}
