import {pointersAbove} from '../base/json.ts';
import {childLocation, type Finding, type Location} from '../base/problem.ts';
import type {Description} from '../openapi/description.ts';
import type {Ignore, OutputChoices, RuleInput} from '../rules/rule.ts';
import {wrongValue} from '../settings/faults.ts';
import {IGNORE_EXTENSION} from '../settings/table.ts';
import {skippedRules} from './rule-list.ts';

const EXAMPLE = {type: skippedRules, example: ['server-path']};

/** Reads each `x-apigen-ignore` of a description, and checks the codes of `--skip-rule`, which the library does not. */
export function readIgnores({ignored}: Description, {skipRules = []}: OutputChoices) {
  const ignores = new Map<string, Ignore[]>();
  const faults = skippedRules
    .check(skipRules)
    .map((mismatch) => wrongValue({key: 'skip-rule', ...EXAMPLE}, mismatch, {flag: 'skip-rule'}));
  for (const {value, location, rootUri, place} of ignored) {
    for (const mismatch of skippedRules.check(value))
      faults.push(wrongValue({key: IGNORE_EXTENSION, ...EXAMPLE}, mismatch, {location}));
    for (const [index, code] of Array.isArray(value) ? value.entries() : []) {
      const key = `${code} ${place}`;
      const ignore = {code, rootUri, location: childLocation(location, String(index))};
      ignores.set(key, [...(ignores.get(key) ?? []), ignore]);
    }
  }
  return {ignores, faults};
}

/** The ignores that leave a finding out: the nearest `x-apigen-ignore` at each of its places or above it, and `--skip-rule`. */
export function ignoredBy(
  code: string,
  {location, alsoAt = []}: Finding,
  {ignores, description, choices}: Pick<RuleInput, 'ignores' | 'description' | 'choices'>,
): (Location | 'flag')[] {
  const nearest = ({uri, pointer, access}: Location) => {
    // What is shared by descriptions that are merged is in none of them.
    const isOfDescription = ({rootUri}: Ignore) =>
      rootUri === uri || uri === description.uri || access !== undefined;
    const above = pointersAbove(access ?? pointer).flatMap((place) => ignores.get(`${code} ${place}`) ?? []);
    return above.find(isOfDescription)?.location ?? [];
  };
  const places = location && ignores.size > 0 ? [location, ...alsoAt] : [];
  return [...places.flatMap(nearest), ...(choices.skipRules?.includes(code) ? (['flag'] as const) : [])];
}

/** The entries of rules that were applied and that leave nothing out; a shared one counts where any of its uses does. */
export function unusedIgnores(
  {ignores}: Pick<RuleInput, 'ignores'>,
  applied: readonly string[],
  used: readonly (Location | 'flag')[],
): Finding[] {
  const placeOf = ({uri, pointer}: Location) => `${uri}#${pointer}`;
  const places = new Set(used.flatMap((one) => (typeof one === 'object' ? placeOf(one) : [])));
  return [...ignores.values()]
    .flat()
    .filter(({code, location}) => applied.includes(code) && !places.has(placeOf(location)))
    .map(({code, location}) => ({
      message: `unused \`${IGNORE_EXTENSION}\`: \`${code}\` finds nothing here`,
      hint: 'remove it',
      location,
    }));
}
