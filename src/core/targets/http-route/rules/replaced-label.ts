import {childLocation} from '../../../base/problem.ts';
import {quote} from '../../../base/quote.ts';
import {settingPlace} from '../../../openapi/effective-settings.ts';
import type {Rule} from '../../../rules/rule.ts';
import {ownLabels} from '../object-name.ts';

const KEY = 'labels';

export const replacedLabel = {
  code: 'replaced-label',
  severity: 'warning',
  summary: 'The labels by which HTTPRoutes are found are not replaced',
  check(input) {
    const {settings, description} = input;
    if (settings.get('service.name') === undefined) return [];
    const {extension, values} = description.settings;
    return Object.entries(ownLabels(settings)).flatMap(([label, needed]) => {
      const value = settings.get(KEY)?.[label];
      if (value === undefined || value === null || value === needed) return [];
      const isAtRoot = extension !== undefined && values[KEY]?.[label] === value;
      return {
        message: `label \`${label}\` ${quote(value)} replaces ${quote(needed)}: \`kubectl apply --prune\` cannot find these HTTPRoutes by it`,
        hint: `remove it, or select by ${quote(`${label}=${value}`)}`,
        setting: KEY,
        ...(isAtRoot
          ? {location: childLocation(childLocation(extension, KEY), label)}
          : settingPlace(KEY, input)),
      };
    });
  },
} satisfies Rule;
