import {JSONPathError, type JSONPathNode, type JSONPathQuery, jsonpath, TokenKind} from 'json-p3';
import {MAX_DEPTH} from '../limits.ts';

const {FilterSelector, WildcardSelector} = jsonpath.selectors;
const {FilterQuery, FunctionExtension, InfixExpression, LogicalExpression, PrefixExpression} =
  jsonpath.expressions;

/** How many nodes JSONPath expressions may still visit. */
export interface Visits {
  readonly most: number;
  left: number;
}

/**
 * Makes a query, and the queries in its filters, count the nodes that they visit. json-p3 has no limit on them: each `..` and
 * each filter can multiply their number.
 */
export function countVisits({segments}: JSONPathQuery, visits: Visits): void {
  for (const [index, segment] of segments.entries()) {
    for (const selector of segment.selectors)
      if (selector instanceof FilterSelector)
        for (const query of queriesOf(selector.expression)) countVisits(query, visits);
    segments[index] = new CountedSegment(segment, visits);
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

type Selector = jsonpath.JSONPathSelector;

/** A segment of a query with the nodes of json-p3's own segment, in the same order. */
class CountedSegment extends jsonpath.JSONPathSegment {
  readonly #visits: Visits;

  constructor({environment, token, selectors}: jsonpath.JSONPathSegment, visits: Visits) {
    super(environment, token, selectors);
    this.#visits = visits;
  }

  resolve(nodes: JSONPathNode[]): JSONPathNode[] {
    return [...this.lazyResolve(nodes)];
  }

  *lazyResolve(nodes: Iterable<JSONPathNode>): Generator<JSONPathNode> {
    for (const node of nodes)
      for (const parent of this.token.kind === TokenKind.DDOT ? this.#descendants(node) : [node])
        for (const selector of this.selectors) yield* this.#select(selector, parent);
  }

  *#select(selector: Selector, parent: JSONPathNode): Generator<JSONPathNode> {
    const {value} = parent;
    const isFilter = selector instanceof FilterSelector && typeof value === 'object' && value !== null;
    this.#count(parent, isFilter ? Object.keys(value).length : 1);
    for (const node of selector.resolve(parent)) {
      this.#count(node, 1);
      yield node;
    }
  }

  /** A node and all nodes inside of it, outer ones and earlier ones first. */
  *#descendants(root: JSONPathNode): Generator<JSONPathNode> {
    const children = new WildcardSelector(this.environment, this.token);
    const stack = [root];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      if (node.location.length >= MAX_DEPTH)
        throw new JSONPathError(`the description is nested deeper than ${MAX_DEPTH} levels`, this.token);
      this.#count(node, 1);
      yield node;
      for (const child of children.resolve(node).reverse()) stack.push(child);
    }
  }

  /** The location of a node is a list as long as it is deep. */
  #count({location}: JSONPathNode, visited: number): void {
    this.#visits.left -= visited + Math.floor(location.length / 8);
    if (this.#visits.left < 0)
      throw new JSONPathError(`the overlays visit more than ${this.#visits.most} values`, this.token);
  }

  toString(): string {
    return this.token.value;
  }
}
