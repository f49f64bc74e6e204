import {
  EXPRESSION_CHARACTERS_PER_ROUTE,
  MAX_EXPRESSION_CHARACTERS,
  MAX_PATH_LENGTH,
  MAX_SEGMENTS,
  SEGMENTS_PER_PATH,
} from '../limits.ts';
import type {PathFault} from '../openapi/fault.ts';
import {normalizePrefix, templateFault} from '../openapi/path-template.ts';
import {pathRegex} from '../openapi/routes/path-expression.ts';
import type {Finding} from '../problem.ts';
import {quote} from '../quote.ts';
import {describeFaults, type Rule, type RuleInput} from '../rule.ts';

/** What an address has in front of its path. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/]*\/?/i;

const TEXTS: Readonly<Record<PathFault, {readonly expected: string; readonly hint: string}>> = {
  length: {expected: `at most ${MAX_PATH_LENGTH} characters`, hint: 'shorten it'},
  slash: {expected: 'a "/" at the beginning', hint: 'begin it with "/"'},
  braces: {expected: 'balanced braces', hint: 'write each parameter as `{name}`'},
  unicode: {expected: 'valid Unicode', hint: 'add the missing half of the surrogate pair'},
  name: {expected: 'a name in each `{}`', hint: 'write each parameter as `{name}`'},
  segments: {
    expected: `at most ${MAX_SEGMENTS} segments in all paths without the first ${SEGMENTS_PER_PATH} of each`,
    hint: 'shorten the paths, or divide the description',
  },
};

function hintFor(path: string, fault: PathFault): string {
  if (fault !== 'slash') return TEXTS[fault].hint;
  const fixed = `/${path.replace(ORIGIN, '')}`;
  const other = templateFault(fixed);
  return other ? `${TEXTS.slash.hint}, and ${TEXTS[other].hint}` : `write ${JSON.stringify(fixed)}`;
}

export const pathTemplate = {
  code: 'path-template',
  severity: 'error',
  summary: 'Paths begin with `/` and have balanced braces around parameter names',
  check: (input) => [
    ...describeFaults(input, 'path-template', ({path, fault}) => ({
      message: `invalid path ${quote(path)}: expected ${TEXTS[fault].expected}`,
      hint: hintFor(path, fault),
    })),
    ...longExpressions(input),
  ],
} satisfies Rule;

/** The most characters that the expression for a path has for one of its characters: `(?:\||%7C)` for a `|`. */
const MOST_FOR_CHARACTER = 10;

/** A prefix is in the expression of each route, and a path in those of each of its methods. */
function longExpressions({routes, settings, description}: RuleInput): Finding[] {
  const most = Math.max(MAX_EXPRESSION_CHARACTERS, routes.length * EXPRESSION_CHARACTERS_PER_ROUTE);
  const prefix = normalizePrefix(settings.get('path.base') ?? '');
  const total = (lengthFor: (path: string) => number) =>
    routes.reduce((sum, {pathItem}) => sum + lengthFor(pathItem.path), 0);
  // Most descriptions are far from the limit without making the expressions.
  if (total(({length}) => (prefix.length + length) * MOST_FOR_CHARACTER) <= most) return [];
  const prefixLength = pathRegex(prefix, '').length;
  const found = total((path) => prefixLength + pathRegex('', path).length);
  if (found <= most) return [];
  return [
    {
      message: `too long paths: expected at most ${most} characters in the expressions of all routes, found ${found}`,
      hint: 'shorten `path.base` or the paths, or divide the description',
      location: {uri: description.uri, pointer: '/paths', at: 'key'},
    },
  ];
}
