import {isMap, ownValue, valueAt} from '../base/json.ts';
import type {Location} from '../base/problem.ts';
import {type Resource, resourceId, resourceName, resourceOf} from '../kubernetes/resource.ts';
import {meshNamed} from '../meshes.ts';
import {prefixOf} from '../openapi/effective-settings.ts';
import {expressionIn} from '../routes/path-regex.ts';
import {isForHost} from '../routes/request.ts';
import {encodedSegmentsOf} from '../routes/segments.ts';
import {rootPlace} from '../rules/rule.ts';
import {sharedRequest} from '../rules/shared-request.ts';
import {type MatchedPath, mapsIn} from '../targets/target.ts';
import type {Checked, CheckedOutput} from './check.ts';
import type {NamedReader} from './decide.ts';
import type {Generated} from './generate.ts';
import {ignoredBy} from './ignores.ts';

/** Where the operation of a match was written, and what messages call it: `GET /v1/pets/{id}`. */
export interface MatchPlace {
  readonly name: string;
  readonly location: Location;
}

/** The places of matches by `matchKey`; absent for what `x-apigen-ignore` or `--skip-rule` leaves out. */
export type MatchPlaces = ReadonlyMap<string, MatchPlace>;

const matchKey = (method: unknown, {type, value}: MatchedPath) => `${method ?? ''} ${type} ${value}`.trim();

export function matchPlaces({target, input}: CheckedOutput, written: Checked['written']): MatchPlaces {
  const base = prefixOf(input.settings);
  return new Map(
    target.matches(input).flatMap((match): [string, MatchPlace][] => {
      const {operation, method = operation?.method} = match;
      const location = operation?.location ?? rootPlace(input.description);
      if (ignoredBy(sharedRequest.code, {message: '', location}, input).length > 0) return [];
      const key = matchKey(method, match);
      const name = operation ? `${method} ${base}${operation.pathItem.path}` : key;
      return [[key, {name, ...written({location})}]];
    }),
  );
}

/** What an HTTPRoute matches of the requests to one listener of a Gateway, or to one port of a Service. */
export interface HostedRoute {
  /** What messages call it: its description, or the object. */
  readonly owner: string;
  /** `HTTPRoute shop/petstore`. */
  readonly name: string;
  /** When it was made; absent for what is not in a cluster. */
  readonly age?: unknown;
  /** The Gateway or Service, and for clients in which namespace. */
  readonly parent: string;
  /** Absent for all of them. */
  readonly listener?: unknown;
  /** `*` for all. */
  readonly hosts: readonly string[];
  readonly matches: readonly HostedMatch[];
  /** What reads it; absent for an object of others. */
  readonly mesh?: NamedReader;
}

export interface HostedMatch extends MatchedPath, Partial<Pick<MatchPlace, 'location'>> {
  readonly name: string;
  readonly method: unknown;
  readonly segments: readonly string[];
}

/** Whether two HTTPRoutes get requests of the same listener of a Gateway, or of the same port of a Service. */
export function isSameListener(a: HostedRoute, b: HostedRoute): boolean {
  return a.parent === b.parent && [a.listener ?? b.listener, undefined].includes(b.listener);
}

/** What is in a cluster, by `resourceId`: Gateways with their listeners, and HTTPRoutes with their age. */
type Held = ReadonlyMap<string, Resource>;

/** The HTTPRoutes among generated objects, for the matches that have a place. */
export function generatedRoutes(
  {objects, source, mesh, matchPlaces}: Pick<Generated, 'objects' | 'mesh'> & GeneratedFor,
  held?: Held,
): HostedRoute[] {
  const {title, gateway, service} = meshNamed(mesh);
  return (matchPlaces ? objects : []).flatMap((object) => {
    const reader = mapsIn(object, 'parentRefs')[0]?.kind === 'Gateway' ? gateway : service;
    const own = {owner: source, places: matchPlaces};
    return reader ? hostedRoutes(resourceOf(object), held, {...own, mesh: {title, reader}}) : [];
  });
}

interface GeneratedFor {
  readonly source: string;
  readonly matchPlaces?: MatchPlaces;
}

/** An HTTPRoute at each of its parents. */
export function hostedRoutes(
  resource: Resource,
  held: Held = new Map(),
  {places, ...own}: Partial<Pick<HostedRoute, 'owner' | 'mesh'>> & {places?: MatchPlaces | undefined} = {},
): HostedRoute[] {
  const {content, namespace, apiVersion} = resource;
  const matches = mapsIn(content, 'rules').flatMap((rule) => rule.matches);
  const read = matches.flatMap((match) => hostedMatch(match, places) ?? []);
  const named = valueAt(content, '/spec/hostnames');
  const hosts = Array.isArray(named) && named.length > 0 ? named.map(String) : ['*'];
  const age = valueAt(held.get(resourceId(resource))?.content, '/metadata/creationTimestamp');
  const route = {owner: resourceName(resource), name: resourceName(resource), age, matches: read, ...own};
  return mapsIn(content, 'parentRefs').flatMap((ref) => {
    const {kind = 'Gateway', sectionName, port} = ref;
    const at = {
      apiVersion,
      kind: String(kind),
      name: String(ref.name),
      namespace: String(ref.namespace ?? namespace),
    };
    if (kind === 'Service')
      return [{...route, parent: `${resourceName(at)} ${namespace}`, listener: port, hosts}];
    const gateway = held.get(resourceId(at));
    const listeners = mapsIn(gateway?.content, 'listeners').filter(
      ({name}) => name === (sectionName ?? name),
    );
    return (gateway ? listeners : [{name: sectionName, hostname: '*'}]).map(({name, hostname = '*'}) => {
      const of = String(hostname);
      const narrower = (host: string) => (isForHost(host, [of]) ? host : isForHost(of, [host]) ? of : []);
      return {...route, parent: resourceName(at), listener: name, hosts: hosts.flatMap(narrower)};
    });
  });
}

/** A match as others are compared with it; `undefined` for one that asks for headers too, and for one that is to be left out. */
function hostedMatch(match: unknown, places: MatchPlaces | undefined): HostedMatch | undefined {
  if (!isMap(match) || match.headers !== undefined || match.queryParams !== undefined) return undefined;
  const [value, given] = [String(ownValue(match.path, 'value') ?? '/'), ownValue(match.path, 'type')];
  const type = given === 'Exact' || given === 'RegularExpression' ? given : 'PathPrefix';
  const key = matchKey(match.method, {type, value});
  const place = places ? places.get(key) : {name: key};
  const segments = encodedSegmentsOf(expressionIn({type, value}));
  return place && {...place, type, value, method: match.method, segments};
}
