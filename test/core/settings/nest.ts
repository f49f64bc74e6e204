/** A value under the keys of a dotted name: `service.port` and 80 give `{service: {port: 80}}`. */
export function nest(key: string, value: unknown): {readonly [key: string]: unknown} {
  const [first = '', ...rest] = key.split('.');
  return {[first]: rest.reduceRight((inner, name) => ({[name]: inner}), value)};
}
