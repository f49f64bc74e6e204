import {isMap, type JsonMap, mapsOf, ownValue} from '../../base/json.ts';
import {resourceOf} from '../../kubernetes/resource.ts';
import {type KubernetesObject, mapsIn} from '../target.ts';
import {withoutPadding} from './expression-length.ts';
import {hashedName} from './object-name.ts';
import {MAX_MATCHES, MAX_RULES} from './rules-of-routes.ts';

/** A text for the requests of each match of an HTTPRoute, at each of its parents and for each of its hostnames. */
export function requestKeys(httpRoute: unknown): string[] {
  const matches = matchesIn(httpRoute).map(matchText);
  return placesOf(httpRoute).flatMap((place) => matches.map((match) => place + match));
}

function placesOf(httpRoute: unknown): string[] {
  const resource = resourceOf(httpRoute);
  const hostnames = [ownValue(ownValue(httpRoute, 'spec'), 'hostnames') ?? '*'].flat();
  const parents = mapsIn(httpRoute, 'parentRefs');
  return parents.flatMap(({kind, namespace = resource.namespace, name, sectionName, port}) =>
    hostnames.map((host) => JSON.stringify([kind, namespace, name, sectionName, port, host])),
  );
}

/** Whether an HTTPRoute is for what no other takes: each match has all methods. */
export function isCatchAll(httpRoute: unknown): boolean {
  return matchesIn(httpRoute).every(({method}) => method === undefined);
}

function matchesIn(httpRoute: unknown): readonly JsonMap[] {
  return mapsIn(httpRoute, 'rules').flatMap(({matches}) => mapsOf(matches));
}

function matchText({method, path, ...others}: JsonMap): string {
  const value = withoutPadding(String(ownValue(path, 'value')));
  return JSON.stringify([method, ownValue(path, 'type'), value, others]);
}

/**
 * An HTTPRoute with the requests of two states of one: its rules as they were generated, then the matches that only the old ones have, so
 * that the order of each is kept where it decides. Where that is not valid, a second HTTPRoute as it was generated.
 *
 * @param labels of the second one
 */
export function intermediateRoute(
  before: unknown,
  after: KubernetesObject,
  labels: object = {},
): KubernetesObject {
  const matchesAfter = new Set(matchesIn(after).map(matchText));
  const more = mapsIn(before, 'rules').flatMap((rule): JsonMap[] => {
    const matches = mapsOf(rule.matches).filter((match) => !matchesAfter.has(matchText(match)));
    return matches.length === 0 ? [] : [{...rule, matches}];
  });
  const rules = [...mapsIn(after, 'rules'), ...more];
  const {metadata, spec} = after;
  const both = {...after, spec: {...(isMap(spec) && spec), rules}};
  const names = rules.flatMap(({name}) => name ?? []);
  const isValid =
    placesOf(before).join() === placesOf(after).join() &&
    rules.length <= MAX_RULES &&
    matchesIn(both).length <= MAX_MATCHES &&
    new Set(names).size === names.length;
  const name = hashedName(metadata.name, JSON.stringify(spec));
  const all = {...(isMap(metadata.labels) && metadata.labels), ...labels};
  return isValid ? both : {...after, metadata: {...metadata, name, labels: all}};
}
