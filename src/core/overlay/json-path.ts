import {
  type JSONPathEnvironment as Environment,
  JSONPathEnvironment,
  JSONPathError,
  type JSONPathNode,
  type JSONPathQuery,
  JSONPathTypeError,
  jsonpath,
} from 'json-p3';
import {MAX_DEPTH, MAX_VISITED_VALUES} from '../limits.ts';

const {FilterSelector} = jsonpath.selectors;
const {FilterQuery, FunctionExtension, InfixExpression, LogicalExpression, PrefixExpression} =
  jsonpath.expressions;

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
  override checkWellTypedness(...call: Parameters<Environment['checkWellTypedness']>) {
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
    const visits = {count: 0};
    countVisits(query, visits);
    const select = (document: unknown) => {
      visits.count = 0;
      return orRefusal(() =>
        isJson(document) ? Array.from(query.lazyQuery(document), ({location}) => location) : [],
      );
    };
    return {text, select};
  });
}

/** A query looks into maps and lists, and takes everything else as a single value. */
function isJson(_value: unknown): _value is Parameters<JSONPathQuery['query']>[0] {
  return true;
}

interface Visits {
  count: number;
}

/** Makes a query, and the queries in its filters, count what they visit: each `..` and each filter can multiply that. */
function countVisits({segments}: JSONPathQuery, visits: Visits): void {
  for (const {selectors} of segments)
    for (const [index, selector] of selectors.entries()) {
      if (selector instanceof FilterSelector)
        for (const query of queriesOf(selector.expression)) countVisits(query, visits);
      selectors[index] = new CountedSelector(selector, visits);
    }
}

type Expression = InstanceType<typeof jsonpath.expressions.FilterExpression>;

function queriesOf(expression: Expression): JSONPathQuery[] {
  if (expression instanceof FilterQuery) return [expression.path];
  if (expression instanceof LogicalExpression) return queriesOf(expression.expression);
  if (expression instanceof PrefixExpression) return queriesOf(expression.right);
  if (expression instanceof InfixExpression)
    return [...queriesOf(expression.left), ...queriesOf(expression.right)];
  return expression instanceof FunctionExtension ? expression.args.flatMap(queriesOf) : [];
}

/** A selector that counts the nodes that it is asked about, and those that it looks at or selects. */
class CountedSelector extends jsonpath.JSONPathSelector {
  readonly #selector: jsonpath.JSONPathSelector;
  readonly #visits: Visits;

  constructor(selector: jsonpath.JSONPathSelector, visits: Visits) {
    super(selector.environment, selector.token);
    this.#selector = selector;
    this.#visits = visits;
  }

  resolve(node: JSONPathNode): JSONPathNode[] {
    const found = this.#selector.resolve(node);
    const filtered = this.#selector instanceof FilterSelector ? Object.keys(node.value ?? {}).length : 0;
    // A deep node costs more: json-p3 passes it through a generator for each level.
    this.#visits.count += 1 + Math.floor(node.location.length / 8) + filtered + found.length;
    if (this.#visits.count > MAX_VISITED_VALUES)
      throw new JSONPathError(`the expression visits more than ${MAX_VISITED_VALUES} values`, this.token);
    return found;
  }

  *lazyResolve(node: JSONPathNode): Generator<JSONPathNode> {
    yield* this.resolve(node);
  }

  toString(): string {
    return this.#selector.toString();
  }
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
