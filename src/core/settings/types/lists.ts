import {ROUTE_METHODS} from '../../meshes.ts';
import {DNS_SUBDOMAIN_LENGTH, LABEL, PATH_PATTERN, pathPattern} from './text.ts';
import {mismatch, schemaMessage, type ValueType} from './value-type.ts';

interface List {
  /** The name of one of them in help. */
  readonly valueName: string;
  /** Texts for one of them, and for all. */
  readonly expected: readonly [one: string, all: string];
  readonly pattern: string;
  /** The texts to choose from, where these are all that the pattern matches. */
  readonly choices?: readonly string[];
  readonly maxItems?: number;
  /** Whether each is in it once, and `*` alone. Source: Gateway API v1, HTTPCORSFilter, `listType=set` and the CEL rules. */
  readonly isSet?: true;
}

function listType(list: List): ValueType<readonly string[]> {
  const {valueName, pattern, choices, maxItems, isSet} = list;
  const [one, expected] = list.expected;
  const expression = new RegExp(pattern);
  const isItem = (item: unknown) => typeof item === 'string' && expression.test(item);
  const isList = (items: readonly unknown[]) =>
    items.length <= (maxItems ?? items.length) &&
    !(isSet && (new Set(items).size < items.length || (items.length > 1 && items.includes('*'))));
  return {
    name: 'list of strings',
    expected,
    rule: 'setting-value',
    check: (value) =>
      Array.isArray(value) && isList(value)
        ? value.flatMap((found: unknown, index) => (isItem(found) ? [] : {at: [index], found, expected: one}))
        : mismatch(value, expected),
    flag: {
      valueName,
      expected: one,
      repeatable: true,
      parse: (texts) => texts,
      print: (values) => values,
    },
    schema: (name) => ({
      type: 'array',
      items: choices ? {enum: choices} : {type: 'string', pattern},
      ...(maxItems === undefined ? {} : {maxItems}),
      ...(isSet && {uniqueItems: true, anyOf: [{maxItems: 1}, {not: {contains: {const: '*'}}}]}),
      errorMessage: schemaMessage(name, expected),
    }),
    ...(choices && {choices}),
  };
}

/** A list of some texts of `choices`. */
export function listOfChoices(valueName: string, expected: List['expected'], choices: readonly string[]) {
  const pattern = `^(${choices.join('|')})$`;
  return listType({valueName, expected, pattern, choices});
}

/** A list of texts that are not empty; `valueName` is what help calls one of them. */
export function textList(valueName: string): ValueType<readonly string[]> {
  return listType({
    valueName,
    expected: ['a text that is not empty', 'a list of strings that are not empty'],
    pattern: '[\\s\\S]',
  });
}

export const pathPatterns = listType({
  valueName: 'pattern',
  expected: [pathPattern.expected, 'a list of patterns of paths, which begin with "/" or "**"'],
  pattern: PATH_PATTERN,
});

/** What a probe asks for, as a client sends it, so that it is the path of one request alone. */
export const probePaths = listType({
  valueName: 'path',
  expected: [
    'a path such as "/healthz", without wildcards, parameters, a query, blanks, escapes, empty segments and dots as segments',
    'a list of paths such as "/healthz", which may be empty',
  ],
  pattern: "^(?!.*/\\.{0,2}/)(?!.*/\\.{1,2}$)/[-A-Za-z0-9/._~!$&'()+,;=:@]{0,1023}$",
});

/** The most hostnames of an HTTPRoute. Source: Gateway API v1, HTTPRouteSpec. */
export const MAX_HOSTNAMES = 16;

/**
 * The hostnames of an HTTPRoute. The CRD allows IPv4 addresses, which its documentation forbids.
 *
 * Source: Gateway API v1, HTTPRouteSpec and Hostname.
 */
export const hostnames = listType({
  valueName: 'hostname',
  expected: [
    'a hostname (not an IP address) in lower case such as "api.example.com" or "*.example.com", without a scheme or port',
    `a list of at most ${MAX_HOSTNAMES} hostnames (not IP addresses) in lower case such as "api.example.com" or "*.example.com", without schemes and ports`,
  ],
  pattern: `^(?=.{1,${DNS_SUBDOMAIN_LENGTH}}$)(?!([0-9]+\\.){3}[0-9]+$)(\\*\\.)?${LABEL}(\\.${LABEL})*$`,
  maxItems: MAX_HOSTNAMES,
});

/** The methods that are added to the described ones. */
export const addedMethods = listOfChoices(
  'HEAD|OPTIONS',
  ['HEAD or OPTIONS', 'a list of HEAD and OPTIONS'],
  ['HEAD', 'OPTIONS'],
);

/** A list of the filter `CORS`. Source: Gateway API v1, HTTPCORSFilter: the markers and CEL rules of its lists. */
function corsList(valueName: string, [one, several]: readonly [string, string], pattern: string) {
  return listType({
    valueName,
    expected: [`${one}, or "*"`, `a list of at most 64 different ${several}, or of "*" alone`],
    pattern: `^(\\*|${pattern})$`,
    maxItems: 64,
    isSet: true,
  });
}

export const corsOrigins = corsList(
  'origin',
  ['an origin such as "https://app.example.com"', 'origins such as "https://app.example.com"'],
  '(?=.{1,253}$)https?://((\\*\\.)?([a-zA-Z0-9-]+\\.)*[a-zA-Z0-9-]+|\\*)(:[0-9]{1,5})?',
);

export const corsMethods = corsList(
  'method',
  ['a method such as GET', 'methods such as GET'],
  ROUTE_METHODS.join('|'),
);

export const corsHeaders = corsList(
  'header',
  ['the name of a header', 'names of headers'],
  "(?=.{1,256}$)[A-Za-z0-9!#$%&'*+.^_`|~-]+",
);
