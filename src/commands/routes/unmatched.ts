import type {Location} from '../../core/base/problem.ts';
import {quote} from '../../core/base/quote.ts';
import {mismatchedParameters} from '../../core/generate/route-table.ts';
import {prefixOf} from '../../core/openapi/effective-settings.ts';
import type {Operation} from '../../core/openapi/operation.ts';
import type {ParameterSchema} from '../../core/routes/parameter-pattern.ts';
import {withCapitals} from '../../core/routes/path-expression.ts';
import {endsWithCatchAll, lastName, lastStar} from '../../core/routes/path-template.ts';
import {comparedLiteral, type Request} from '../../core/routes/request.ts';
import type {Traffic} from '../../io/log/traffic.ts';
import type {MatchedApi} from '../../io/run/generate/read-apis.ts';

/** A request as text: `GET /v1/pets`. */
export function requestText({method, path}: Request): string {
  return `${method} ${path}`.trimStart();
}

/** The methods with which a path has a route. */
export function methodsOf(path: string, apis: readonly MatchedApi[]): ReadonlySet<string> {
  return new Set(
    apis.flatMap(({matcher}) => matcher.methods.filter((method) => matcher.of({path, method})[0]?.operation)),
  );
}

/** A hint for a request that no route matches: another request that was maybe meant, or another setting. */
export function hintFor(request: Request, apis: readonly MatchedApi[]): Partial<Cause> {
  const methods = methodsOf(request.path, apis);
  const guess = likeliestGuess(request, apis, methods.size > 0 ? OF_PATH : undefined);
  if (guess || methods.size === 0) return guess ?? {};
  const isAddable = apis.some((api) => api.with('added').of(request).length > 0);
  const others = isAddable ? `, or set \`extra_methods: [${request.method}]\`` : '';
  return {hint: `use a method of this path: ${[...methods].join(', ')}${others}`};
}

/** Why requests of a log have no route, and what to do about it. */
interface Cause extends Guess {
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
  const causes = new Map<string, Cause>();
  for (const {example, count} of traffic.mostUndescribed()) {
    // Another API may get what one has a route for.
    const isTaken = apis.some(({matcher}) => matcher.of(example)[0]?.operation);
    const guess = isTaken ? undefined : likeliestGuess(example, apis);
    if (guess === undefined) continue;
    const known = causes.get(guess.change);
    if (known) known.count += count;
    else causes.set(guess.change, {...guess, example, count});
  }
  const requestsOf = ({routes}: MatchedApi) =>
    routes.reduce((sum, route) => sum + traffic.of(route).requests, 0);
  return [...causes.values()]
    .filter(({changesPrefixOf: api, count}) => !api || count > requestsOf(api))
    .sort((a, b) => b.count - a.count);
}

/** A change after which a request has a route. */
interface Guess {
  /** The same for all requests that need it. */
  readonly change: string;
  /** A request that has a route. */
  readonly meant?: Request;
  /** The API of which it changes the prefix: the requests that have a route now lose it. */
  readonly changesPrefixOf?: MatchedApi;
  /** The parameter that it is about. */
  readonly location?: Location;
}

/** The settings whose guesses are likelier than another method of the path, and all, the likeliest first. */
const OF_PATH = ['enabled', 'decoded', 'slash', 'caseless', 'any'] as const;
const GUESSED = [...OF_PATH, 'added', 'schema', 'spanning'] as const;

type Guesser = (used: Operation, request: Request, api: MatchedApi) => Guess | undefined;

