import {
  JSONPathEnvironment,
  JSONPathError,
  JSONPathNode,
  type JSONPathQuery,
  JSONPathTypeError,
} from 'json-p3';
import {MAX_DEPTH, MAX_VISITED_VALUES} from '../limits.ts';

/** The keys and indexes that lead from the root to a node. */
export type NodePath = readonly (string | number)[];

/** A JSONPath expression that was parsed. */
export interface Query {
  readonly text: string;
  /** The nodes that it selects in a document. */
  select(document: unknown): readonly NodePath[] | Refusal;
}

/** Why an expression cannot be parsed, or cannot be applied to a document. */
interface Refusal {
  readonly reason: string;
}

/** RFC 9535 without regular expressions: those of JavaScript may take for ever. */
class EnvironmentWithoutPatterns extends JSONPathEnvironment {
  override checkWellTypedness(...call: Parameters<JSONPathEnvironment['checkWellTypedness']>) {
    const [token] = call;
    if (token.value === 'match' || token.value === 'search')
      throw new JSONPathTypeError(`${token.value}() is not supported`, token);
    return super.checkWellTypedness(...call);
  }
}

const environment = new EnvironmentWithoutPatterns({maxRecursionDepth: MAX_DEPTH});

/** Parses a JSONPath expression. Source: RFC 9535. */
export function parseJsonPath(text: string): Query | Refusal {
  return orRefusal(() => {
    const query = environment.compile(text);
    return {text, select: (document: unknown) => orRefusal(() => select(query, document))};
  });
}

/** What a query selects, with a limit, since each `..` can multiply the nodes before it. */
function select({segments}: JSONPathQuery, document: unknown): NodePath[] {
  if (!isJson(document)) return [];
  let nodes = [new JSONPathNode(document, [], document)];
  let visited = 0;
  for (const segment of segments)
    nodes = nodes.flatMap((node) => {
      const found = segment.resolve([node]);
      // A deep node costs more.
      for (const {location} of found) visited += 1 + location.length / 8;
      if (visited <= MAX_VISITED_VALUES) return found;
      throw new JSONPathError(`the expression visits more than ${MAX_VISITED_VALUES} values`, segment.token);
    });
  return nodes.map(({location}) => location);
}

/** A query looks into maps and lists, and takes everything else as a single value. */
function isJson(_value: unknown): _value is JSONPathNode['value'] {
  return true;
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
