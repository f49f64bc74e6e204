import type {IFunctionResult, RulesetFunctionContext} from '@stoplight/spectral-core';

type Inventory = RulesetFunctionContext['documentInventory'];

/** A result, and the place where Spectral is to show it. */
export interface ShownResult {
  readonly result: IFunctionResult;
  readonly place: NonNullable<ReturnType<Inventory['findAssociatedItemForPath']>>;
}

/**
 * Results that Spectral shows at their places. A path, which is all that a function may give it, leads to values alone: to no
 * key, to nothing beside a `$ref` in a file that is referred to, to nothing behind a YAML alias. So while Spectral takes
 * up a result, and no longer, its search for the path gives the place. A Spectral that searched in another way would
 * show the path of the result.
 */
export function shownResults(shown: readonly ShownResult[], inventory: Inventory): IFunctionResult[] {
  function* oneByOne() {
    for (const {result, place} of shown) {
      inventory.findAssociatedItemForPath = () => place;
      try {
        yield result;
      } finally {
        Reflect.deleteProperty(inventory, 'findAssociatedItemForPath');
      }
    }
  }
  return Object.assign(
    shown.map(({result}) => result),
    {[Symbol.iterator]: oneByOne},
  );
}
