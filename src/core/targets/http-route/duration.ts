const UNITS = [
  {unit: 'h', seconds: 3600},
  {unit: 'm', seconds: 60},
  {unit: 's', seconds: 1},
] as const;

/** Five digits a unit. */
const MAX_DIGITS = 99_999;

/** The longest duration, in seconds, that has no fraction of a second: `99999h99999m99999s`. */
export const MAX_DURATION = UNITS.reduce((sum, {seconds}) => sum + MAX_DIGITS * seconds, 0);

/**
 * A number of seconds as the Gateway API writes a duration, with one unit where that is possible: `90s`, `2000m`,
 * `33h20m1s`. `undefined` for more than `MAX_DURATION`.
 *
 * Source: GEP-2257.
 */
export function toDuration(total: number): string | undefined {
  if (total > MAX_DURATION) return undefined;
  const single = UNITS.toReversed().find(
    ({seconds}) => total % seconds === 0 && total / seconds <= MAX_DIGITS,
  );
  if (single) return `${total / single.seconds}${single.unit}`;
  let rest = total;
  return UNITS.map(({unit, seconds}) => {
    const count = Math.min(MAX_DIGITS, Math.floor(rest / seconds));
    rest -= count * seconds;
    return count === 0 ? '' : `${count}${unit}`;
  }).join('');
}

/** True for a duration that Linkerd reads. Source: linkerd2, policy-controller, `parse_duration`. */
export function hasOneUnit(duration: string): boolean {
  return /^[0-9]+[a-z]+$/.test(duration);
}
