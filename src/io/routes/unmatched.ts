import {normalizePrefix} from '../../core/openapi/path-template.ts';
import {quote} from '../../core/quote.ts';
import type {Request} from '../../core/routes/route-matcher.ts';
import type {MatchedApi, Matching} from './matching.ts';

/** A request as text: `GET /v1/pets`. */
export function nameOf({method, path}: Request): string {
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
    .map((one) => missingPrefix(request, one) ?? upperCase(request, one) ?? otherPrefix(request, one))
    .find(Boolean);
}

/** The same for a request of a log: it is `path.base` that is wrong. */
export function loggedHint(request: Request, apis: readonly MatchedApi[]): string | undefined {
  return apis
    .map((one) => superfluousPrefix(request, one) ?? upperCase(request, one) ?? otherPrefix(request, one))
    .find(Boolean);
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
    ? `send percent-encoded characters in upper case: ${quote(nameOf(upper))} has a route`
    : undefined;
}

function missingPrefix(request: Request, one: MatchedApi): string | undefined {
  const prefixed = withPrefix(request, one);
  return (
    prefixed &&
    `add the prefix ${quote(baseOf(one))} (\`path.base\`): ${quote(nameOf(prefixed))}; or ${noBase(one)}`
  );
}

function superfluousPrefix(request: Request, one: MatchedApi): string | undefined {
  const prefixed = withPrefix(request, one);
  return prefixed && `${noBase(one)}: ${quote(nameOf(prefixed))} has a route`;
}

function noBase(one: MatchedApi): string {
  return `set \`path.base\` to "/" if requests reach the Service without ${quote(baseOf(one))}`;
}

/** A gateway may add to the path, or not remove from it, what `path.base` does not have. */
function otherPrefix({method, path}: Request, one: MatchedApi): string | undefined {
  for (const {index} of path.matchAll(/(?<!^)\//g)) {
    const [prefix, rest] = [path.slice(0, index), path.slice(index)];
    // Not a value of `path.base`.
    if (/\/(\/|$)/.test(prefix)) continue;
    const expected = {method, path: one.matcher.prefixed(rest) ?? rest};
    const used = one.matcher.of(expected)[0]?.operation;
    // A path that begins with a parameter fits much that was not meant.
    if (used === undefined || /^\/[^/]*\{/.test(used.pathItem.path)) continue;
    return `set \`path.base\` to ${quote(prefix)} if requests reach the Service with it: ${quote(nameOf(expected))} has a route`;
  }
  return undefined;
}
