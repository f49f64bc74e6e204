import {describeFaults, type Rule} from '../rule.ts';
import {EXTENSION} from '../settings/table.ts';
import {findSettingFaults} from './setting-faults.ts';

export const settingScope = {
  code: 'setting-scope',
  severity: 'warning',
  summary: 'Settings are at a level where they have an effect',
  check: (input) => [
    ...findSettingFaults(input, 'setting-scope'),
    ...describeFaults(input, 'misplaced-extension', ({field}) => ({
      message: `\`${EXTENSION}\` has no effect in \`${field}\``,
      hint: 'move it to the root, to a path item or to an operation',
    })),
  ],
} satisfies Rule;
