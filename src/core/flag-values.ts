import {type Problem, quote} from './problem.ts';
import {checkFlag, checkValue, valueCode} from './setting-value.ts';
import {type FlagValues, findSetting, SETTINGS, type Setting, type SettingValues} from './settings.ts';

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
    else problems.push(wrongValue(setting, checked));
  }
  return {values: Object.fromEntries(values), problems};
}

/** Judges values at the level of a flag, by dotted name, as a library gives them. */
export function checkFlagValues(settings: FlagValues): {values: SettingValues; problems: Problem[]} {
  const problems: Problem[] = [];
  const values: [string, unknown][] = [];
  for (const [key, value] of Object.entries(settings)) {
    const setting = findSetting(key);
    if (value === undefined) continue;
    if (!setting?.flag) {
      problems.push({
        code: 'unknown-setting',
        severity: 'error',
        message: `unknown setting ${quote(key)}`,
        flag: key,
      });
      continue;
    }
    const checked = checkValue(setting, value);
    if (checked.ok) values.push([key, checked.value]);
    else problems.push(wrongValue(setting, checked));
  }
  return {values: Object.fromEntries(values), problems};
}

function wrongValue(setting: Setting, {message, hint}: Pick<Problem, 'message' | 'hint'>): Problem {
  return {
    code: valueCode(setting),
    severity: 'error',
    message,
    ...(hint === undefined ? {} : {hint}),
    flag: setting.key,
  };
}