/** Guesses from the operation that has a request with other settings. */
const GUESSERS: Readonly<Record<(typeof GUESSED)[number], Guesser>> = {
  enabled: ({method, pathItem: {path}}) => ({
    change: `\`disabled\` is set for ${quote(`${method} ${path}`)}: remove it, or leave such requests of a log out with \`--ignore\``,
  }),
  decoded: (used, request, {matcher}) => {
    const upper = upperGuess(request, matcher);
    if (upper) return upper;
    const meant = {...request, path: comparedLiteral(request.path, ['decode all'])};
    if (matcher.of(meant)[0]?.operation)
      return {change: 'send characters such as ":" as they are, without percent-encoding', meant};
    // Where a slash is decoded, the path is another one.
    const change = `write ${templateOf(used)} as clients send it: percent-encoded in upper case, or not at all`;
    return /%2f/i.test(request.path) ? undefined : {change};
  },
  slash: (_, {method, path}, {matcher}) => {
    const isEnded = path.endsWith('/');
    const meant = {method, path: isEnded ? path.replace(/\/+$/, '') : `${path}/`};
    const change = `${isEnded ? 'remove the' : 'add a'} "/" at the end, or set \`path.trailing_slash: either\` if the Service takes both`;
    return matcher.of(meant)[0]?.operation && {change, meant};
  },
  // Frameworks such as ASP.NET serve paths in every case, and meshes compare them as they are written.
  caseless: ({method, pathItem}, request, {matcher, output}) =>
    upperGuess(request, matcher) ?? {
      change: 'set `path.ignore_case: true` if the Service ignores case',
      meant: {method, path: prefixOf(output.input.settings) + pathItem.path},
    },
  added: (_, {method}) => ({
    change: `set \`extra_methods: [${method}]\` if the Service answers such requests`,
  }),
  any: (used, request, {output}) =>
    mismatchedParameters(request, used, output.input.settings)
      .map(({name, location, schema}) => ({
        change: `send a value for {${name}} in ${templateOf(used)} that matches the ${schemaText(schema())} of its ${schema().isOfPath ? 'path' : 'schema'}, or set \`path.parameters: any\``,
        location,
      }))
      .at(-1),
  schema: (used) => ({
    change: `set \`path.parameters: schema\`: by its schema, a parameter of ${templateOf(used)} spans segments`,
  }),
  // Frameworks such as FastAPI leave out of a description that a parameter spans segments.
  spanning: (used, request, api) => {
    const {path, template = path} = used.pathItem;
    const name = lastName(template);
    const [value, parameter] = lastStar(template) ? [`'${name}'`, `"${name}"`] : [name, `{${name}}`];
    const change = `set \`path.multi_segment: [${value}]\` if ${parameter} in ${quote(template)} spans segments`;
    const known = ['', ...api.matcher.prefixes];
    const {paths} = api.output.input.description.servers;
    const missing = [...paths.keys()].filter((prefix) => !known.includes(prefix));
    if (!endsWithCatchAll(template) && isFurther(used, request, api)) return undefined;
    const isUnlikely = fitsMuch(used) || missing.some((prefix) => request.path.startsWith(`${prefix}/`));
    return isUnlikely && prefixGuess(request, api) ? undefined : {change};
  },
};

/** The first kind of guess that gives the request a route in one of the APIs. */
function likeliestGuess(request: Request, apis: readonly MatchedApi[], settings?: typeof OF_PATH) {
  const guesses = function* () {
    for (const others of settings ?? GUESSED)
      for (const api of apis) {
        const [match] = api.with(others).of(request);
        if (match) yield GUESSERS[others](match.operation, request, api);
      }
    if (settings === undefined) for (const api of apis) yield prefixGuess(request, api);
  };
  for (const guess of guesses()) {
    if (guess === undefined) continue;
    const {change, meant} = guess;
    return {...guess, hint: meant ? `${change}: ${quote(requestText(meant))} has a route` : change};
  }
  return undefined;
}

function schemaText({type, format, pattern, choices = []}: ParameterSchema): string {
  if (choices.length > 0) return `enum ${choices.map(quote).join(', ')}`;
  if (type === 'integer') return 'type integer';
  return pattern === undefined ? `format ${format}` : `pattern ${quote(pattern)}`;
}

function templateOf({pathItem: {path, template = path}}: Operation): string {
  return quote(template);
}

function upperGuess(request: Request, matcher: MatchedApi['matcher']): Guess | undefined {
  const meant = {...request, path: withCapitals(request.path)};
  return matcher.of(meant)[0]?.operation && {change: 'send percent-encoded characters in upper case', meant};
}

/** Whether a request has more segments of another path in common, up to its first parameter. */
function isFurther(used: Operation, {path}: Request, {output}: MatchedApi): boolean {
  const segments = path.slice(prefixOf(output.input.settings).length).split('/');
  const common = ({pathItem}: Operation) => {
    const ofPath = pathItem.path.split('/');
    const end = segments.findIndex((segment, index) => segment !== ofPath[index]);
    return end === -1 ? segments.length : end;
  };
  return output.input.description.operations.some((other) => common(other) > common(used));
}

/** A path that begins with a parameter fits much that was not meant. */
function fitsMuch(operation: Operation): boolean {
  return /^"\/[^/]*[{*]/.test(templateOf(operation));
}

/** Another prefix: a gateway may add to the path, or remove from it. */
function prefixGuess({method, path}: Request, api: MatchedApi): Guess | undefined {
  const {settings} = api.output.input;
  const {prefixes: known} = api.matcher;
  const base = prefixOf(settings);
  const instead = settings.get('path.from_servers') ? ' instead of `path.from_servers`' : '';
  const setBase = (prefix: string) =>
    `set \`path.base\` to ${quote(prefix)}${instead} if requests reach the Service`;
  const prefixes = [...path.matchAll(/(?<!^)\//g)]
    .map(({index}) => path.slice(0, index))
    // Others are not values of `path.base`.
    .filter((prefix) => !/\/(\/|$)/.test(prefix));
  const others = [
    ...known.map((prefix) => [`${setBase('/')} without ${quote(base || prefix)}`, prefix + path] as const),
    ...prefixes.flatMap((prefix) =>
      (known.length > 0 ? known : ['']).map(
        (one) => [`${setBase(prefix)} with it`, one + path.slice(prefix.length)] as const,
      ),
    ),
  ];
  for (const [change, other] of others) {
    const used = api.matcher.of({method, path: other})[0]?.operation;
    if (used && !fitsMuch(used)) return {change, meant: {method, path: other}, changesPrefixOf: api};
  }
  return undefined;
}
