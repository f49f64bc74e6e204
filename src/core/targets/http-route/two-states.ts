import {isMap, type JsonMap, ownValue} from '../../base/json.ts';
import {resourceOf} from '../../kubernetes/resource.ts';
import {type KubernetesObject, mapsIn} from '../target.ts';
import {withoutPadding} from './expression-length.ts';
import {hashedName} from './object-name.ts';
import {MAX_MATCHES, MAX_RULES} from './rules-of-routes.ts';

/** A text for the requests of each match of an HTTPRoute, at each of its parents and for each of its hostnames. */
export function requestsOf(httpRoute: unknown): string[] {
  const matches = mapsIn(httpRoute, 'rules').flatMap(matchesOf).map(matchText);
  return placesOf(httpRoute).flatMap((place) => matches.map((match) => `${place} ${match}`));
}

function placesOf(httpRoute: unknown): string[] {
  const hostnames = [ownValue(ownValue(httpRoute, 'spec'), 'hostnames') ?? '*'].flat();
  const {namespace: own} = resourceOf(httpRoute);
  return mapsIn(httpRoute, 'parentRefs').flatMap(({kind, namespace = own, name, sectionName, port}) =>
    hostnames.map((hostname) => JSON.stringify([kind, namespace, name, sectionName, port, hostname])),
  );
}

function matchesOf({matches}: JsonMap): readonly unknown[] {
  return Array.isArray(matches) ? matches : [];
}

function matchText(match: unknown): string {
  if (!isMap(match) || !isMap(match.path)) return JSON.stringify(match);
  const {method, path, ...others} = match;
  return JSON.stringify([method, path.type, withoutPadding(String(path.value)), others]);
}

/**
 * An HTTPRoute with the requests of two states of one: its rules as they were generated, then the matches that only the old ones have, so
 * that the order of each is kept where it decides. Where that is not valid, a second HTTPRoute as it was generated.
 */
export function withBothStates(before: unknown, after: KubernetesObject): KubernetesObject {
  const rules = mapsIn(after, 'rules');
  const known = new Set(rules.flatMap(matchesOf).map(matchText));
  const old = mapsIn(before, 'rules').flatMap((rule): JsonMap[] => {
    const matches = matchesOf(rule).filter((match) => !known.has(matchText(match)));
    return matches.length === 0 ? [] : [{...rule, matches}];
  });
  const both = [...rules, ...old];
  const names = both.flatMap(({name}) => name ?? []);
  const isValid =
    placesOf(before).join() === placesOf(after).join() &&
    both.length <= MAX_RULES &&
    both.flatMap(matchesOf).length <= MAX_MATCHES &&
    new Set(names).size === names.length;
  const {metadata, spec} = after;
  if (isValid) return {...after, spec: {...(isMap(spec) && spec), rules: both}};
  return {...after, metadata: {...metadata, name: hashedName(metadata.name, JSON.stringify(spec))}};
}
