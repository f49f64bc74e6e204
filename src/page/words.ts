/** A number of routes in words: `1 route`, `1,223 routes`. */
export function routeCount(count: number): string {
  return counted(count, 'route');
}

/** A number of things in words. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** A sentence about a timeout. */
export function timeoutSentence(seconds: number | undefined): string {
  if (seconds === undefined) return 'Timeout not set.';
  return seconds === 0 ? 'No timeout.' : `Timeout ${seconds}s.`;
}

/** A timeout in words: `10s`, `no timeout`. */
export function timeoutText(seconds: number | undefined): string {
  if (seconds === undefined) return 'not set';
  return seconds === 0 ? 'no timeout' : `${seconds}s`;
}
