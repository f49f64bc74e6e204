import type {Problem} from './problem.ts';
import {checkFlag, valueCode} from './setting-value.ts';
import {type FlagValues, SETTINGS, type Setting} from './settings.ts';

/**
 * Judges the texts of flags, by dotted name, and turns them into values. Everything that is wrong is told at once.
 */
export function readFlags(texts: Readonly<Record<string, string | undefined>>): {
  values: FlagValues;
  problems: Problem[];
} {
  const problems: Problem[] = [];
  const values: [string, unknown][] = [];
  for (const setting of SETTINGS.filter(({flag}) => flag)) {
    const text = texts[setting.key];
    if (text === undefined) continue;
    const checked = checkFlag(setting satisfies Setting, text);
    if (checked.ok) values.push([setting.key, checked.value]);
    else
      problems.push({
        code: valueCode(setting),
        severity: 'error',
        message: checked.message,
        hint: checked.hint,
        flag: setting.key,
      });
  }
  return {values: Object.fromEntries(values), problems};
}
