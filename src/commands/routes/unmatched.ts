import {quote} from '../../core/base/quote.ts';
import {prefixOf} from '../../core/openapi/effective-settings.ts';
import type {Operation} from '../../core/openapi/operation.ts';
import {withCapitals} from '../../core/routes/path-expression.ts';
import {lastName} from '../../core/routes/path-template.ts';
import {comparedLiteral, type Request} from '../../core/routes/request.ts';
import type {Traffic} from '../../io/log/traffic.ts';
import type {MatchedApi} from '../../io/run/generate/read-apis.ts';

/** A request as text: `GET /v1/pets`. */
export function requestText({method, path}: Request): string {
  return `${method} ${path}`.trimStart();
}

/** The methods with which a path has a route. */
export function methodsOf(path: string, apis: readonly MatchedApi[]): ReadonlySet<string> {
  const found = apis.flatMap(({matcher}) =>
    matcher.methods.filter((method) => matcher.of({path, method})[0]?.operation),
  );
  return new Set(found);
}

/** What to do about a request that no route matches: another request that was maybe meant, or another prefix. */
export function unmatchedHint(request: Request, apis: readonly MatchedApi[]): string | undefined {
  const disabled = apis.map((api) => disabledGuess(request, api)).find(Boolean);
  if (disabled) return disabled.hint;
  const guess = apis.map((api) => guessOf(request, api)).find(Boolean);
  if (guess && guess.path !== request.path && decoded(guess.path) === decoded(request.path))
    return guess.hint;
  const methods = methodsOf(request.path, apis);
  const isAddable = request.method === 'HEAD' ? methods.has('GET') : request.method === 'OPTIONS';
  const others = isAddable ? `, or set \`extra_methods: [${request.method}]\`` : '';
  if (methods.size > 0) return `use a method of this path: ${[...methods].join(', ')}${others}`;
  return guess?.hint;
}

/** A path whose characters are percent-encoded as seldom as possible; slashes stay as they are. */
function decoded(path: string): string {
  return comparedLiteral(path, ['decode all']);
}

/** Why requests of a log have no route, and what to do about it. */
export interface Cause {
  readonly hint: string;
  /** A request that has a route then or is meant. */
  readonly example: Request;
  count: number;
}

/**
 * The likely causes for which requests of a log have no route, the most frequent first. Another prefix is one only if more requests would
 * have a route with it than lose theirs.
 */
export function likelyCauses(traffic: Traffic, apis: readonly MatchedApi[]): Cause[] {
  const causes = new Map<string, Cause & {readonly api: MatchedApi; readonly changesPrefix: boolean}>();
  for (const {example, count} of traffic.mostUndescribed()) {
    const [found] = apis.flatMap((api) => {
      const guess = disabledGuess(example, api) ?? guessOf(example, api);
      return guess ? [{api, ...guess}] : [];
    });
    // Another API may get what one has a route for.
    if (found === undefined || apis.some(({matcher}) => matcher.of(example)[0]?.operation)) continue;
    const known = causes.get(found.change);
    if (known) known.count += count;
    else causes.set(found.change, {...found, example, count});
  }
  const requestsOf = ({routes}: MatchedApi) =>
    routes.reduce((sum, route) => sum + traffic.of(route).requests, 0);
  return [...causes.values()]
    .filter(({changesPrefix, api, count}) => !changesPrefix || count > requestsOf(api))
    .sort((a, b) => b.count - a.count);
}

/** Another path that a request may be meant for, and what to change then. */
interface Guess {
  readonly change: string;
  readonly path: string;
  /** Whether the requests that have a route now lose it. */
  readonly changesPrefix: boolean;
}

