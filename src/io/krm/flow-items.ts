import {isMap, isScalar, isSeq, parseDocument} from 'yaml';

/** The texts of the items of a ResourceList whose `items` are in flow style, as `yaml` finds them. */
export function flowItems(text: string): string[] {
  const {contents} = parseDocument(text);
  const pairs = isMap(contents) ? contents.items : [];
  const {value: list} = pairs.find(({key}) => isScalar(key) && key.value === 'items') ?? {};
  return (isSeq(list) ? list.items : []).map((item) => {
    const range = typeof item === 'object' && item !== null && 'range' in item ? item.range : undefined;
    return Array.isArray(range) ? text.slice(range[0], range[1]) : 'null';
  });
}
