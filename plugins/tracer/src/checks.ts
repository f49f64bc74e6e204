/**
 * What a value has to look like. The patterns keep to what JavaScript and POSIX `grep -E` understand alike, because the install script
 * uses the very same ones.
 */
export interface Check {
  readonly pattern: string;
  readonly expected: string;
}

const LABEL = '[A-Za-z0-9]([-A-Za-z0-9]*[A-Za-z0-9])?';
const PORT = '([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])';
const UNIT = '(ms|s|m|h)';
const AMOUNT = `([0-9]{1,6}${UNIT})`;

export const CHECKS = {
  /** A DNS-1123 label, as the API server wants a namespace's name. */
  namespace: {
    pattern: '^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$',
    expected: 'a name of at most 63 lower-case letters, digits and "-", for example tracer',
  },
  /**
   * A host name, with or without DNS's final dot, an IPv4 address or an IPv6 address in brackets; then the port. The chart's schema has
   * the same pattern.
   */
  endpoint: {
    pattern: `^(${LABEL}(\\.${LABEL})*\\.?|\\[[0-9A-Fa-f:.]+\\]):${PORT}$`,
    expected: '<host>:<port> with a port from 1 to 65535, for example kindA-query:16685',
  },
  url: {
    pattern: '^https?://[^/[:space:]]+[^[:space:]]*$',
    expected: 'an address that begins with https:// or http://',
  },
  /** Go's duration text, as helm and kubectl take it, in numbers that they can count with; nothing can be waited for in no time. */
  duration: {
    pattern: `^${AMOUNT}*0{0,5}[1-9][0-9]{0,5}${UNIT}${AMOUNT}*$`,
    expected: 'a duration of more than 0 such as 90s, 5m or 1h30m',
  },
  port: {pattern: `^${PORT}$`, expected: 'a port from 1 to 65535'},
  given: {pattern: '.', expected: 'a value, or leave the option out'},
} as const satisfies Record<string, Check>;

export type CheckName = keyof typeof CHECKS;

/** Whether a value passes a check. */
export function passes(check: CheckName, value: string): boolean {
  // JavaScript has no POSIX classes, and a pattern without the class would need a backslash that grep does not know.
  const pattern = CHECKS[check].pattern.replaceAll('[:space:]', '\\s');
  return !value.includes('\n') && new RegExp(pattern).test(value);
}

const MILLISECONDS: Readonly<Record<string, number>> = {ms: 1, s: 1000, m: 60_000, h: 3_600_000};

/** Milliseconds of a duration that has passed its check: `1h30m` gives 5400000. */
export function milliseconds(duration: string): number {
  return [...duration.matchAll(/([0-9]+)(ms|s|m|h)/g)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (MILLISECONDS[unit ?? ''] ?? 0),
    0,
  );
}
