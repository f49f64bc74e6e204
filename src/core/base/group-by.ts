/** The values by their keys, in their order. `Map.groupBy` needs Node 21. */
export function groupBy<V>(values: readonly V[], keyOf: (value: V) => string): Map<string, V[]> {
  const groups = new Map<string, V[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key) ?? [];
    group.push(value);
    groups.set(key, group);
  }
  return groups;
}

/** The first value of each key, in their order. */
export function firstOfEach<V>(values: readonly V[], keyOf: (value: V) => string): V[] {
  return [...groupBy(values, keyOf).values()].flatMap((group) => group.slice(0, 1));
}
