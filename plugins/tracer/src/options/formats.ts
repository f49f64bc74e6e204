const LABEL = '[A-Za-z0-9]([-A-Za-z0-9]*[A-Za-z0-9])?';
const PORT = '([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])';
const UNIT = '(ms|s|m|h)';
const AMOUNT = `([0-9]{1,6}${UNIT})`;

/**
 * The formats of options' values, with what is allowed, for messages. The install script has the same patterns, so they are also valid
 * POSIX extended expressions.
 */
export const FORMATS = {
  /** A DNS-1123 label, as the API server requires it for a namespace. */
  namespace: {
    pattern: /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/,
    expected: 'at most 63 lower-case letters, digits and "-"',
  },
  /** A host name, with or without the final dot of DNS, an IPv4 address or an IPv6 address in brackets; then a port. */
  endpoint: {
    pattern: new RegExp(`^(${LABEL}(\\.${LABEL})*\\.?|\\[[0-9A-Fa-f:.]+\\]):${PORT}$`),
    expected: '<host>:<port>, for example kindA-query:16685',
  },
  url: {pattern: /^https?:\/\/[^/\s]+[^\s]*$/, expected: 'a URL that starts with https:// or http://'},
  /** Go's duration syntax, as helm and kubectl take it, longer than 0. */
  duration: {
    pattern: new RegExp(`^${AMOUNT}*0{0,5}[1-9][0-9]{0,5}${UNIT}${AMOUNT}*$`),
    expected: 'a duration such as 90s, 5m or 1h30m',
  },
  port: {pattern: new RegExp(`^${PORT}$`), expected: 'an integer from 1 to 65535'},
  count: {pattern: /^[1-9][0-9]?$/, expected: 'an integer from 1 to 99'},
  nonempty: {pattern: /./s, expected: 'a non-empty value'},
} as const satisfies Record<string, {pattern: RegExp; expected: string}>;

export type FormatName = keyof typeof FORMATS;

const MILLISECONDS: Readonly<Record<string, number>> = {ms: 1, s: 1000, m: 60_000, h: 3_600_000};

/** Milliseconds of a valid duration: `1h30m` gives 5400000. */
export function milliseconds(duration: string): number {
  return [...duration.matchAll(/([0-9.]+)(ms|s|m|h)/g)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (MILLISECONDS[unit ?? ''] ?? 0),
    0,
  );
}
