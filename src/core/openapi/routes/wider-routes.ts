import {VARIABLE} from './path-expression.ts';
import {type Comparisons, SegmentIndex} from './segment-index.ts';

interface Branch<T> {
  /** Absent at the end of most expressions: of a million, each empty index would be counted in hundreds of bytes. */
  next?: SegmentIndex<Branch<T>>;
  value?: T;
}

/**
 * Expressions, each with a value, by their segments: a tree finds those that match all that another does without a
 * comparison with each of them.
 */
export class WiderRoutes<T> {
  readonly #root: Branch<T> = {};

  /** The value of an expression, which `create` makes the first time; `undefined` for one that is wider than no other. */
  add(text: string, create: () => T): T | undefined {
    if (!VARIABLE.test(text)) return undefined;
    let branch = this.#root;
    for (const segment of segmentsOf(text)) {
      branch.next ??= new SegmentIndex();
      const known = branch.next.get(segment);
      const next: Branch<T> = known ?? {};
      if (!known) branch.next.add(segment, next);
      branch = next;
    }
    branch.value ??= create();
    return branch.value;
  }

  /** The values of the expressions that match all that an expression does, and more. */
  strictlyWider(text: string, comparisons: Comparisons): T[] {
    return valuesOf(this.#branches(text, comparisons).wider);
  }

  /** The values of the expressions that match a path. */
  matching(path: string): T[] {
    const {same, wider} = this.#branches(path, {left: Number.POSITIVE_INFINITY});
    return valuesOf(same ? [same, ...wider] : wider);
  }

  #branches(text: string, comparisons: Comparisons): {same?: Branch<T> | undefined; wider: Branch<T>[]} {
    if (comparisons.left < 0) return {wider: []};
    let same: Branch<T> | undefined = this.#root;
    let wider: Branch<T>[] = [];
    for (const segment of segmentsOf(text)) {
      const next: Branch<T>[] = [];
      for (const branch of wider) {
        comparisons.left -= 1;
        const child = branch.next?.get(segment);
        if (child) next.push(child);
      }
      for (const branch of same ? [same, ...wider] : wider) {
        for (const child of branch.next?.wider(segment, comparisons) ?? []) next.push(child);
      }
      same = same?.next?.get(segment);
      wider = next;
      if (comparisons.left < 0 || (!same && wider.length === 0)) return {wider: []};
    }
    return {same, wider};
  }
}

function valuesOf<T>(branches: readonly Branch<T>[]): T[] {
  return branches.flatMap(({value}) => value ?? []);
}

/** The segments of an expression's text, each between its slashes. */
function segmentsOf(text: string): string[] {
  return text
    .slice(1)
    .split('/')
    .map((segment) => `/${segment}/`);
}
