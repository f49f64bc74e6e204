import {JSONPathEnvironment, JSONPathError, type JSONPathQuery} from 'json-p3';
import {MAX_DEPTH} from '../limits.ts';

/** The keys and indexes that lead from the root to a node. */
export type NodePath = readonly (string | number)[];

/** A JSONPath expression that was parsed. */
export interface Query {
  /** The nodes that it selects in a document. */
  select(document: unknown): readonly NodePath[] | Refusal;
}

/** Why an expression cannot be parsed, or cannot be applied to a document. */
export interface Refusal {
  readonly reason: string;
}

const environment = new JSONPathEnvironment({maxRecursionDepth: MAX_DEPTH});

/** Parses a JSONPath expression. Source: RFC 9535. */
export function parseJsonPath(expression: string): Query | Refusal {
  return orRefusal(() => {
    const query = environment.compile(expression);
    return {select: (document) => orRefusal(() => nodesOf(query, document))};
  });
}

type JsonValue = Parameters<JSONPathQuery['query']>[0];

/** A query looks into maps and lists, and takes everything else as a single value. */
function isJson(_value: unknown): _value is JsonValue {
  return true;
}

function nodesOf(query: JSONPathQuery, document: unknown): readonly NodePath[] {
  return isJson(document) ? query.query(document).locations() : [];
}

function orRefusal<T>(attempt: () => T): T | Refusal {
  try {
    return attempt();
  } catch (error) {
    if (!(error instanceof JSONPathError)) throw error;
    // json-p3 appends a part of the expression, and names the kinds of its tokens.
    const [reason = ''] = error.message.split(" ('", 1);
    return {reason: reason.replace(/token 'TOKEN_\w+'/, 'end')};
  }
}
