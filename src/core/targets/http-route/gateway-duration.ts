import {millisecondsOf} from '../../base/duration.ts';

/** In milliseconds. */
const UNITS = Object.entries({h: 3_600_000, m: 60_000, s: 1000, ms: 1});

/** Five digits a unit. */
const MAX_DIGITS = 99_999;

/** The longest duration, in seconds, that has no fraction of a second: `99999h99999m99999s`. */
export const MAX_DURATION = MAX_DIGITS * (3600 + 60 + 1);

/**
 * A number of seconds as the Gateway API writes a duration, with one unit where that is possible: `90s`, `2000m`,
 * `33h20m1s`. `undefined` for more than `MAX_DURATION`, and for parts of a millisecond.
 *
 * Source: GEP-2257.
 */
export function toDuration(total: number): string | undefined {
  let rest = millisecondsOf(total);
  if (total > MAX_DURATION || !Number.isInteger(rest)) return undefined;
  const [, ...longer] = UNITS.toReversed();
  const single = [...longer, ...UNITS].find(
    ([, length]) => rest % length === 0 && rest / length <= MAX_DIGITS,
  );
  if (single) return `${rest / single[1]}${single[0]}`;
  return UNITS.map(([unit, length]) => {
    const count = Math.min(MAX_DIGITS, Math.floor(rest / length));
    rest -= count * length;
    return count === 0 ? '' : `${count}${unit}`;
  }).join('');
}
