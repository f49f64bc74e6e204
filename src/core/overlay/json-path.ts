import {
  type JSONPathEnvironment as Environment,
  JSONPathEnvironment,
  JSONPathError,
  type JSONPathQuery,
  JSONPathTypeError,
  jsonpath,
  TokenKind,
} from 'json-p3';
import {MAX_EXPRESSION_LENGTH} from '../limits.ts';
import {countVisits, type Visits} from './counted-query.ts';

/** The keys and indexes that lead from the root to a node. */
export type NodePath = readonly (string | number)[];

/** A JSONPath expression that was parsed. */
export interface Query {
  /** The nodes that it selects in a document. */
  select(document: unknown): readonly NodePath[] | Refusal;
  /** The names that it begins with: `paths` and `/pets` of `$.paths['/pets'].*`. */
  readonly names: readonly string[];
}

/** Why an expression cannot be parsed, or cannot be applied to a document. */
export interface Refusal {
  readonly reason: string;
}

/** RFC 9535 without regular expressions: those of JavaScript may take for ever. */
class EnvironmentWithoutPatterns extends JSONPathEnvironment {
  override checkWellTypedness(...call: Parameters<Environment['checkWellTypedness']>) {
    const [token] = call;
    if (token.value === 'match' || token.value === 'search')
      throw new JSONPathTypeError(`${token.value}() is not supported`, token);
    return super.checkWellTypedness(...call);
  }
}

const environment = new EnvironmentWithoutPatterns();

/** Parses a JSONPath expression. Source: RFC 9535. */
export function parseJsonPath(expression: string, visits: Visits): Query | Refusal {
  if (expression.length > MAX_EXPRESSION_LENGTH)
    return {reason: `expected at most ${MAX_EXPRESSION_LENGTH} characters`};
  return orRefusal(() => {
    const query = environment.compile(expression);
    countVisits(query, visits);
    return {select: (document) => orRefusal(() => nodesOf(query, document)), names: namesOf(query)};
  });
}

type JsonValue = Parameters<JSONPathQuery['query']>[0];

/** A query looks into maps and lists, and takes everything else as a single value. */
function isJson(_value: unknown): _value is JsonValue {
  return true;
}

function nodesOf(query: JSONPathQuery, document: unknown): readonly NodePath[] {
  return isJson(document) ? Array.from(query.lazyQuery(document), ({location}) => location) : [];
}

function namesOf({segments}: JSONPathQuery): string[] {
  const names: string[] = [];
  for (const {token, selectors} of segments) {
    const [only, ...others] = selectors;
    const isName = only instanceof jsonpath.selectors.NameSelector && others.length === 0;
    if (!isName || token.kind === TokenKind.DDOT) break;
    names.push(only.name);
  }
  return names;
}

function orRefusal<T>(attempt: () => T): T | Refusal {
  try {
    return attempt();
  } catch (error) {
    // The parser is recursive, and so is a filter.
    if (error instanceof RangeError) return {reason: 'the expression is nested too deeply'};
    if (!(error instanceof JSONPathError)) throw error;
    // json-p3 appends a part of the expression, and names the kinds of its tokens.
    const [reason = ''] = error.message.split(" ('", 1);
    return {reason: reason.replace(/token 'TOKEN_\w+'/, 'end')};
  }
}
