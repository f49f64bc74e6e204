import {counted, grouped} from '../../../core/quote.ts';

/** How many of all routes: `5 routes`, `2 of 5 routes`. */
export function routesOf(found: number, all: number): string {
  return `${found === all ? '' : `${grouped(found)} of `}${counted(all, 'route')}`;
}

export function timeoutSentence(seconds: number | undefined): string {
  if (seconds === undefined) return 'Timeout not set.';
  return seconds === 0 ? 'No timeout.' : `Timeout ${seconds}s.`;
}

/** A timeout in words: `10s`, `no timeout`. */
export function timeoutText(seconds: number | undefined): string {
  if (seconds === undefined) return 'not set';
  return seconds === 0 ? 'no timeout' : `${seconds}s`;
}