/** A path that begins with a parameter fits much that was not meant. */
function fitsMuch({pathItem: {path, template = path}}: Operation): boolean {
  return /^\/[^/]*\{/.test(template);
}

/** The likeliest guess that gives a request a route, which has none. */
function guessOf(request: Request, api: MatchedApi): (Guess & {readonly hint: string}) | undefined {
  const {method, path} = request;
  const found = guesses(path, api).find((guess) => {
    const used = api.matcher.of({method, path: guess.path})[0]?.operation;
    return used && !(guess.changesPrefix && fitsMuch(used));
  });
  const guess = found && {
    ...found,
    hint: `${found.change}: ${quote(requestText({method, path: found.path}))} has a route`,
  };
  if (guess && !guess.changesPrefix) return guess;
  return caseGuess(request, api) ?? spanningGuess(request, api, (used) => !guess || !fitsMuch(used)) ?? guess;
}

/** Frameworks such as ASP.NET serve paths in every case, and meshes compare them as they are written. */
function caseGuess(
  request: Request,
  {caseless, output}: MatchedApi,
): (Guess & {readonly hint: string}) | undefined {
  const used = caseless().of(request)[0]?.operation;
  if (used === undefined) return undefined;
  const change = 'set `path.ignore_case: true` if the Service ignores case';
  const path = prefixOf(output.input.settings) + used.pathItem.path;
  const hint = `${change}: only that differs from ${quote(requestText({...used, path}))}`;
  return {change, hint, path: request.path, changesPrefix: false};
}

function disabledGuess(
  request: Request,
  {disabled}: MatchedApi,
): (Guess & {readonly hint: string}) | undefined {
  const [match] = disabled.of(request);
  if (match === undefined) return undefined;
  const {method, pathItem} = match.operation;
  const hint = `\`disabled\` is set for ${quote(`${method} ${pathItem.path}`)}: remove it, or leave such requests of a log out with \`--ignore\``;
  return {change: hint, hint, path: request.path, changesPrefix: false};
}

/** Frameworks such as FastAPI leave out of a description that a parameter spans segments. The path with the most segments is the nearest. */
function spanningGuess(
  request: Request,
  {spanning}: MatchedApi,
  isLikely: (used: Operation) => boolean,
): (Guess & {readonly hint: string}) | undefined {
  const segmentsOf = ({pathItem}: Operation) => pathItem.path.split('/').length;
  const [used] = spanning()
    .of(request)
    .flatMap(({operation}) => (operation && isLikely(operation) ? [operation] : []))
    .sort((a, b) => segmentsOf(b) - segmentsOf(a));
  if (used === undefined) return undefined;
  const {path, template = path} = used.pathItem;
  const name = lastName(template);
  const change = `set \`path.multi_segment: [${name}]\` if {${name}} in ${quote(template)} spans segments`;
  return {change, hint: change, path: request.path, changesPrefix: false};
}

/** The likeliest first: a gateway may add to the path, or remove from it. */
function guesses(path: string, {output, matcher: {prefixes: known}}: MatchedApi): Guess[] {
  const {settings} = output.input;
  const base = prefixOf(settings);
  const instead = settings.get('path.from_servers') ? ' instead of `path.from_servers`' : '';
  const setBase = (prefix: string) =>
    `set \`path.base\` to ${quote(prefix)}${instead} if requests reach the Service`;
  const otherPaths = {
    [`${path.endsWith('/') ? 'remove the' : 'add a'} "/" at the end, or set \`path.trailing_slash: either\` if the Service takes both`]:
      path.endsWith('/') ? path.replace(/\/+$/, '') : `${path}/`,
    'send percent-encoded characters in upper case': withCapitals(path),
    'send characters such as ":" as they are, without percent-encoding': decoded(path),
  };
  const prefixes = [...path.matchAll(/(?<!^)\//g)]
    .map(({index}) => path.slice(0, index))
    // Others are not values of `path.base`.
    .filter((prefix) => !/\/(\/|$)/.test(prefix));
  return [
    ...known.map((prefix) => ({
      change: `${setBase('/')} without ${quote(base || prefix)}`,
      path: prefix + path,
      changesPrefix: true,
    })),
    ...Object.entries(otherPaths).map(([change, other]) => ({change, path: other, changesPrefix: false})),
    ...prefixes.flatMap((prefix) => {
      const rest = path.slice(prefix.length);
      const change = `${setBase(prefix)} with it`;
      return (known.length > 0 ? known : ['']).map((one) => ({
        change,
        path: one + rest,
        changesPrefix: true,
      }));
    }),
  ];
}
