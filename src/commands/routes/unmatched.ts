import {quote} from '../../core/quote.ts';
import {normalizePrefix} from '../../core/routes/path-template.ts';
import type {Request} from '../../core/routes/route-matcher.ts';
import type {MatchedApi, Matching} from './matching.ts';
import type {Traffic} from './traffic.ts';

/** A request as text: `GET /v1/pets`. */
export function requestText({method, path}: Request): string {
  return `${method} ${path}`;
}

/** What to do about a request that no route matches: another request that was maybe meant, or another prefix. */
export function unmatchedHint(request: Request, {apis}: Matching): string | undefined {
  const methods = new Set(
    apis.flatMap(({matcher}) =>
      matcher.methods.filter((method) =>
        matcher.of({...request, method}).some(({operation}) => operation !== undefined),
      ),
    ),
  );
  if (methods.size > 0) return `use a method of this path: ${[...methods].join(', ')}`;
  return apis
    .map((one) => missingPrefix(request, one) ?? upperCase(request, one) ?? otherPrefix(request, one)?.hint)
    .find(Boolean);
}

/** Why requests of a log have no route, and what to do about it. */
export interface Cause {
  readonly hint: string;
  /** A request that has a route then or is meant. */
  readonly example: Request;
  count: number;
}

interface Guess {
  /** Tells causes apart. */
  readonly key: string;
  readonly hint: string;
  /** Whether the requests that have a route now lose it. */
  readonly changesPrefix?: boolean;
}

/**
 * The likely causes for which requests of a log have no route, the most frequent first. Another prefix is one only if more requests would
 * have a route with it than lose theirs.
 */
export function likelyCauses(traffic: Traffic, apis: readonly MatchedApi[]): Cause[] {
  const causes = new Map<string, Cause & {readonly api: MatchedApi; readonly guess: Guess}>();
  for (const {example, count} of traffic.mostUndescribed()) {
    const [found] = apis.flatMap((api) => {
      const guess = guessOf(example, api);
      return guess ? [{api, guess}] : [];
    });
    if (found === undefined) continue;
    const known = causes.get(found.guess.key);
    if (known) known.count += count;
    else causes.set(found.guess.key, {...found, hint: found.guess.hint, example, count});
  }
  const requestsOf = ({api}: MatchedApi) =>
    api.routes.reduce((sum, {operation}) => sum + traffic.requestsOf(operation), 0);
  return [...causes.values()]
    .filter(({guess, api, count}) => !guess.changesPrefix || count > requestsOf(api))
    .sort((a, b) => b.count - a.count);
}

function guessOf(request: Request, one: MatchedApi): Guess | undefined {
  const encoded = upperCase(request, one);
  const superfluous = superfluousPrefix(request, one);
  return (
    (superfluous === undefined ? undefined : {key: 'superfluous', hint: superfluous, changesPrefix: true}) ??
    otherSlash(request, one) ??
    (encoded ? {key: 'encoding', hint: encoded} : undefined) ??
    lowerCase(request, one) ??
    otherPrefix(request, one)
  );
}

/** `/pets/` and `/pets` are different paths to a mesh. */
function otherSlash({method, path}: Request, one: MatchedApi): Guess | undefined {
  const isExtra = path.endsWith('/');
  const meant = {method, path: isExtra ? path.replace(/\/+$/, '') : `${path}/`};
  if (!hasRoute(meant, one)) return undefined;
  const change = isExtra ? 'remove the "/" at the end' : 'add a "/" at the end';
  return {key: change, hint: `${change}: ${quote(requestText(meant))} has a route`};
}

function lowerCase({method, path}: Request, one: MatchedApi): Guess | undefined {
  const meant = {
    method,
    path: path.toLowerCase().replace(/%[\da-f]{2}/g, (encoded) => encoded.toUpperCase()),
  };
  return meant.path !== path && hasRoute(meant, one)
    ? {key: 'case', hint: `paths are compared by case: ${quote(requestText(meant))} has a route`}
    : undefined;
}

function baseOf({api}: MatchedApi): string {
  return normalizePrefix(api.output.input.settings.get('path.base') ?? '');
}

function hasRoute(request: Request, {matcher}: MatchedApi): boolean {
  return matcher.of(request).some(({operation}) => operation !== undefined);
}

/** The request with `path.base` in front, if it has a route then. */
function withPrefix({method, path}: Request, one: MatchedApi): Request | undefined {
  const prefixed = one.matcher.prefixed(path);
  return prefixed !== undefined && hasRoute({method, path: prefixed}, one)
    ? {method, path: prefixed}
    : undefined;
}

/** Meshes compare paths as they are written, although RFC 3986, section 6.2.2.1, calls `%c3` and `%C3` equivalent. */
function upperCase({method, path}: Request, one: MatchedApi): string | undefined {
  const upper = {method, path: path.replace(/%[\da-f]{2}/gi, (encoded) => encoded.toUpperCase())};
  return upper.path !== path && hasRoute(upper, one)
    ? `send percent-encoded characters in upper case: ${quote(requestText(upper))} has a route`
    : undefined;
}

function missingPrefix(request: Request, one: MatchedApi): string | undefined {
  const prefixed = withPrefix(request, one);
  return (
    prefixed &&
    `add the prefix ${quote(baseOf(one))} (\`path.base\`): ${quote(requestText(prefixed))}; or ${noBase(one)}`
  );
}

function superfluousPrefix(request: Request, one: MatchedApi): string | undefined {
  const prefixed = withPrefix(request, one);
  return prefixed && `${noBase(one)}: ${quote(requestText(prefixed))} has a route`;
}

function noBase(one: MatchedApi): string {
  return `set \`path.base\` to "/" if requests reach the Service without ${quote(baseOf(one))}`;
}

/** A gateway may add to the path, or not remove from it, what `path.base` does not have. */
function otherPrefix({method, path}: Request, one: MatchedApi): Guess | undefined {
  for (const {index} of path.matchAll(/(?<!^)\//g)) {
    const [prefix, rest] = [path.slice(0, index), path.slice(index)];
    // Not a value of `path.base`.
    if (/\/(\/|$)/.test(prefix)) continue;
    const expected = {method, path: one.matcher.prefixed(rest) ?? rest};
    const used = one.matcher.of(expected)[0]?.operation;
    // A path that begins with a parameter fits much that was not meant.
    if (used === undefined || /^\/[^/]*\{/.test(used.pathItem.path)) continue;
    const hint = `set \`path.base\` to ${quote(prefix)} if requests reach the Service with it: ${quote(requestText(expected))} has a route`;
    return {key: prefix, hint, changesPrefix: true};
  }
  return undefined;
}
