import {quote} from '../quote.ts';
import {describeFaults, type Rule} from '../rule.ts';
import {EXTENSION} from '../settings/table.ts';
import {findSettingFaults} from './setting-faults.ts';

export const unknownSetting = {
  code: 'unknown-setting',
  severity: 'warning',
  summary: 'Every key of `x-apigen` is a setting',
  check: (input) => [
    ...findSettingFaults(input, 'unknown-setting'),
    ...describeFaults(input, 'misspelled-extension', ({name}) => ({
      message: `unknown extension ${quote(name)}`,
      suggestion: EXTENSION,
    })),
  ],
} satisfies Rule;
