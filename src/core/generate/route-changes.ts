import {fieldsText} from '../kubernetes/fields-text.ts';
import {type Access, isOpen, isWithin} from '../openapi/access.ts';
import {policyLimit} from '../policies/envoy-gateway/backend-traffic-policies.ts';
import {policyAccess} from '../policies/envoy-gateway/policy-access.ts';
import {pathAccess} from '../policies/istio/path-access.ts';
import {portAccess} from '../policies/linkerd/linkerd-policies.ts';
import {expressionIn} from '../routes/path-regex.ts';
import {type InTree, RouteTree} from '../routes/route-tree.ts';
import {encodedSegmentsOf} from '../routes/segments.ts';
import type {EnforcedSchemes} from '../settings/types/index.ts';
import type {KubernetesObject} from '../targets/target.ts';
import {objectKind} from './object-kinds.ts';

/** A route that differs between two outputs, with its fields in words; these are absent where there is no such route. */
export interface RouteChange {
  readonly route: string;
  readonly before?: string;
  readonly after?: string;
  /** Set where some may call it who might not before. */
  readonly isOpened?: true;
}

interface RouteText {
  readonly text: string;
  /** The paths that it matches, if its name does not say them. */
  readonly path: string;
  /** Absent where everybody may. */
  readonly access: Access | undefined;
}

/** The routes that differ between two outputs: those that were opened, then all in the order of the later one; those that were removed come last. */
export function routeChanges(
  before: readonly KubernetesObject[],
  after: readonly KubernetesObject[],
  schemes?: EnforcedSchemes,
): RouteChange[] {
  const [old, next] = [routesIn(before, schemes), routesIn(after, schemes)];
  const isEnforced = [...old.values(), ...next.values()].some(({access}) => access !== undefined);
  // What no route is for is refused where the policies are, and served elsewhere.
  const [place, nextPlace] = [old, next].map(placeOfPolicies);
  const isMoved = place !== undefined && place !== nextPlace;
  const isFolded = [...old.keys(), ...next.keys()].some((route) => route.includes('(?i:'));
  const [oldTakers, nextTakers] = isEnforced ? [takersIn(old, isFolded), takersIn(next, isFolded)] : [];
  const changed = [...new Set([...next.keys(), ...old.keys()])].flatMap((route): RouteChange[] => {
    const [was, now] = [old.get(route), next.get(route)];
    const isOpened =
      isEnforced &&
      (isMoved ||
        opens(was ?? oldTakers?.whole(route), now ?? nextTakers?.whole(route)) ||
        (!was && oldTakers?.parts(route).some((one) => opens(one, now))) ||
        (!now && nextTakers?.parts(route).some((one) => opens(was, one)))) &&
      ({isOpened: true} as const);
    if (was?.text === now?.text && was?.path === now?.path && !isOpened) return [];
    const [before, after] = textsOf(was, now);
    const texts = {...(after !== undefined && {after}), ...(before !== undefined && {before})};
    return [{route, ...texts, ...isOpened}];
  });
  return changed.toSorted((a, b) => Number(b.isOpened ?? false) - Number(a.isOpened ?? false));
}

function inTree(route: string): InTree {
  const [method = '', value = ''] = route.split(/ (.*)/);
  return {method, segments: encodedSegmentsOf(expressionIn({type: 'RegularExpression', value}))};
}

const keyOf = ({method, segments}: InTree) => [method, ...segments].join('');

const placeOfPolicies = (routes: ReadonlyMap<string, RouteText>) =>
  [...routes.values()].find(({access}) => access?.at)?.access?.at;

/**
 * Of some routes, those that take the requests of another one: all of them, the narrowest that does; or a part of them, without those
 * for a part of its paths.
 */
function takersIn(routes: ReadonlyMap<string, RouteText>, isFolded: boolean) {
  const placed = (route: string) => {
    const {method, segments} = inTree(route);
    return {method, segments: isFolded ? segments.map((one) => one.toLowerCase()) : segments};
  };
  const all = [...routes].map(([route, text]) => ({...text, ...placed(route)}));
  const tree = new RouteTree(undefined, all);
  return {
    whole(route: string): RouteText | undefined {
      const takers = [...tree.wider(placed(route))];
      return takers.find((one) => new Set(tree.wider(one)).size === takers.length);
    },
    parts(route: string): RouteText[] {
      const other = placed(route);
      const takers = new Set(tree.wider(other));
      const alone = new RouteTree(undefined, [other]);
      return [...tree.overlapping(other)].filter(
        (one) => !takers.has(one) && [...alone.wider(one)].length === 0,
      );
    },
  };
}

/** The fields of a route before and after, and what else differs. */
function textsOf(was: RouteText | undefined, now: RouteText | undefined) {
  if (was && now && was.path !== now.path) return [was, now].map(({text, path}) => `${path}, ${text}`);
  return was && was.text === now?.text ? [was, now].map(keysText) : [was?.text, now?.text];
}

/** Whose tokens may call, where that is all that differs. */
function keysText({access}: Pick<RouteText, 'access'>): string {
  const texts = (access?.tokens ?? []).map(({scheme, issuer, keys = '', audiences = []}) =>
    [scheme, `issuer ${issuer}`, `keys ${keys}`, `audiences ${audiences.join(' ') || 'any'}`].join(', '),
  );
  return `who ${[...new Set(texts)].join(' or ')}`;
}

function opens(was: RouteText | undefined, now: RouteText | undefined): boolean {
  if (now === undefined) return false;
  const {access} = now;
  if (was?.access === undefined) return was === undefined && (access === undefined || isOpen(access));
  return access === undefined ? !isOpen(was.access) : !isWithin(access, was.access);
}

/** The fields of each route of some objects, in words, by the name of the route. */
export function routeTexts(objects: readonly KubernetesObject[]): ReadonlyMap<string, string> {
  return new Map([...routesIn(objects)].map(([route, {text}]) => [route, text]));
}

function routesIn(
  objects: readonly KubernetesObject[],
  schemes?: EnforcedSchemes,
): ReadonlyMap<string, RouteText> {
  const [accessOfRule, limitOfRule] = [policyAccess(objects), policyLimit(objects)];
  const keyOfPath = (method: string, expression: string) =>
    keyOf({method, segments: encodedSegmentsOf(expression)});
  const accessOfPath =
    pathAccess(objects, keyOfPath, schemes) ?? portAccess(objects, (route) => keyOf(inTree(route)));
  const all = objects.flatMap((object) =>
    (objectKind(object)?.routes(object) ?? []).map(
      ({route, fields, rule, path = ''}): [string, RouteText] => {
        const access = accessOfRule(object, rule) ?? accessOfPath?.(keyOf(inTree(route)));
        const said = access && {who: access.who, ...(access.at && {at: access.at})};
        const limit = limitOfRule(object, rule);
        const all = {...fields, ...(limit && {limit}), ...said};
        return [route, {text: fieldsText(all), path, access}];
      },
    ),
  );
  return new Map(all);
}
