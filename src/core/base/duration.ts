/** Seconds, by the unit of a Go duration. */
export const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  '\u00b5s': 1e-6,
  '\u03bcs': 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
};

/** A number and its unit. */
export const DURATION_PART = '([0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(ns|[u\u00b5\u03bc]s|ms|s|m|h)';

/** The seconds of a Go duration, to the nanosecond. */
export function secondsOf(duration: string): number {
  const parts = [...duration.matchAll(new RegExp(DURATION_PART, 'g'))];
  const seconds = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNITS[unit ?? ''] ?? 0), 0);
  return Number(seconds.toFixed(9));
}

/** Seconds as milliseconds, to the nanosecond. */
export function millisecondsOf(seconds: number): number {
  return Number((seconds * 1000).toFixed(6));
}

/** Milliseconds as people write them: `80ms`, `12.5s`. */
export function millisecondsText(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds}ms` : `${milliseconds / 1000}s`;
}

/** Seconds as Go and people write them: `10s`, `500ms`. */
export function durationText(seconds: number): string {
  return Number.isInteger(seconds) ? `${seconds}s` : `${millisecondsOf(seconds)}ms`;
}
