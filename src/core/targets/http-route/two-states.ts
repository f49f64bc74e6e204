import {isMap, type JsonMap, ownValue} from '../../base/json.ts';
import {resourceOf} from '../../kubernetes/resource.ts';
import {type KubernetesObject, mapsIn} from '../target.ts';
import {withoutPadding} from './expression-length.ts';
import {hashedName} from './object-name.ts';
import {MAX_MATCHES, MAX_RULES} from './rules-of-routes.ts';

/** A text for the requests of each match of an HTTPRoute, at each of its parents and for each of its hostnames. */
export function requestsOf(httpRoute: unknown): string[] {
  const {namespace: own} = resourceOf(httpRoute);
  const hostnames = [ownValue(ownValue(httpRoute, 'spec'), 'hostnames') ?? '*'].flat();
  const matches = mapsIn(httpRoute, 'rules').flatMap(matchesOf).map(matchText);
  return mapsIn(httpRoute, 'parentRefs').flatMap(({kind, namespace = own, name, sectionName, port}) =>
    hostnames.flatMap((host) => {
      const place = JSON.stringify([kind, namespace, name, sectionName, port, host]);
      return matches.map((match) => place + match);
    }),
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
export function withBothStates(
  before: unknown,
  after: KubernetesObject,
  labels: object = {},
): KubernetesObject {
  const own = mapsIn(after, 'rules');
  const known = new Set(own.flatMap(matchesOf).map(matchText));
  const old = mapsIn(before, 'rules').flatMap((rule): JsonMap[] => {
    const matches = matchesOf(rule).filter((match) => !known.has(matchText(match)));
    return matches.length === 0 ? [] : [{...rule, matches}];
  });
  const rules = [...own, ...old];
  const {metadata, spec} = after;
  const both = {...after, spec: {...(isMap(spec) && spec), rules}};
  const requests = new Set([before, after].flatMap(requestsOf));
  const made = requestsOf(both);
  const names = rules.flatMap(({name}) => name ?? []);
  const isValid =
    requests.size === new Set(made).size &&
    made.every((request) => requests.has(request)) &&
    rules.length <= MAX_RULES &&
    rules.flatMap(matchesOf).length <= MAX_MATCHES &&
    new Set(names).size === names.length;
  const name = hashedName(metadata.name, JSON.stringify(spec));
  const all = {...(isMap(metadata.labels) && metadata.labels), ...labels};
  return isValid ? both : {...after, metadata: {...metadata, name, labels: all}};
}
