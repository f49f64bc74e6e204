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
  return apis.map((one) => missingPrefix(request, one) ?? otherPrefix(request, one)).find(Boolean);
}

/** What to do about the prefix of a request of a log that no route matches: it is `path.base` that is wrong. */
export function loggedPrefixHint(request: Request, apis: readonly MatchedApi[]): string | undefined {
  return apis.map((one) => superfluousPrefix(request, one) ?? otherPrefix(request, one)).find(Boolean);
}

function baseOf({api}: MatchedApi): string {
  return (api.output.input.settings.get('path.base') ?? '').replace(/\/+$/, '');
}

/** The request with `path.base` in front, if it has a route then. */
function withPrefix({method, path}: Request, one: MatchedApi): Request | undefined {
  const base = baseOf(one);
  const prefixed = {method, path: base + path};
  const hasRoute = base !== '' && one.matcher.of(prefixed).some(({operation}) => operation !== undefined);
  return hasRoute ? prefixed : undefined;
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
  const base = baseOf(one);
  for (const {index} of path.matchAll(/(?<!^)\//g)) {
    const rest = path.slice(index);
    const used = one.matcher.of({method, path: base + rest})[0]?.operation;
    // A path that begins with a parameter fits much that was not meant.
    if (used === undefined || /^\/[^/]*\{/.test(used.pathItem.path)) continue;
    return `set \`path.base\` to ${quote(path.slice(0, index))} if requests reach the Service with it: ${quote(nameOf({method, path: base + rest}))} has a route`;
  }
  return undefined;
}
