import type {JsonMap} from '../base/json.ts';
import {asErrors, childLocation, type Location} from '../base/problem.ts';
import type {KnownKeys} from '../settings/faults.ts';
import {readKeys, valuesOf} from '../settings/read.ts';
import {FLAG_SETTINGS, type FlagValues} from '../settings/table.ts';
import {DECORATOR_OPTIONS, type RunValues} from './options.ts';

const KNOWN: KnownKeys = {what: 'option', entries: [...FLAG_SETTINGS, ...DECORATOR_OPTIONS], dotted: true};

/** How an output is asked for in a file: settings at the level of a flag, and the options of the run. */
export interface DecoratorOptions {
  readonly settings: FlagValues;
  readonly run: RunValues;
}

/**
 * Reads the options of the decorator: every setting that has a flag, by its dotted name or nested, and the options of the
 * run, without `message`, which only Redocly reads. `null` means "not set". All problems are reported at once, each at its place.
 */
export function readDecoratorOptions({message: _, ...written}: JsonMap, location: Location) {
  const {values, faults} = readKeys(written, KNOWN, location);
  const settings = valuesOf(FLAG_SETTINGS, values);
  const options: DecoratorOptions = {settings, run: valuesOf(DECORATOR_OPTIONS, values)};
  return {options, problems: asErrors(faults)};
}

/** A problem or a place of what the options set, at the option; to the generator each of them is a flag. */
export function atOption<F extends {readonly flag?: string; readonly location?: Location}>(
  thing: F,
  written: JsonMap,
  location: Location,
): Omit<F, 'flag'> {
  const {flag, ...rest} = thing;
  if (flag === undefined) return thing;
  const key = DECORATOR_OPTIONS.find((option) => option.flag === flag)?.key ?? flag;
  const names = Object.hasOwn(written, key) ? [key] : key.split('.');
  return {...rest, location: names.reduce(childLocation, location)};
}
