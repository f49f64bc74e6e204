import type {GenerateOptions} from '../generate.ts';
import {type ReadAndChecked, readAndCheck} from '../generate.ts';
import {readAndCheckMerged} from '../merge/generate-merged.ts';
import type {Operation} from '../openapi/operation.ts';
import {normalizePrefix} from '../openapi/path-template.ts';
import {operationSettingPlace, type SettingPlace} from '../openapi/setting-place.ts';
import {atOrigin} from '../origin.ts';
import type {Location, Problem} from '../problem.ts';
import {givenValues, type Level} from '../settings/precedence.ts';
import {SETTINGS, type SettingKey} from '../settings/table.ts';
import type {Target, TargetInput} from '../targets/target.ts';
import {problemsByOperation} from './problems-of-operations.ts';

/** A setting of one route, and where its value comes from. */
export interface RouteValue {
  readonly key: SettingKey;
  /** Absent when it is not set and has no default. */
  readonly value?: unknown;
  readonly level?: Level;
  /** The flag or the place in a document; absent for a default. */
  readonly place?: SettingPlace;
}

/** One route of a description. */
export interface Route {
  readonly operation: Operation;
  /** Where the operation was written, maybe in an overlay. */
  readonly location: Location;
  /** The path template after `path.base`. */
  readonly path: string;
  /** The settings that a route can have of its own, in the order of the settings table. */
  readonly values: readonly RouteValue[];
  /** What is wrong with the operation or its path item. */
  readonly problems: readonly Problem[];
}

/** The routes of a description, in the order of the output. */
export interface RouteTable {
  readonly routes: readonly Route[];
  /** The problems that are not those of a route. */
  readonly problems: readonly Problem[];
  /** The output that the mesh reads; absent for what is not a description. */
  readonly output?: {readonly target: Target; readonly input: TargetInput};
}

/** The settings that a route can have of its own. `disabled` is left out: what is disabled has no route. */
const ROUTE_SETTINGS = SETTINGS.filter(
  ({key, scopes}) => key !== 'disabled' && scopes.some((scope) => scope === 'operation'),
);

/** Where something of a document was written, maybe in an overlay. */
type Written = <F extends SettingPlace>(found: F) => F;

/**
 * The routes of an OpenAPI description with their settings, and where each is set; pure. The name of the Service is not needed.
 *
 * @param document a parsed OpenAPI 3.0, 3.1, 3.2 or Swagger 2.0 description
 */
export function routeTable(document: unknown, options: GenerateOptions = {}): RouteTable {
  const read = readAndCheck(document, options);
  const {origin} = options;
  const uri = read.checked?.description.uri ?? '';
  return toTable(read, (found) => (origin === undefined ? found : atOrigin(found, uri, origin)));
}

/** The same for several descriptions of one Service. The prefix of each is a part of its paths. */
export function mergedRouteTable(...given: Parameters<typeof readAndCheckMerged>): RouteTable {
  const {written, ...read} = readAndCheckMerged(...given);
  return toTable(read, written);
}

function toTable({checked, problems: all}: ReadAndChecked, written: Written): RouteTable {
  // No route depends on the name.
  const problems = all.filter(({code}) => code !== 'service-name');
  if (!checked) return {routes: [], problems};
  const {description, settings, target, input} = checked;
  const prefix = normalizePrefix(settings.get('path.base') ?? '');
  const {of, others} = problemsByOperation(
    problems,
    input.routes,
    ({location}) => written({location}).location,
  );
  const routeValue = (operation: Operation, key: SettingKey): RouteValue => {
    const [given] = givenValues(key, settings.levels(operation));
    if (given === undefined) return {key};
    const place = written(operationSettingPlace(key, operation, {description, settings}));
    return {key, value: given.value, level: given.level, ...(given.level === 'default' ? {} : {place})};
  };
  const routes = input.routes.map((operation) => ({
    operation,
    location: written(operation).location,
    path: prefix + operation.pathItem.path,
    values: ROUTE_SETTINGS.map(({key}) => routeValue(operation, key)),
    problems: of(operation),
  }));
  return {routes, problems: others, output: {target, input}};
}
