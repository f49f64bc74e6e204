import {type JsonMap, mapsOf, ownValue, valueAt} from '../base/json.ts';
import type {Location} from '../base/problem.ts';
import {type Resource, resourceId, resourceName} from '../kubernetes/resource.ts';
import {type MatchType, type MeshName, meshNamed, type RouteReader} from '../meshes.ts';
import {prefixOf} from '../openapi/effective-settings.ts';
import {isForHost} from '../routes/request.ts';
import {rootPlace} from '../rules/rule.ts';
import {type MatchedPath, mapsIn} from '../targets/target.ts';
import type {Checked, CheckedOutput} from './check.ts';
import {ignoredBy} from './ignores.ts';
import {sharedRequest} from './rule-list.ts';

/** A match of an HTTPRoute for one hostname. */
export interface Claim extends MatchedPath {
  /** The name of whose it is in messages: a description, or the object. */
  readonly owner: string;
  /** Differs for owners that messages call the same, such as two Services with one description. */
  readonly ownerId: string;
  readonly object: string;
  /** When the object was made; absent for what is not in a cluster. */
  readonly age: unknown;
  /** The Gateway, or the Service and the namespace of its clients. */
  readonly parent: string;
  readonly parentKind: unknown;
  /** The listener, or the port; absent for all. */
  readonly listener: unknown;
  /** `*` for all. */
  readonly host: string;
  /** Absent for all. */
  readonly method: unknown;
  /** The name of the match in messages. */
  readonly route: string;
  /** Absent for an object of others. */
  readonly location?: Location;
  readonly reader?: RouteReader | undefined;
  readonly title?: string;
}

/** The names of matches in messages, and where their operations were written, without those left out by `x-apigen-ignore` or a flag. */
export type MatchPlaces = ReadonlyMap<string, Pick<Claim, 'route'> & {readonly location: Location}>;

export const keyOf = (method: unknown, {type, value}: MatchedPath) => [method, type, value].join(' ').trim();

export function matchPlaces({target, input}: CheckedOutput, toOrigin: Checked['toOrigin']): MatchPlaces {
  const matches = target.matches(input).map((match) => {
    const {operation, method = operation?.method} = match;
    const key = keyOf(method, match);
    const route = operation ? `${method} ${prefixOf(input.settings)}${operation.pathItem.path}` : key;
    return {key, message: '', route, location: operation?.location ?? rootPlace(input.description)};
  });
  const shown = matches.filter((match) => ignoredBy(sharedRequest.code, match, input).length === 0);
  return new Map(shown.map(({key, route, location}) => [key, toOrigin({route, location})]));
}

/** Objects of a cluster by `resourceId`: Gateways with their listeners, HTTPRoutes with their age. */
export type Held = ReadonlyMap<string, Resource>;

/** The claims of an HTTPRoute at each listener of its Gateways, or at its Service; of one of a description, the matches that have a place. */
export function claimsOf(
  resource: Resource,
  held: Held = new Map(),
  claimant?: Pick<Claim, 'owner'> & {
    ownerId?: string;
    mesh?: MeshName | undefined;
    places?: MatchPlaces | undefined;
  },
): Claim[] {
  const {content, namespace, apiVersion} = resource;
  const object = resourceName(resource);
  const age = valueAt(held.get(resourceId(resource))?.content, '/metadata/creationTimestamp');
  const matches = mapsIn(content, 'rules').flatMap((rule) => mapsOf(rule.matches));
  const read = matches.flatMap((match) => readMatch(match, claimant?.places) ?? []);
  const hostnames = valueAt(content, '/spec/hostnames');
  const hosts = Array.isArray(hostnames) && hostnames.length > 0 ? hostnames.map(String) : ['*'];
  return mapsIn(content, 'parentRefs').flatMap(({kind = 'Gateway', sectionName, port, ...ref}) => {
    const at = {kind: String(kind), name: String(ref.name), namespace: String(ref.namespace ?? namespace)};
    const parent = `${resourceName({apiVersion, ...at})} ${kind === 'Service' ? namespace : ''}`;
    const {title, gateway, service} = meshNamed(claimant?.mesh);
    const reading = claimant && {title, reader: kind === 'Service' ? service : gateway};
    const {owner, ownerId = owner} = claimant ?? {owner: object};
    const facts = {owner, ownerId, object, age, parent, parentKind: kind, ...reading};
    const gatewayObject = held.get(resourceId({apiVersion, ...at}));
    const all = mapsIn(gatewayObject?.content, 'listeners');
    const listeners = all.filter(({name}) => name === (sectionName ?? name));
    return (gatewayObject ? listeners : [{name: sectionName ?? port}]).flatMap(({name, hostname = '*'}) =>
      hosts
        .flatMap((host) => narrower(host, String(hostname)))
        .flatMap((host) => read.map((match) => ({...facts, listener: name, host, ...match}))),
    );
  });
}

function narrower(host: string, other: string): string[] {
  if (isForHost(host, [other])) return [host];
  return isForHost(other, [host]) ? [other] : [];
}

/** `undefined` for a match that asks for more than a path and a method, and for one without a place. */
function readMatch(match: JsonMap, places: MatchPlaces | undefined) {
  if (match.headers !== undefined || match.queryParams !== undefined) return undefined;
  const [value, pathType] = [String(ownValue(match.path, 'value') ?? '/'), ownValue(match.path, 'type')];
  const type: MatchType = pathType === 'Exact' || pathType === 'RegularExpression' ? pathType : 'PathPrefix';
  const key = keyOf(match.method, {type, value});
  const place = places ? places.get(key) : {route: key.replace(' Exact ', ' ')};
  return place && {...place, type, value, method: match.method};
}
